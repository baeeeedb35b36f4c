import type { RankDocument } from '@toolrack/contracts';
import { squash } from '../text/squash.js';
import { hasBit, setBit } from './bitmap.js';
import { growUint32 } from './grow.js';
import { KeyTable } from './key-table.js';

const leafSeparator = '__';

/** A longer name is not typed by anyone. */
const longestKey = 300;
const keyOf = (text: string): string => (text.length > longestKey ? '' : squash(text));

/** What a tool may be called by, squashed: its name, the last part of a joined name, its owner and name, its id. */
function keysOf(id: string, name: string, owner: string): Set<string> {
  const key = keyOf(name);
  const keys = new Set([key, keyOf(owner) + key, keyOf(id)]);
  const leaf = name.lastIndexOf(leafSeparator);
  if (leaf > 0) keys.add(keyOf(name.slice(leaf + leafSeparator.length)));
  keys.delete('');
  return keys;
}

/** The identities of the indexed documents, and their ordinals. An ordinal whose document is removed may later stand for another. */
export class Catalog {
  ids: string[] = [];
  names: string[] = [];
  owners: string[] = [];
  kinds: string[] = [];
  live = new Uint32Array(1);
  /** Documents that a trusted author wrote. */
  trusted = new Uint32Array(1);
  /** Generation at which the ordinal was given to its document. */
  born = new Uint32Array(1);
  size = 0;
  private readonly free: number[] = [];
  private readonly members = new Map<string, number[]>();
  /** For each ordinal all ordinals of its source: one list a source. */
  private readonly siblings: number[][] = [];
  /** What sources are known by, as searches have worked it out. */
  readonly sourceTerms = new Map<string, ReadonlySet<string>>();
  readonly idTable = new KeyTable();
  readonly keyTable = new KeyTable();

  get ordinals(): number {
    return this.ids.length;
  }

  ordinal(id: string): number | undefined {
    return this.idTable.candidates(id).find((ordinal) => this.ids[ordinal] === id);
  }

  /** Gives the document its ordinal: the one it has, a free one, or a new one. `reused` tells that the ordinal once meant another document. */
  add(document: RankDocument, generation: number): { readonly ordinal: number; readonly reused: boolean } {
    const known = this.ordinal(document.id);
    if (known !== undefined) {
      const { name, source } = document;
      const same = this.names[known] === name && this.owners[known] === source.owner && this.kinds[known] === source.kind;
      if (!same) {
        this.dropKeys(known);
        this.describe(known, document);
      }
      setBit(this.trusted, known, document.trust === 'trusted');
      return { ordinal: known, reused: false };
    }
    const free = this.free.pop();
    const ordinal = free ?? this.ids.length;
    this.live = growUint32(this.live, (ordinal >>> 5) + 1);
    this.trusted = growUint32(this.trusted, (ordinal >>> 5) + 1);
    this.born = growUint32(this.born, ordinal + 1);
    setBit(this.live, ordinal, true);
    setBit(this.trusted, ordinal, document.trust === 'trusted');
    this.born[ordinal] = generation;
    this.idTable.add(document.id, ordinal);
    this.describe(ordinal, document);
    this.size += 1;
    return { ordinal, reused: free !== undefined };
  }

  /** Forgets a document. Its ordinal is given away only after `release`. */
  remove(ordinal: number): void {
    this.dropKeys(ordinal);
    this.idTable.remove(this.ids[ordinal] as string, ordinal);
    this.ids[ordinal] = '';
    setBit(this.live, ordinal, false);
    setBit(this.trusted, ordinal, false);
    this.size -= 1;
  }

  release(ordinals: Iterable<number>): void {
    this.free.push(...ordinals);
  }

  /** Takes over saved identities; the key tables are loaded apart. Ordinals that are not live can be given away. */
  restore(
    identities: { readonly ids: string[]; readonly names: string[]; readonly owners: string[]; readonly kinds: string[] },
    bitmaps: { readonly live: Uint32Array<ArrayBuffer>; readonly trusted: Uint32Array<ArrayBuffer> },
    size: number,
  ): void {
    this.ids = identities.ids;
    this.names = identities.names;
    this.owners = identities.owners;
    this.kinds = identities.kinds;
    this.live = bitmaps.live;
    this.trusted = bitmaps.trusted;
    this.size = size;
    this.born = new Uint32Array(this.ids.length);
    for (let ordinal = 0; ordinal < this.ids.length; ordinal += 1) {
      if (hasBit(this.live, ordinal)) this.join(ordinal);
      else this.free.push(ordinal);
    }
  }

  /** Whether every document is found by its id, and by nothing else of the same id. */
  isSound(): boolean {
    return this.ids.every((id, ordinal) => !hasBit(this.live, ordinal) || this.ordinal(id) === ordinal);
  }

  /**
   * Ordinals of the documents that may be seen with this squashed name, leaf name, owner and name, or id; in no particular order.
   * What may not be seen is left out before anything is worked out for it, so that its names take no longer than unknown ones.
   */
  named(key: string, mayBeSeen: (ordinal: number) => boolean): number[] {
    // Many tools of one name are told by one look at it.
    let name = '';
    let isName = false;
    return this.keyTable.candidates(key, mayBeSeen).filter((ordinal) => {
      const own = this.names[ordinal] as string;
      if (own !== name) {
        name = own;
        isName = keyOf(own) === key;
      }
      return isName || this.keysOf(ordinal).has(key);
    });
  }

  private keysOf(ordinal: number): Set<string> {
    return keysOf(this.ids[ordinal] as string, this.names[ordinal] as string, this.owners[ordinal] as string);
  }

  /** Whether the source of a document has at least `count` documents that may be seen. */
  hasSiblings(ordinal: number, count: number, mayBeSeen: (ordinal: number) => boolean): boolean {
    const members = this.siblings[ordinal] ?? [];
    if (members.length < count) return false;
    let seen = 0;
    for (const member of members) {
      if (mayBeSeen(member)) seen += 1;
      if (seen >= count) return true;
    }
    return false;
  }

  private sourceOf(ordinal: number): string {
    return `${this.kinds[ordinal] as string}:${this.owners[ordinal] as string}`;
  }

  private join(ordinal: number): void {
    const source = this.sourceOf(ordinal);
    let members = this.members.get(source);
    if (members === undefined) this.members.set(source, (members = []));
    members.push(ordinal);
    this.siblings[ordinal] = members;
  }

  private leave(ordinal: number): void {
    const source = this.sourceOf(ordinal);
    const members = this.members.get(source) ?? [];
    const place = members.indexOf(ordinal);
    if (place < 0) return;
    members[place] = members.at(-1) as number;
    members.pop();
    if (members.length === 0) this.members.delete(source);
  }

  private describe(ordinal: number, { id, name, source }: RankDocument): void {
    this.ids[ordinal] = id;
    this.kinds[ordinal] = source.kind;
    this.names[ordinal] = name;
    this.owners[ordinal] = source.owner;
    this.join(ordinal);
    for (const key of this.keysOf(ordinal)) this.keyTable.add(key, ordinal);
  }

  private dropKeys(ordinal: number): void {
    this.leave(ordinal);
    for (const key of this.keysOf(ordinal)) this.keyTable.remove(key, ordinal);
  }
}
