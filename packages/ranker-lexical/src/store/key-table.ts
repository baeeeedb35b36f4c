import { growUint32 } from './grow.js';

/** FNV-1a over UTF-16 code units, 32 bits (http://www.isthe.com/chongo/tech/comp/fnv/). */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}

const free = 0xffffffff;
/** End of a chain; a slot whose chain is empty stays taken. */
const end = 0xfffffffe;

/**
 * From a text to the ordinals that carry it, by hash alone: the caller compares the texts of what it gets.
 * A slot a hash and a chain of entries behind it, so that ten thousand tools of one name cost no more than others.
 */
export class KeyTable {
  private hashes = new Uint32Array(64);
  private heads = new Uint32Array(64).fill(free);
  private taken = 0;
  private ordinals = new Uint32Array(64);
  private next = new Uint32Array(64);
  private entries = 0;
  private unused = end;

  add(text: string, ordinal: number): void {
    if ((this.taken + 1) * 3 > this.heads.length * 2) this.rehash();
    const hash = hashText(text);
    const slot = this.slotOf(hash);
    if (this.heads[slot] === free) {
      this.hashes[slot] = hash;
      this.heads[slot] = end;
      this.taken += 1;
    }
    const entry = this.takeEntry();
    this.ordinals[entry] = ordinal;
    this.next[entry] = this.heads[slot] as number;
    this.heads[slot] = entry;
  }

  remove(text: string, ordinal: number): void {
    const slot = this.slotOf(hashText(text));
    let entry = this.heads[slot] as number;
    if (entry === free) return;
    for (let previous = end; entry !== end; previous = entry, entry = this.next[entry] as number) {
      if (this.ordinals[entry] !== ordinal) continue;
      const after = this.next[entry] as number;
      if (previous === end) this.heads[slot] = after;
      else this.next[previous] = after;
      this.next[entry] = this.unused;
      this.unused = entry;
      return;
    }
  }

  /** Ordinals whose text has this hash, in no particular order; those that `accepts` refuses leave no trace. */
  candidates(text: string, accepts?: (ordinal: number) => boolean): number[] {
    const found: number[] = [];
    const head = this.heads[this.slotOf(hashText(text))] as number;
    if (head === free) return found;
    for (let entry = head; entry !== end; entry = this.next[entry] as number) {
      const ordinal = this.ordinals[entry] as number;
      if (accepts === undefined || accepts(ordinal)) found.push(ordinal);
    }
    return found;
  }

  /** The table as arrays. */
  save(): Record<string, Uint32Array<ArrayBuffer>> {
    const { hashes, heads, taken, entries, unused } = this;
    const counts = Uint32Array.of(taken, entries, unused);
    return { hashes, heads, ordinals: this.ordinals.slice(0, entries), next: this.next.slice(0, entries), counts };
  }

  /** Takes over what `save` gave. Returns false, and takes nothing, when the arrays would lead outside themselves, in circles, or to ordinals from `limit` on. */
  load(saved: Readonly<Record<string, Uint32Array<ArrayBuffer>>>, limit: number): boolean {
    if (!isSound(saved, limit)) return false;
    const { hashes, heads, ordinals, next, counts } = saved as ReturnType<KeyTable['save']>;
    this.hashes = hashes as Uint32Array<ArrayBuffer>;
    this.heads = heads as Uint32Array<ArrayBuffer>;
    this.ordinals = ordinals as Uint32Array<ArrayBuffer>;
    this.next = next as Uint32Array<ArrayBuffer>;
    [this.taken, this.entries, this.unused] = counts as unknown as [number, number, number];
    return true;
  }

  private takeEntry(): number {
    if (this.unused !== end) {
      const entry = this.unused;
      this.unused = this.next[entry] as number;
      return entry;
    }
    const entry = this.entries;
    this.entries += 1;
    this.ordinals = growUint32(this.ordinals, this.entries);
    this.next = growUint32(this.next, this.entries);
    return entry;
  }

  private slotOf(hash: number): number {
    const mask = this.heads.length - 1;
    let slot = hash & mask;
    while (this.heads[slot] !== free && this.hashes[slot] !== hash) slot = (slot + 1) & mask;
    return slot;
  }

  private rehash(): void {
    const { hashes, heads } = this;
    this.hashes = new Uint32Array(heads.length * 2);
    this.heads = new Uint32Array(heads.length * 2).fill(free);
    this.taken = 0;
    for (let at = 0; at < heads.length; at += 1) {
      const head = heads[at] as number;
      if (head === free || head === end) continue;
      const slot = this.slotOf(hashes[at] as number);
      this.hashes[slot] = hashes[at] as number;
      this.heads[slot] = head;
      this.taken += 1;
    }
  }
}

function isSound(saved: Readonly<Record<string, Uint32Array | undefined>>, limit: number): boolean {
  const { hashes, heads, ordinals, next, counts } = saved;
  if (hashes === undefined || heads === undefined || ordinals === undefined || next === undefined || counts?.length !== 3) return false;
  const [taken, entries, unused] = counts as unknown as [number, number, number];
  const isPower = heads.length >= 64 && (heads.length & (heads.length - 1)) === 0;
  if (!isPower || hashes.length !== heads.length || ordinals.length !== entries || next.length !== entries) return false;
  const visited = new Uint8Array(entries);
  const isChain = (head: number, isUsed: boolean): boolean => {
    for (let entry = head; entry !== end; entry = next[entry] as number) {
      if (entry >= entries || visited[entry] === 1 || (isUsed && (ordinals[entry] as number) >= limit)) return false;
      visited[entry] = 1;
    }
    return true;
  };
  let used = 0;
  for (const head of heads) {
    if (head === free) continue;
    used += 1;
    if (!isChain(head, true)) return false;
  }
  // A look-up ends at a free slot.
  return used === taken && taken < heads.length && isChain(unused, false);
}
