import { compareCodeUnits, type DirectoryEntry, type SourceSummary } from '@toolrack/contracts';
import { codePointLength } from './code-points.js';
import { collapseBlanks, shortDescription } from './short-description.js';

/** Longest label or display text in a heading, in characters; a longer one is cut. */
const longestLabel = 64;
/** Label of tools without an owner. */
const otherLabel = 'other';

/** One group of a listing in its three forms. Lengths count characters. */
export interface ToolGroup {
  readonly label: string;
  /** Tools with a row in the forms `full` and `names`. */
  readonly listed: number;
  /** Deferred tools that must not be named, so that they have a row in no form. */
  readonly unnamed: number;
  readonly full: string;
  readonly names: string;
  readonly summary: string;
  readonly fullLength: number;
  readonly namesLength: number;
  readonly summaryLength: number;
}

interface Draft {
  readonly label: string;
  readonly displays: Set<string>;
  readonly entries: DirectoryEntry[];
  unnamed: number;
}

function labelText(text: unknown): string {
  return typeof text === 'string' ? [...collapseBlanks(text)].slice(0, longestLabel).join('') : '';
}

/** What a label is made of. */
export interface LabelledSource {
  readonly kind: string;
  readonly owner: string;
  readonly label?: string;
}

/** Label of a source: its owner without the `mcp-` of the peer's tool sets; `other` for tools that the caller brings. */
export function groupLabel({ kind, owner }: LabelledSource): string {
  return (kind === 'client' ? '' : labelText(owner.replace(/^mcp-/u, ''))) || otherLabel;
}

function displayText(source: LabelledSource): string | undefined {
  const text = labelText(source.label);
  return text === '' || text === groupLabel(source) ? undefined : text;
}

function row({ callName, description, source }: DirectoryEntry): string {
  const display = displayText(source);
  const text = `${display === undefined ? '' : `${display} — `}${shortDescription(description)}`.trim();
  return text === '' ? `- ${callName}` : `- ${callName}: ${text}`;
}

function block({ label, displays, entries: unsorted, unnamed }: Draft): ToolGroup {
  const [display] = [...displays].sort(compareCodeUnits);
  const title = display === undefined ? label : `${label} [${display}]`;
  const entries = [...unsorted].sort((left, right) => compareCodeUnits(left.callName, right.callName));
  const heading = `${title} tools (${entries.length}):`;
  const pointer = 'names not listed; find them with tool_search';
  const summary = `${title} tools (${entries.length + unnamed}): ${pointer}`;
  const rest = unnamed === 0 ? '' : `\n${title} tools (${unnamed} more): ${pointer}`;
  const isEmpty = entries.length === 0;
  const full = isEmpty ? summary : `${[heading, ...entries.map(row)].join('\n')}${rest}`;
  const names = isEmpty ? summary : `${heading}\n${entries.map((entry) => entry.callName).join(', ')}${rest}`;
  return {
    label,
    listed: entries.length,
    unnamed,
    full,
    names,
    summary,
    fullLength: codePointLength(full),
    namesLength: codePointLength(names),
    summaryLength: codePointLength(summary),
  };
}

/**
 * Groups by label, sorted by it. A source whose tools may not be named (they are untrusted) has a summary in every form. Sources in
 * `absent` are left out: they have a line of their own.
 */
export function toolGroups(
  entries: readonly DirectoryEntry[],
  sources: readonly SourceSummary[],
  absent: ReadonlySet<string>,
): readonly ToolGroup[] {
  const drafts = new Map<string, Draft>();
  const named = new Map<string, number>();
  const draftOf = (source: LabelledSource): Draft => {
    const label = groupLabel(source);
    const draft = drafts.get(label) ?? { label, displays: new Set<string>(), entries: [], unnamed: 0 };
    drafts.set(label, draft);
    const display = displayText(source);
    if (display !== undefined) draft.displays.add(display);
    return draft;
  };
  for (const entry of entries) {
    const id = `${entry.source.kind}:${entry.source.owner}`;
    if (absent.has(id)) continue;
    draftOf(entry.source).entries.push(entry);
    named.set(id, (named.get(id) ?? 0) + 1);
  }
  for (const source of [...sources].sort((left, right) => compareCodeUnits(left.id, right.id))) {
    const unnamed = absent.has(source.id) ? 0 : source.tools - (named.get(source.id) ?? 0);
    if (unnamed > 0) draftOf(source).unnamed += unnamed;
  }
  return [...drafts.values()].sort((left, right) => compareCodeUnits(left.label, right.label)).map(block);
}
