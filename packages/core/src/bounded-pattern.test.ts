import fc from 'fast-check';
import { boundedPattern, linearPattern } from './bounded-pattern.js';
import { JsonSchemaValidator } from './schema-validator.js';

const hostile = 'a'.repeat(40) + 'b';
const timed = (work: () => void): number => {
  const started = performance.now();
  work();
  return performance.now() - started;
};

describe('boundedPattern', () => {
  it.each([
    ['^(a+)+$', hostile],
    ['^(a|aa)*$', hostile],
    ['^(?:(?:a*)*)*$', hostile],
    ['^a*a*a*a*a*a*$', `${'a'.repeat(2000)}b`],
    ['(.*)*x', 'y'.repeat(100_000)],
    ['^([\\w\\s]+)+$', `${' a'.repeat(50_000)}!`],
  ])('refuses a text that %s does not fit within a second', (pattern, text) => {
    expect(timed(() => expect(boundedPattern(pattern).test(text)).toBe(false))).toBeLessThan(1000);
  });

  it('accepts what would take too long where only a backtracking engine has the pattern', () => {
    expect(timed(() => expect(boundedPattern('^(?=(a+)+$)').test(hostile)).toBe(true))).toBeLessThan(1000);
    expect(boundedPattern('^(?=.*\\d)(?=.*[a-z]).+$').test('secret')).toBe(false);
  });

  it('still checks the harmless patterns that look like hostile ones', () => {
    const slug = boundedPattern('^[a-z0-9]+(?:-[a-z0-9]+)*$');
    expect(['a', 'a-b1', '', '-a', 'a--b', 'A'].map((text) => slug.test(text))).toEqual([true, true, false, false, false, false]);
  });

  it.each([
    ['^[\\w-.]+$', 'a-b.c', 'a b'],
    ['^[\\_\\-a]+$', '_-a', 'b'],
    ['^\\@[a-z]+$', '@ab', 'ab'],
    ['^{id}$', '{id}', 'id'],
  ])('takes %s, which is a pattern without the flag u alone, as its author does', (pattern, fitting, other) => {
    expect([fitting, other].map((text) => boundedPattern(pattern).test(text))).toEqual([true, false]);
  });

  it('throws for what is no pattern', () => {
    expect(() => boundedPattern('(')).toThrow(SyntaxError);
  });

  const atom = fc.constantFrom(
    'a',
    'b',
    '.',
    '\\s',
    '\\S',
    '\\w',
    '\\d',
    '\\W',
    '[ab]',
    '[^a]',
    '[\\s-]',
    '[^\\s]',
    '\\u0041',
    '\\.',
    'é',
    '\\p{L}',
  );
  const { pattern } = fc.letrec<{ pattern: string; part: string }>((tie) => ({
    part: fc.oneof(
      { depthSize: 'small' },
      atom,
      fc.tuple(tie('pattern'), fc.constantFrom('', '*', '+', '?', '{1,2}')).map(([inner, count]) => `(?:${inner})${count}`),
      fc.tuple(tie('pattern'), tie('pattern')).map(([left, right]) => `(?:${left}|${right})`),
    ),
    pattern: fc
      .tuple(fc.constantFrom('', '^'), fc.array(tie('part'), { minLength: 1, maxLength: 3 }), fc.constantFrom('', '$'))
      .map(([start, parts, end]) => start + parts.join('') + end),
  }));
  const text = fc.array(fc.constantFrom('a', 'b', 'A', '-', '1', ' ', '\t', '\n', '\u00a0', '\u2003', '\ufeff', '.', 'é', '日'), {
    maxLength: 6,
  });

  it('means the same in linear time as in the engine of JavaScript', () => {
    fc.assert(
      fc.property(pattern, text, (source, letters) => {
        expect(linearPattern(source).test(letters.join(''))).toBe(new RegExp(source, 'u').test(letters.join('')));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('a schema with a hostile pattern [schema-126]', () => {
  it.each([
    ['of a value', { type: 'object', properties: { v: { type: 'string', pattern: '^(a+)+$' } } }, { v: hostile }],
    ['of names', { type: 'object', patternProperties: { '^(a+)+$': {} }, additionalProperties: false }, { [hostile]: 1 }],
    [
      'beside a reference',
      { type: 'object', properties: { v: { $ref: '#/$defs/v' } }, $defs: { v: { pattern: '^(a+)+$' } }, dependentRequired: {} },
      { v: hostile },
    ],
  ])('%s answers within a second and still refuses', (_place, schema, value) => {
    const validator = new JsonSchemaValidator();
    expect(timed(() => expect(validator.compile(schema).check(value)).not.toEqual([]))).toBeLessThan(1000);
  });
});
