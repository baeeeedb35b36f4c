import { shownValue } from './shown-value.js';

describe('a value that a message names', () => {
  it('is shown as JSON, and cut where it is long', () => {
    expect([null, 3, 'a"b', { a: [true] }].map((value) => shownValue(value))).toEqual(['null', '3', '"a\\"b"', '{"a":[true]}']);
    expect(shownValue('x'.repeat(1_000), 5)).toBe('"xxxx…');
    expect(shownValue(undefined)).toBe('undefined');
  });

  it('is named by its kind where it cannot be written', () => {
    expect(shownValue(JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`))).toBe('an array');
    expect(shownValue(1n)).toBe('a value of the type bigint');
    const cycle: Record<string, unknown> = {};
    cycle['self'] = cycle;
    expect(shownValue(cycle)).toBe('a value of the type object');
  });
});
