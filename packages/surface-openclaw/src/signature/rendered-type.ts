import { unknownType } from './signature-limits.js';

/** A schema written as a type. `complete` means that the text leaves nothing out. */
export interface RenderedType {
  readonly text: string;
  readonly complete: boolean;
}

/** A type that says nothing because the schema could not be written. */
export const incompleteUnknown: RenderedType = Object.freeze({ text: unknownType, complete: false });

/** Joins the texts with ` | `, each once, in order. Complete when all parts are. */
export function unionOf(parts: readonly RenderedType[]): RenderedType {
  return {
    text: [...new Set(parts.map((part) => part.text))].join(' | '),
    complete: parts.every((part) => part.complete),
  };
}
