import { type JsonObject } from '@toolrack/contracts';
import { parsedObject } from './control-arguments.js';

/** Keys that a model names a tool by, in the order in which they are asked. */
export const selectorKeys = ['id', 'toolId', 'name'] as const;

/**
 * Lifts arguments that were wrapped once more in `args` or `input` while no selector stands outside. The first selector
 * inside must be a non-blank string; outer keys stay.
 */
export function hoisted(input: JsonObject): JsonObject {
  if (selectorKeys.some((key) => key in input)) return input;
  const wrapper = (['args', 'input'] as const).find((key) => parsedObject(input[key]) !== undefined);
  if (wrapper === undefined) return input;
  const inner = parsedObject(input[wrapper]) as JsonObject;
  const key = selectorKeys.find((candidate) => inner[candidate] !== undefined && inner[candidate] !== null);
  const id = key === undefined ? undefined : inner[key];
  if (typeof id !== 'string' || id.trim() === '') return input;
  const { [wrapper]: _, ...outer } = input;
  return { ...outer, ...inner, id };
}
