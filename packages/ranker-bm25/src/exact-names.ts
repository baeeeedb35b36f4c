import type { RankDocument } from '@toolrack/contracts';

/** Finds tools by their whole name or id. Its tables are made when a text is met that may be one: most queries are sentences. */
export class ExactNames {
  private ids: ReadonlyMap<string, number> | undefined;
  private lowerCase: ReadonlyMap<string, readonly number[]> | undefined;
  private spaced: boolean | undefined;
  private latest = -1;

  /** The position of a document is its ordinal. */
  constructor(private readonly documents: readonly RankDocument[]) {}

  /**
   * The allowed documents that the trimmed text names: the one with exactly that id, else all whose name or id is equal
   * when the case does not count, in the order of ordinals.
   */
  find(text: string, allows: (ordinal: number) => boolean): readonly number[] {
    const wanted = text.trim();
    if (wanted === '' || (/\s/u.test(wanted) && !this.hasSpaces())) return [];
    const byId = this.byId().get(wanted);
    if (byId !== undefined && allows(byId)) return [byId];
    return (this.byLowerCase().get(wanted.toLowerCase()) ?? []).filter(allows);
  }

  ordinal(id: string): number | undefined {
    // Mostly asked for in the order of the documents.
    const next = this.latest + 1;
    const ordinal = this.documents[next]?.id === id ? next : this.byId().get(id);
    this.latest = ordinal ?? -1;
    return ordinal;
  }

  /** True when some name or id has white space; else no text with white space can be one. */
  private hasSpaces(): boolean {
    return (this.spaced ??= this.documents.some(({ id, name }) => /\s/u.test(id) || /\s/u.test(name)));
  }

  private byId(): ReadonlyMap<string, number> {
    return (this.ids ??= new Map(this.documents.map(({ id }, ordinal) => [id, ordinal])));
  }

  private byLowerCase(): ReadonlyMap<string, readonly number[]> {
    if (this.lowerCase !== undefined) return this.lowerCase;
    const table = new Map<string, number[]>();
    const add = (key: string, ordinal: number): void => {
      const known = table.get(key);
      if (known === undefined) table.set(key, [ordinal]);
      else known.push(ordinal);
    };
    this.documents.forEach(({ id, name }, ordinal) => {
      const [lowerId, lowerName] = [id.toLowerCase(), name.toLowerCase()];
      add(lowerId, ordinal);
      if (lowerName !== lowerId) add(lowerName, ordinal);
    });
    this.lowerCase = table;
    return table;
  }
}
