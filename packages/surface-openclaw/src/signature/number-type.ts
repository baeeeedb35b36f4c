import { type JsonObject } from '@toolrack/contracts';
import { incompleteUnknown, type RenderedType } from './rendered-type.js';

const bounds = [
  ['minimum', '>='],
  ['maximum', '<='],
  ['exclusiveMinimum', '>'],
  ['exclusiveMaximum', '<'],
] as const;

/** `number`, with its constraints as a comment when asked for; unknown when a bound is not a finite number. */
export function numberType(schema: JsonObject, isInteger: boolean, annotate: boolean): RenderedType {
  const constraints = isInteger ? ['integer'] : [];
  for (const [keyword, sign] of bounds) {
    const bound = schema[keyword];
    if (bound === undefined) continue;
    if (typeof bound !== 'number' || !Number.isFinite(bound)) return incompleteUnknown;
    constraints.push(`${sign} ${bound}`);
  }
  const comment = annotate && constraints.length > 0 ? ` /* ${constraints.join(', ')} */` : '';
  return { text: `number${comment}`, complete: true };
}
