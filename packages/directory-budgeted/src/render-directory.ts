import type { DirectoryListing, DirectoryRequest } from '@toolrack/contracts';
import { cutText } from './compact-text.js';
import { noneLine, omittedText, pageLength, pageText, type DirectoryPage } from './directory-page.js';
import { directoryRows, roundRobin, rowHead, rowLength, rowText, type DirectoryRow } from './directory-row.js';
import { keepNames } from './keep-names.js';
import { shortenRowByRow, shortenTogether } from './shorten-rows.js';
import { moreSourcesLine, namedSources, sourceLine, type NamedSource } from './source-lines.js';

/** How to draw a directory. */
export interface RenderOptions {
  /** Most characters of the text. */
  readonly budget: number;
  readonly strategy: 'fair' | 'original';
  readonly untrusted: 'notice' | 'sources';
}

/** A request with everything that all steps need. */
interface Draft {
  readonly request: DirectoryRequest;
  readonly options: RenderOptions;
  /** By name: the order in which rows are shown. */
  readonly rows: readonly DirectoryRow[];
  readonly sources: readonly NamedSource[];
}

function countBySource(rows: readonly DirectoryRow[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(row.source, (counts.get(row.source) ?? 0) + 1);
  return counts;
}

function omittedBy(draft: Draft, listed: number): number {
  return Math.max(0, draft.request.deferred - listed);
}

function characters(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length + 1, 0);
}

/** Every row has its name; descriptions share what is left. `undefined` when the names alone are too long. */
function drawAll(draft: Draft): DirectoryListing | undefined {
  const { rows, options, request } = draft;
  if (rows.length === 0) return undefined;
  const listed = countBySource(rows);
  const sources = draft.sources
    .map((source) => ({ source, unlisted: source.tools - (listed.get(source.id) ?? 0) }))
    .filter(({ source, unlisted }) => unlisted > 0 || source.tools === 0)
    .map(({ source, unlisted }) => sourceLine(source, unlisted));
  const base = { notice: options.untrusted === 'notice', omitted: omittedBy(draft, rows.length) };
  const size = { ...base, rows: rows.reduce((sum, row) => sum + rowLength(row), 0), sources: characters(sources) };
  const room = options.budget - pageLength(size, request.guidance);
  if (room < 0) return undefined;
  const { form, descriptions } = options.strategy === 'fair' ? shortenRowByRow(roundRobin(rows), room) : shortenTogether(rows, room);
  const lines = rows.map((row) => rowText(row, descriptions.get(row.id) ?? ''));
  const text = pageText({ ...base, rows: lines, sources }, request.guidance);
  return { text, form, listed: rows.length, omitted: base.omitted };
}

/** Sources whose tools would otherwise not appear at all come first. */
function sourcesToName(draft: Draft): readonly NamedSource[] {
  const listed = countBySource(draft.rows);
  const isUnlisted = (source: NamedSource): boolean => !listed.has(source.id);
  return [...draft.sources.filter(isUnlisted), ...draft.sources.filter((source) => !isUnlisted(source))];
}

/** Bare names, as many as fit. `undefined` when not even the text around them does. */
function drawSome(draft: Draft): DirectoryListing | undefined {
  const { options, request } = draft;
  const order = options.strategy === 'fair' ? roundRobin(draft.rows) : draft.rows;
  const sources = sourcesToName(draft);
  const notice = options.untrusted === 'notice';
  const kept = keepNames({ rows: order, sources }, options.budget, (size) =>
    pageLength({ ...size, notice, omitted: omittedBy(draft, size.kept.rows) }, request.guidance),
  );
  if (kept === undefined) return undefined;
  const keptRows = new Set(order.slice(0, kept.rows));
  const listed = countBySource([...keptRows]);
  const unlisted = (source: NamedSource): number => source.tools - (listed.get(source.id) ?? 0);
  const isWorthALine = (source: NamedSource): boolean => unlisted(source) > 0 || source.tools === 0;
  const lines = sources
    .slice(0, kept.sources)
    .filter(isWorthALine)
    .map((source) => sourceLine(source, unlisted(source)));
  const hidden = sources.slice(kept.sources).filter(isWorthALine).length;
  const page: DirectoryPage = {
    rows: draft.rows.filter((row) => keptRows.has(row)).map(rowHead),
    sources: hidden === 0 ? lines : [...lines, moreSourcesLine(hidden)],
    notice,
    omitted: omittedBy(draft, kept.rows),
  };
  const form = kept.rows === 0 ? 'none' : 'names';
  return { text: pageText(page, request.guidance), form, listed: kept.rows, omitted: page.omitted };
}

/** For a budget that is smaller than the guidance with its notice: what says most in the least. */
function drawLeast(draft: Draft): DirectoryListing {
  const { request, options } = draft;
  const omitted = omittedBy(draft, 0);
  const guidance = omitted > 0 ? request.guidance.partial : request.guidance.complete;
  const withCount = `${omittedText(omitted)} ${guidance}`;
  const text = omitted > 0 && withCount.length <= options.budget ? withCount : cutText(guidance, options.budget);
  return { text, form: 'none', listed: 0, omitted };
}

/** Draws the directory. Never longer than the budget; equal requests give equal bytes in whatever order entries came. */
export function renderDirectory(request: DirectoryRequest, options: RenderOptions): DirectoryListing {
  const sources = options.untrusted === 'sources' ? namedSources(request.sources) : [];
  if (request.deferred <= 0 && request.entries.length === 0 && sources.length === 0) {
    return { text: cutText(noneLine, options.budget), form: 'none', listed: 0, omitted: 0 };
  }
  const draft: Draft = { request, options, rows: directoryRows(request.entries), sources };
  return drawAll(draft) ?? drawSome(draft) ?? drawLeast(draft);
}
