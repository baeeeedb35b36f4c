/** Which members and items of a value a schema has looked at, for `unevaluatedProperties` and `unevaluatedItems`. */
export class EvaluatedParts {
  private readonly names = new Set<string>();
  private readonly items = new Set<number>();
  private allNames = false;
  /** All items before this place. */
  private itemsBefore = 0;

  name(name: string): void {
    this.names.add(name);
  }

  everyName(): void {
    this.allNames = true;
  }

  item(place: number): void {
    this.items.add(place);
  }

  itemsUpTo(end: number): void {
    this.itemsBefore = Math.max(this.itemsBefore, end);
  }

  hasName(name: string): boolean {
    return this.allNames || this.names.has(name);
  }

  hasItem(place: number): boolean {
    return place < this.itemsBefore || this.items.has(place);
  }

  /** Takes over what another one has; answers how much work that was. */
  add(other: EvaluatedParts): number {
    if (other.allNames) this.allNames = true;
    this.itemsUpTo(other.itemsBefore);
    for (const name of other.names) this.names.add(name);
    for (const place of other.items) this.items.add(place);
    return other.names.size + other.items.size;
  }
}
