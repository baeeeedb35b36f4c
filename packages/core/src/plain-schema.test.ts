import type { JsonObject, JsonSchema } from '@toolrack/contracts';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { plainSchema } from './plain-schema.js';

const options = { strict: false, allErrors: true, logger: false } as const;
const engines = [new Ajv(options), new Ajv2020(options)];

const text = fc.constantFrom('a', 'b', '\u{1f600}', 'ab', '', 'constructor');
const number = fc.oneof(fc.integer({ min: -2, max: 3 }), fc.constantFrom(0.5, -0, 1e21));
const scalar = fc.oneof(text, number, fc.boolean(), fc.constant(null));
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    scalar,
    fc.constantFrom(undefined, Number.NaN, Number.POSITIVE_INFINITY),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('value'), { maxKeys: 3 }),
  ),
}));
const typeName = fc.constantFrom('string', 'number', 'integer', 'boolean', 'null', 'array', 'object');
const some = <Value>(arbitrary: fc.Arbitrary<Value>): fc.Arbitrary<unknown> =>
  // One value in eight is nothing that the keyword takes.
  fc.oneof({ weight: 7, arbitrary }, { weight: 1, arbitrary: fc.constantFrom(null, 'x', -1, 1.5, [], ['a', 'a'], {}, '(') });
const { schema: part } = fc.letrec<{ schema: JsonSchema }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3 },
    fc.boolean(),
    fc.record(
      {
        type: some(fc.oneof(typeName, fc.uniqueArray(typeName, { minLength: 1, maxLength: 3 }))),
        enum: some(fc.uniqueArray(scalar, { minLength: 1, maxLength: 4 })),
        const: some(scalar),
        required: some(fc.uniqueArray(fc.constantFrom('a', 'b', 'constructor'), { maxLength: 2 })),
        properties: some(fc.dictionary(fc.constantFrom('a', 'b', 'constructor'), tie('schema'), { maxKeys: 3 })),
        additionalProperties: some(tie('schema')),
        items: some(tie('schema')),
        minimum: some(number),
        exclusiveMaximum: some(number),
        minLength: some(fc.nat(2)),
        maxLength: some(fc.nat(2)),
        minItems: some(fc.nat(2)),
        maxItems: some(fc.nat(2)),
        pattern: some(fc.constantFrom('^a', 'b$', '\\p{L}', '.')),
        anyOf: some(fc.array(tie('schema'), { minLength: 1, maxLength: 3 })),
        allOf: some(fc.array(tie('schema'), { minLength: 1, maxLength: 3 })),
        oneOf: some(fc.array(tie('schema'), { minLength: 1, maxLength: 3 })),
        not: some(tie('schema')),
        if: some(tie('schema')),
        then: some(tie('schema')),
        else: some(tie('schema')),
        patternProperties: some(fc.dictionary(fc.constantFrom('^a', 'b$', 'a|c'), tie('schema'), { maxKeys: 2 })),
        propertyNames: some(tie('schema')),
        minProperties: some(fc.nat(2)),
        maxProperties: some(fc.nat(2)),
        title: some(text),
        format: some(fc.constant('x')),
      },
      { requiredKeys: [] },
    ) as fc.Arbitrary<JsonObject>,
  ),
}));

const reference = fc.constantFrom('#/$defs/one', '#/$defs/two').map(($ref) => ({ description: 'a', $ref }));
/** A schema with definitions that it refers to. */
const schema: fc.Arbitrary<JsonSchema> = fc.oneof(
  part,
  fc
    .record({
      one: part,
      two: fc.oneof(part, fc.constant({ type: 'array', items: { $ref: '#/$defs/one' } })),
      first: part,
      second: reference,
    })
    .map(({ one, two, first, second }) => ({ $defs: { one, two }, properties: { a: first, b: second }, additionalProperties: second })),
);

describe('plainSchema', () => {
  it('accepts what Ajv accepts, in draft-07 and in 2020-12', () => {
    let judged = 0;
    fc.assert(
      fc.property(schema, fc.array(value, { minLength: 1, maxLength: 6 }), (candidate, values) => {
        const accepts = plainSchema(candidate);
        if (accepts === undefined) return;
        judged += 1;
        for (const engine of engines) {
          const validate = engine.compile(candidate);
          for (const given of values) expect([given, accepts(given)]).toEqual([given, validate(given)]);
        }
      }),
      { numRuns: 800 },
    );
    expect(judged).toBeGreaterThan(100);
  });

  it.each<[string, JsonSchema]>([
    ['a reference to the root', { $ref: '#' }],
    ['a reference to nothing', { $ref: '#/$defs/a' }],
    ['a recursive definition', { $ref: '#/$defs/a', $defs: { a: { properties: { b: { $ref: '#/$defs/a' } } } } }],
    ['a recursive definition of a property', { properties: { a: { $ref: '#/$defs/a' } }, $defs: { a: { items: { $ref: '#/$defs/a' } } } }],
    ['keywords beside a reference', { properties: { a: { $ref: '#/$defs/a', type: 'string' } }, $defs: { a: {} } }],
    ['a format', { type: 'string', format: 'date' }],
    ['a pattern that is none', { pattern: '(' }],
    ['a type that is none', { type: 'text' }],
    ['a tuple of draft-07', { items: [{ type: 'string' }] }],
    ['an asynchronous schema', { $async: true, type: 'object' }],
    ['a broken schema of a property that is not given', { properties: { a: { minimum: 'x' } } }],
    ['an unknown keyword deep inside', { anyOf: [{ not: { properties: { a: { contains: true } } } }] }],
  ])('leaves %s to Ajv', (_what, candidate) => {
    expect(plainSchema(candidate)).toBeUndefined();
  });
});
