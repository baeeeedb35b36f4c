import { canonicalJson, type JsonValue } from '@toolrack/contracts';
import { fail, type Frame, type Keyword } from './evaluation.js';
import { longestFormatted } from './text-formats.js';
import { isNumber, isObject, sizeOf } from './value-tests.js';

const types: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: isNumber,
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  array: Array.isArray,
  object: isObject,
};

/** `must be an integer, an array or null`. */
function typesText(names: readonly string[]): string {
  if (names.length === 1) return `must be ${names[0]}`;
  const named = names.map((name) => (name === 'null' ? 'null' : `${/^[aio]/u.test(name) ? 'an' : 'a'} ${name}`));
  return `must be ${named.slice(0, -1).join(', ')} or ${named.at(-1)}`;
}

/** A bound of numbers. */
const bound =
  (name: string, comparison: string, fits: (value: number, limit: number) => boolean): Keyword =>
  (limit, value, frame) =>
    !isNumber(value) ||
    fits(value, limit as number) ||
    fail(frame, name, `must be ${comparison} ${limit as number}`, { comparison, limit });

/** The canonical form of a value, at the price of its size (measured: 0.6 microseconds and 0.2 for each unit of size). */
export function canonical(value: unknown, frame: Frame): string {
  if (typeof value === 'string' && value.length < 100) {
    frame.evaluation.spend(4);
    return JSON.stringify(value);
  }
  frame.evaluation.spend(12 + 4 * sizeOf(value));
  return canonicalJson(value as JsonValue);
}

/** Characters of a text; a surrogate pair is one. */
function characters(text: string): number {
  let count = text.length;
  for (let index = 1; index < text.length; index += 1) {
    if ((text.charCodeAt(index) & 0xfc00) !== 0xdc00 || (text.charCodeAt(index - 1) & 0xfc00) !== 0xd800) continue;
    count -= 1;
    index += 1;
  }
  return count;
}

/** A bound of a length. Characters are counted only where the code units leave it open: a character has one or two. */
const length =
  (name: string, than: string, fits: (counted: number, limit: number) => boolean): Keyword =>
  (given, value, frame) => {
    if (typeof value !== 'string') return true;
    const limit = given as number;
    const [fewest, most] = [fits(Math.ceil(value.length / 2), limit), fits(value.length, limit)];
    if (fewest !== most) frame.evaluation.spend(value.length / 8);
    if (fewest === most ? most : fits(characters(value), limit)) return true;
    return fail(frame, name, `must NOT have ${than} than ${limit} characters`, { limit });
  };

/** Doubles cannot say most decimal fractions, so what is nearly a multiple is one. */
function isMultiple(value: number, of: number): boolean {
  const ratio = value / of;
  return Number.isFinite(ratio) && Math.abs(ratio - Math.round(ratio)) <= Number.EPSILON * 4 * Math.max(1, Math.abs(ratio));
}

/** Keywords about a value as such. */
export const valueKeywords: Readonly<Record<string, Keyword>> = {
  type: (given, value, frame) => {
    const names = (typeof given === 'string' ? [given] : given) as readonly string[];
    frame.evaluation.spend(names.length);
    if (names.some((name) => types[name]?.(value)) || (value === null && frame.schema['nullable'] === true)) return true;
    return fail(frame, 'type', typesText(names), { type: given });
  },
  const: (wanted, value, frame) => {
    const isScalar = typeof wanted !== 'object' || wanted === null;
    if (isScalar ? value === wanted : canonical(wanted, frame) === canonical(value, frame)) return true;
    return fail(frame, 'const', 'must be equal to constant', { allowedValue: wanted });
  },
  enum: (values, value, frame) => {
    const allowed = frame.evaluation.plan.enumOf(values as readonly JsonValue[]);
    if (value !== undefined && allowed.has(canonical(value, frame))) return true;
    return fail(frame, 'enum', 'must be equal to one of the allowed values', { allowedValues: values });
  },
  minimum: bound('minimum', '>=', (value, limit) => value >= limit),
  maximum: bound('maximum', '<=', (value, limit) => value <= limit),
  exclusiveMinimum: bound('exclusiveMinimum', '>', (value, limit) => value > limit),
  exclusiveMaximum: bound('exclusiveMaximum', '<', (value, limit) => value < limit),
  multipleOf: (of, value, frame) =>
    !isNumber(value) ||
    isMultiple(value, of as number) ||
    fail(frame, 'multipleOf', `must be multiple of ${of as number}`, { multipleOf: of }),
  minLength: length('minLength', 'fewer', (counted, limit) => counted >= limit),
  maxLength: length('maxLength', 'more', (counted, limit) => counted <= limit),
  pattern: (pattern, value, frame) =>
    typeof value !== 'string' ||
    matches(pattern as string, value, frame) ||
    fail(frame, 'pattern', `must match pattern "${pattern as string}"`, { pattern }),
  format: (format, value, frame) => {
    const test = frame.evaluation.plan.format(format as string);
    if (test === undefined) return true;
    // Some take time that grows with the square of the length: 4,096 characters may take 7 milliseconds.
    if (typeof value === 'string' && value.length <= longestFormatted) frame.evaluation.spend(value.length + value.length ** 2 / 120);
    return test(value) || fail(frame, 'format', `must match format "${format as string}"`, { format });
  },
};

/** Whether a text matches; what cannot be told in bounded time matches. */
export function matches(pattern: string, text: string, { evaluation }: Frame): boolean {
  evaluation.spend(2);
  try {
    return evaluation.plan.pattern(pattern)?.test(text, evaluation.spend) ?? true;
  } catch (error) {
    if (error instanceof SyntaxError) return true;
    throw error;
  }
}
