/** Bounds of one kind of signature. Lengths are UTF-16 code units; the root schema has depth 0. */
export interface SignatureLimits {
  readonly characters: number;
  readonly properties: number;
  readonly depth: number;
  /** Write the bounds of numbers as a comment. */
  readonly annotateNumbers: boolean;
  /** Order of property names inside the required and the optional group. */
  readonly order: (left: string, right: string) => number;
  /** Drop properties until the mark for "and more" fits; without it such a text passes the limit, as in OpenClaw. */
  readonly makesRoom: boolean;
}

/** Code-unit order: the same bytes in every locale. */
export function byCodeUnit(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Bounds of the `input` signature (OpenClaw 2026.9.6). */
export const inputLimits: SignatureLimits = Object.freeze({
  characters: 300,
  properties: 16,
  depth: 4,
  annotateNumbers: true,
  order: byCodeUnit,
  makesRoom: false,
});

/** Bounds of the `output` hint (OpenClaw 2026.9.6): six levels, the root among them. */
export const outputLimits: SignatureLimits = Object.freeze({
  characters: 800,
  properties: 22,
  depth: 5,
  annotateNumbers: false,
  order: byCodeUnit,
  makesRoom: false,
});

/** Longest property name that is written, in UTF-16 code units. */
export const propertyNameLimit = 128;
/** Most variants of a union that are looked at, and most values of a literal union. */
export const variantLimit = 8;
/** Most structural (not literal) variants of a union. */
export const structuralVariantLimit = 5;
/** Longest literal union, in UTF-16 code units. */
export const literalUnionLimit = 96;

/** The type that says nothing. */
export const unknownType = 'unknown';
