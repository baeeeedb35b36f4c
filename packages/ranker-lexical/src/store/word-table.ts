const free = -1;

/** Remembers a value for each of many words, found by a range of a text, so that looking a word up cuts no string out of the text. */
export class WordTable<Value> {
  private slots = new Int32Array(4096).fill(free);
  private readonly hashes: number[] = [];
  private readonly words: string[] = [];
  private readonly values: Value[] = [];

  /** The value of the word that the text has at `[start, end)`, with the `hash` of `forEachRange`; `make` is asked once a word. */
  get(text: string, start: number, end: number, hash: number, make: (word: string) => Value): Value {
    const mask = this.slots.length - 1;
    // The high bits of FNV are the better ones.
    let slot = (hash ^ (hash >>> 15)) & mask;
    for (let entry = this.slots[slot] as number; entry !== free; entry = this.slots[slot] as number) {
      if (this.hashes[entry] === hash && this.isWord(entry, text, start, end)) return this.values[entry] as Value;
      slot = (slot + 1) & mask;
    }
    const word = text.slice(start, end);
    const value = make(word);
    this.slots[slot] = this.words.length;
    this.hashes.push(hash);
    this.words.push(word);
    this.values.push(value);
    if (this.words.length * 2 > this.slots.length) this.grow();
    return value;
  }

  private isWord(entry: number, text: string, start: number, end: number): boolean {
    const word = this.words[entry] as string;
    return word.length === end - start && text.startsWith(word, start);
  }

  get size(): number {
    return this.words.length;
  }

  clear(): void {
    this.slots.fill(free);
    this.hashes.length = 0;
    this.words.length = 0;
    this.values.length = 0;
  }

  private grow(): void {
    this.slots = new Int32Array(this.slots.length * 2).fill(free);
    const mask = this.slots.length - 1;
    this.hashes.forEach((hash, entry) => {
      let slot = (hash ^ (hash >>> 15)) & mask;
      while (this.slots[slot] !== free) slot = (slot + 1) & mask;
      this.slots[slot] = entry;
    });
  }
}
