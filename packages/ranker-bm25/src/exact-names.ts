import type { RankDocument } from '@toolrack/contracts';
import { TextTable } from './text-table.js';

/** Marks of the names and ids of a view, see `TextTable`; made at its first search that may be for a name. */
export interface NameMarks {
  ids?: Uint32Array;
  lowerCase?: Uint32Array;
}

/** Finds tools by their whole name or id. Its tables are made when a text is met that may be one: most queries are sentences. */
export class ExactNames {
  private ids: TextTable | undefined;
  private lowerCase: TextTable | undefined;
  /** Whether a name or an id has a kind of white space. */
  private readonly spaces = new Map<string, boolean>();
  private latest = -1;

  /** The position of a document is its ordinal. */
  constructor(private readonly documents: readonly RankDocument[]) {}

  /**
   * The allowed documents that the trimmed text names: the one with exactly that id, else all whose name or id is equal
   * when the case does not count, in the order of ordinals.
   */
  find(text: string, allows: (ordinal: number) => boolean, marks?: NameMarks): readonly number[] {
    const wanted = text.trim();
    if (wanted === '' || !this.mayName(wanted)) return [];
    const found: number[] = [];
    const [ids, lowerCase] = [this.byId(), this.byLowerCase()];
    if (marks !== undefined) {
      marks.ids ??= ids.marksOf(allows);
      marks.lowerCase ??= lowerCase.marksOf(allows);
    }
    const byId = ids.find(wanted, allows, marks?.ids);
    if (byId !== undefined) found.push(byId);
    else lowerCase.findAll(wanted.toLowerCase(), allows, found, marks?.lowerCase);
    return found;
  }

  ordinal(id: string): number | undefined {
    // Mostly asked for in the order of the documents.
    const next = this.latest + 1;
    const ordinal = this.documents[next]?.id === id ? next : this.byId().find(id, () => true);
    this.latest = ordinal ?? -1;
    return ordinal;
  }

  /** False for a text with a white space that no name and no id has: most queries, without any table. */
  private mayName(text: string): boolean {
    const space = /\s/u.exec(text)?.[0];
    if (space === undefined) return true;
    let known = this.spaces.get(space);
    if (known === undefined) {
      known = this.documents.some(({ id, name }) => id.includes(space) || name.includes(space));
      this.spaces.set(space, known);
    }
    return known;
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
