import { compareCodeUnits, type DirectoryListing, type DirectoryRequest } from '@toolrack/contracts';
import { cutText } from './compact-text.js';
import { DirectoryNames, firstRows } from './directory-names.js';
import { noneLine, omittedText, pageLength, pageText, type DirectoryPage } from './directory-page.js';
import { rowHead, rowLength, rowText, type DirectoryRow } from './directory-row.js';
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
  readonly names: DirectoryNames;
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
  const { names, options, request } = draft;
  const { rows, isAll } = firstRows(names.byName(), options.budget);
  if (rows.length === 0 || !isAll) return undefined;
  const listed = countBySource(rows);
  const sources = draft.sources
    .map((source) => ({ source, unlisted: source.tools - (listed.get(source.id) ?? 0) }))
    .filter(({ source, unlisted }) => unlisted > 0 || source.tools === 0)
    .map(({ source, unlisted }) => sourceLine(source, unlisted));
  const base = { notice: options.untrusted === 'notice', omitted: omittedBy(draft, rows.length) };
  const size = { ...base, rows: rows.reduce((sum, row) => sum + rowLength(row), 0), sources: characters(sources) };
  const room = options.budget - pageLength(size, request.guidance);
  if (room < 0) return undefined;
  const { form, descriptions } = options.strategy === 'fair' ? shortenRowByRow([...names.byTurns()], room) : shortenTogether(rows, room);
  const lines = rows.map((row) => rowText(row, descriptions.get(row.id) ?? ''));
  const text = pageText({ ...base, rows: lines, sources }, request.guidance);
  return { text, form, listed: rows.length, omitted: base.omitted };
}

/** Sources whose tools would otherwise not appear at all come first. */
function sourcesToName(draft: Draft): readonly NamedSource[] {
  const isUnlisted = (source: NamedSource): boolean => !draft.names.hasRow(source.id);
  return [...draft.sources.filter(isUnlisted), ...draft.sources.filter((source) => !isUnlisted(source))];
}

/** Bare names, as many as fit. `undefined` when not even the text around them does. */
function drawSome(draft: Draft): DirectoryListing | undefined {
  const { options, request } = draft;
  const { rows: order } = firstRows(options.strategy === 'fair' ? draft.names.byTurns() : draft.names.byName(), options.budget);
  const sources = sourcesToName(draft);
  const notice = options.untrusted === 'notice';
  const kept = keepNames({ rows: order, sources }, options.budget, (size) =>
    pageLength({ ...size, notice, omitted: omittedBy(draft, size.kept.rows) }, request.guidance),
  );
  if (kept === undefined) return undefined;
  const rows = order.slice(0, kept.rows).sort((left, right) => compareCodeUnits(left.name, right.name));
  const listed = countBySource(rows);
  const unlisted = (source: NamedSource): number => source.tools - (listed.get(source.id) ?? 0);
  const isWorthALine = (source: NamedSource): boolean => unlisted(source) > 0 || source.tools === 0;
  const lines = sources
    .slice(0, kept.sources)
    .filter(isWorthALine)
    .map((source) => sourceLine(source, unlisted(source)));
  const hidden = sources.slice(kept.sources).filter(isWorthALine).length;
  const page: DirectoryPage = {
    rows: rows.map(rowHead),
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
  const draft: Draft = { request, options, names: new DirectoryNames(request.entries), sources };
  return drawAll(draft) ?? drawSome(draft) ?? drawLeast(draft);
}
