import { compareCodeUnits, sourceId, type DirectoryEntry } from '@toolrack/contracts';
import { isIdentifier, rowLength, type DirectoryRow } from './directory-row.js';

/** What the rows of one source share. */
interface RowSource {
  readonly kind: string;
  readonly id: string;
  readonly owner: string;
}

/** Rows from the front of an order. */
export interface FirstRows {
  readonly rows: readonly DirectoryRow[];
  /** There is no further row. */
  readonly isAll: boolean;
}

/**
 * The tools that can get a row, by name by code unit. A name that is not an identifier or that two entries share gets none; an owner that
 * is not an identifier is left out of its row. Rows are made as they are asked for: of ten thousand tools a prompt has room for some hundreds.
 */
export class DirectoryNames {
  private readonly sorted: readonly DirectoryEntry[];
  private readonly sources = new Map<string, RowSource>();
  /** By place; each entry is read once. */
  private readonly made = new Map<number, DirectoryRow>();
  private groups: ReadonlyMap<string, readonly number[]> | undefined;

  constructor(entries: readonly DirectoryEntry[]) {
    // A catalog comes sorted by id, and so by name when it has one source.
    this.sorted = isSortedByName(entries) ? entries : [...entries].sort((left, right) => compareCodeUnits(left.name, right.name));
  }

  /** All rows by name. */
  *byName(): Iterable<DirectoryRow> {
    for (let place = 0; place < this.sorted.length; place += 1) {
      const row = this.rowAt(place);
      if (row !== undefined) yield row;
    }
  }

  /**
   * All rows in the order in which they are kept when not all fit: the first of each owner, then the second of each, and so on, so
   * that a large owner never displaces a small one. Owners and the rows of an owner go by code unit.
   */
  *byTurns(): Iterable<DirectoryRow> {
    const bySource = [...this.bySource()].sort(([left], [right]) => compareCodeUnits(left, right));
    let waiting = bySource.map(([, places]) => this.rowsAt(places)[Symbol.iterator]());
    while (waiting.length > 0) {
      const next: typeof waiting = [];
      for (const rows of waiting) {
        const { value, done } = rows.next();
        if (done === true) continue;
        yield value;
        next.push(rows);
      }
      waiting = next;
    }
  }

  /** True when a tool of the source can get a row. */
  hasRow(source: string): boolean {
    for (const _row of this.rowsAt(this.bySource().get(source) ?? [])) return true;
    return false;
  }

  private bySource(): ReadonlyMap<string, readonly number[]> {
    if (this.groups !== undefined) return this.groups;
    const groups = new Map<string, number[]>();
    this.sorted.forEach(({ source }, place) => {
      const { id } = this.shown(source);
      const group = groups.get(id);
      if (group === undefined) groups.set(id, [place]);
      else group.push(place);
    });
    return (this.groups = groups);
  }

  private *rowsAt(places: readonly number[]): Generator<DirectoryRow, undefined> {
    for (const place of places) {
      const row = this.rowAt(place);
      if (row !== undefined) yield row;
    }
  }

  private rowAt(place: number): DirectoryRow | undefined {
    const made = this.made.get(place);
    if (made !== undefined) return made;
    const { id, name, source, description } = this.sorted[place] as DirectoryEntry;
    const isShared = this.sorted[place - 1]?.name === name || this.sorted[place + 1]?.name === name;
    if (isShared || !isIdentifier(name)) return undefined;
    const shown = this.shown(source);
    const row = { id, name, owner: shown.owner, source: shown.id, description };
    this.made.set(place, row);
    return row;
  }

  /** Rows of one source share one text for it: thousands of equal texts would each be hashed anew. */
  private shown({ kind, owner }: DirectoryEntry['source']): RowSource {
    let shown = this.sources.get(owner);
    if (shown?.kind !== kind) {
      shown = { kind, id: sourceId({ kind, owner }), owner: isIdentifier(owner) ? owner : '' };
      this.sources.set(owner, shown);
    }
    return shown;
  }
}

function isSortedByName(entries: readonly DirectoryEntry[]): boolean {
  return entries.every(({ name }, place) => place === 0 || name >= (entries[place - 1] as DirectoryEntry).name);
}

/** Rows until their bare forms are longer than `characters`: what comes after them cannot have a place. */
export function firstRows(order: Iterable<DirectoryRow>, characters: number): FirstRows {
  const rows: DirectoryRow[] = [];
  let length = 0;
  for (const row of order) {
    rows.push(row);
    length += rowLength(row);
    if (length > characters) return { rows, isAll: false };
  }
  return { rows, isAll: true };
}
