import { sourceId, type DirectoryEntry } from '@toolrack/contracts';
import { compactText } from './compact-text.js';

/** What stands for the description of a tool that has none. */
export const noDescription = 'no description';

/** Names and owners that may appear in a prompt: no space, bracket or line break can imitate another row. */
const identifier = /^[A-Za-z0-9][A-Za-z0-9_.:-]{0,127}$/;

/** One tool that gets a row. */
export interface DirectoryRow {
  readonly id: string;
  readonly name: string;
  /** `<kind>:<owner>`. */
  readonly source: string;
  /** The owner as the row shows it; `""` when it is left out. */
  readonly owner: string;
  /** The tool's own text, not yet compacted. */
  readonly description: string;
}

function compareText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/**
 * The rows for these entries, sorted by name by code unit, then by id. A name that is not an identifier or that two
 * entries share gets no row; an owner that is not an identifier is left out of its row.
 */
export function directoryRows(entries: readonly DirectoryEntry[]): readonly DirectoryRow[] {
  const times = new Map<string, number>();
  for (const { name } of entries) times.set(name, (times.get(name) ?? 0) + 1);
  const rows: DirectoryRow[] = [];
  // Rows of one source share one text for it: thousands of equal texts would each be hashed anew.
  const sources = new Map<string, { readonly kind: string; readonly id: string; readonly owner: string }>();
  for (const { id, name, source, description } of entries) {
    if (times.get(name) !== 1 || !identifier.test(name)) continue;
    let shown = sources.get(source.owner);
    if (shown?.kind !== source.kind) {
      shown = { kind: source.kind, id: sourceId(source), owner: identifier.test(source.owner) ? source.owner : '' };
      sources.set(source.owner, shown);
    }
    rows.push({ id, name, owner: shown.owner, source: shown.id, description });
  }
  return rows.sort((left, right) => compareText(left.name, right.name) || compareText(left.id, right.id));
}

/** The row without a description: `- name (owner)`. */
export function rowHead({ name, owner }: DirectoryRow): string {
  return owner === '' ? `- ${name}` : `- ${name} (${owner})`;
}

/** Characters of the bare row with its line break, without building it. */
export function rowLength({ name, owner }: DirectoryRow): number {
  return name.length + 3 + (owner === '' ? 0 : owner.length + 3);
}

/** The description as a row shows it, at most `most` characters. */
export function rowDescription(row: DirectoryRow, most: number): string {
  const text = compactText(row.description, most);
  return text === '' ? noDescription.slice(0, most) : text;
}

/** A whole row; `""` as description leaves the name alone. */
export function rowText(row: DirectoryRow, description: string): string {
  return description === '' ? rowHead(row) : `${rowHead(row)}: ${description}`;
}

/**
 * The order in which rows are kept when not all fit: the first of each owner, then the second of each, and so on, so
 * that a large owner never displaces a small one. Owners and the rows of an owner go by code unit.
 */
export function roundRobin(rows: readonly DirectoryRow[]): readonly DirectoryRow[] {
  const groups = new Map<string, DirectoryRow[]>();
  for (const row of rows) {
    const group = groups.get(row.source);
    if (group === undefined) groups.set(row.source, [row]);
    else group.push(row);
  }
  let waiting = [...groups.keys()].sort(compareText).map((source) => groups.get(source) as DirectoryRow[]);
  const order: DirectoryRow[] = [];
  for (let turn = 0; waiting.length > 0; turn += 1) {
    for (const group of waiting) order.push(group[turn] as DirectoryRow);
    waiting = waiting.filter((group) => group.length > turn + 1);
  }
  return order;
}
