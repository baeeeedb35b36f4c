/** How far JSON goes. */
export interface JsonExtent {
  /** Levels of objects and lists inside of each other. */
  readonly levels: number;
  readonly values: number;
}

/** Measures JSON without a stack, so that it can be asked before anything that needs one. Stops counting at `mostLevels` and `mostValues`. */
export function jsonExtent(value: unknown, mostLevels: number, mostValues: number): JsonExtent {
  let level = [value];
  let [levels, values] = [0, 1];
  for (;;) {
    const below: unknown[] = [];
    let isNested = false;
    for (const node of level) {
      if (typeof node !== 'object' || node === null) continue;
      isNested = true;
      for (const key in node) below.push((node as Record<string, unknown>)[key]);
    }
    if (!isNested) return { levels, values };
    levels += 1;
    values += below.length;
    if (levels > mostLevels || values > mostValues) return { levels, values };
    level = below;
  }
}
