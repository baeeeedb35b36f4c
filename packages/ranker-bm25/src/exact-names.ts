import type { RankDocument } from '@toolrack/contracts';

/** Finds tools by their whole name or id. */
export class ExactNames {
  private readonly byId = new Map<string, number>();
  private readonly byLowerCase = new Map<string, number[]>();

  /** The position of a document is its ordinal. */
  constructor(documents: readonly RankDocument[]) {
    documents.forEach(({ id, name }, ordinal) => {
      this.byId.set(id, ordinal);
      for (const key of new Set([id.toLowerCase(), name.toLowerCase()])) {
        const known = this.byLowerCase.get(key);
        if (known === undefined) this.byLowerCase.set(key, [ordinal]);
        else known.push(ordinal);
      }
    });
  }

  /**
   * The allowed documents that the trimmed text names: the one with exactly that id, else all whose name or id is equal
   * when the case does not count, in the order of ordinals.
   */
  find(text: string, allows: (ordinal: number) => boolean): readonly number[] {
    const wanted = text.trim();
    if (wanted === '') return [];
    const byId = this.byId.get(wanted);
    if (byId !== undefined && allows(byId)) return [byId];
    return (this.byLowerCase.get(wanted.toLowerCase()) ?? []).filter(allows);
  }

  ordinal(id: string): number | undefined {
    return this.byId.get(id);
  }
}
