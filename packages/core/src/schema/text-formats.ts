import { fullFormats } from 'ajv-formats/dist/formats.js';

/** Longer texts are not looked at: some formats take time that grows with the square of the length, and no real value is longer. */
export const longestFormatted = 4096;

/** True when a text or a number has the format; `undefined` for a format that is not known or says nothing. */
export function formatTest(name: string): ((value: unknown) => boolean) | undefined {
  if (!Object.hasOwn(fullFormats, name)) return undefined;
  const format = fullFormats[name as keyof typeof fullFormats];
  if (typeof format === 'boolean') return undefined;
  const isOfNumbers = typeof format === 'object' && 'type' in format && format.type === 'number';
  const test = testOf(format);
  if (isOfNumbers) return (value) => typeof value !== 'number' || test(value);
  return (value) => typeof value !== 'string' || value.length > longestFormatted || test(value);
}

function testOf(format: unknown): (value: unknown) => boolean {
  if (format instanceof RegExp) return (value) => format.test(String(value));
  if (typeof format === 'function') return format as (value: unknown) => boolean;
  return testOf((format as { readonly validate: unknown }).validate);
}
