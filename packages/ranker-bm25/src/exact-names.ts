import type { RankDocument } from '@toolrack/contracts';
import { TextTable } from './text-table.js';

/** Finds tools by their whole name or id. Its tables are made when a text is met that may be one: most queries are sentences. */
export class ExactNames {
  private ids: TextTable | undefined;
  private lowerCase: TextTable | undefined;
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
    const found: number[] = [];
    const byId = this.byId().find(wanted, allows);
    if (byId !== undefined) found.push(byId);
    else this.byLowerCase().findAll(wanted.toLowerCase(), allows, found);
    return found;
  }

  ordinal(id: string): number | undefined {
    // Mostly asked for in the order of the documents.
    const next = this.latest + 1;
    const ordinal = this.documents[next]?.id === id ? next : this.byId().find(id, () => true);
    this.latest = ordinal ?? -1;
    return ordinal;
  }

  /** True when some name or id has white space; else no text with white space can be one. */
  private hasSpaces(): boolean {
    return (this.spaced ??= this.documents.some(({ id, name }) => /\s/u.test(id) || /\s/u.test(name)));
  }

  private byId(): TextTable {
    return (this.ids ??= new TextTable(
      this.documents.map(({ id }) => id),
      this.documents.map((_document, ordinal) => ordinal),
    ));
  }

  private byLowerCase(): TextTable {
    if (this.lowerCase !== undefined) return this.lowerCase;
    const texts: string[] = [];
    const ordinals: number[] = [];
    this.documents.forEach(({ id, name }, ordinal) => {
      for (const text of new Set([id.toLowerCase(), name.toLowerCase()])) {
        texts.push(text);
        ordinals.push(ordinal);
      }
    });
    return (this.lowerCase = new TextTable(texts, ordinals));
  }
}
