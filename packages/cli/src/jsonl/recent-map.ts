/** A map that forgets the entry that was set longest ago when it holds too many. */
export class RecentMap<Value> {
  private readonly values = new Map<string, Value>();

  constructor(private readonly capacity: number) {}

  get(key: string): Value | undefined {
    return this.values.get(key);
  }

  set(key: string, value: Value): void {
    this.values.delete(key);
    this.values.set(key, value);
    if (this.values.size > this.capacity) this.values.delete(this.values.keys().next().value as string);
  }

  delete(key: string): void {
    this.values.delete(key);
  }

  entries(): IterableIterator<[string, Value]> {
    return this.values.entries();
  }

  find(isWanted: (value: Value, key: string) => boolean): Value | undefined {
    for (const [key, value] of this.values) if (isWanted(value, key)) return value;
    return undefined;
  }
}
