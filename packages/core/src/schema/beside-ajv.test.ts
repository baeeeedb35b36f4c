import type { JsonObject, JsonSchema, SchemaIssue } from '@toolrack/contracts';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';
import fc from 'fast-check';
import { JsonSchemaValidator } from '../index.js';

const options = { strict: false, allErrors: true, logger: false, ownProperties: true } as const;
const engines = [
  { $schema: 'http://json-schema.org/draft-07/schema#', ajv: new Ajv(options) },
  { $schema: 'https://json-schema.org/draft/2020-12/schema', ajv: new Ajv2020(options) },
];
for (const { ajv } of engines) addFormatsModule.default(ajv);
const validator = new JsonSchemaValidator();

const text = fc.constantFrom('a', 'b', '\u{1f600}', 'ab', '', 'constructor');
const number = fc.oneof(fc.integer({ min: -2, max: 3 }), fc.constantFrom(0.5, -0, 1e15));
const scalar = fc.oneof(text, number, fc.boolean(), fc.constant(null));
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    scalar,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('value'), { maxKeys: 3 }),
  ),
}));
const typeName = fc.constantFrom('string', 'number', 'integer', 'boolean', 'null', 'array', 'object');
const some = <Value>(arbitrary: fc.Arbitrary<Value>): fc.Arbitrary<unknown> =>
  // One value in sixty is nothing that the keyword takes.
  fc.oneof({ weight: 60, arbitrary }, { weight: 1, arbitrary: fc.constantFrom(null, 'x', -1, 1.5, [], ['a', 'a'], {}, '(') });
/** A few of the keywords: a schema of all of them fits nothing. */
const few = ([whole, picks]: readonly [JsonObject, readonly number[]]): JsonObject => {
  const keys = Object.keys(whole);
  return Object.fromEntries(
    picks.flatMap((pick) => (keys.length === 0 ? [] : [keys[pick % keys.length] as string])).map((key) => [key, whole[key]]),
  );
};
const { schema: part } = fc.letrec<{ schema: JsonSchema }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3 },
    fc.boolean(),
    fc
      .tuple(
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
            format: some(fc.constantFrom('x', 'date', 'email', 'int32')),
            multipleOf: some(fc.constantFrom(1, 2, 0.5)),
            uniqueItems: some(fc.boolean()),
            contains: some(tie('schema')),
            dependencies: some(fc.dictionary(fc.constantFrom('a', 'b'), fc.oneof(tie('schema'), fc.constant(['c'])), { maxKeys: 2 })),
            nullable: fc.boolean(),
          },
          { requiredKeys: [] },
        ) as fc.Arbitrary<JsonObject>,
        fc.array(fc.nat({ max: 99 }), { minLength: 1, maxLength: 4 }),
      )
      .map(few),
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

type Validate = ReturnType<Ajv['compile']>;

function compiled(ajv: Ajv, candidate: JsonObject): Validate | undefined {
  try {
    return ajv.compile(candidate);
  } catch {
    return undefined;
  } finally {
    // Asked again, Ajv takes what it has refused.
    ajv.removeSchema(candidate);
  }
}

/** What Ajv says, in the places of ours; nothing where the code that it made of a schema fails by itself, as it does of some with `unevaluated…` parts. */
function ajvSays(validate: Validate, given: unknown): readonly string[] | undefined {
  try {
    if (validate(given) === true) return [];
  } catch {
    return undefined;
  }
  return (validate.errors ?? []).map(({ instancePath, keyword, params }) => {
    const property = (params as Record<string, string>)['missingProperty'] ?? (params as Record<string, string>)['additionalProperty'];
    return `${instancePath}${property === undefined ? '' : `/${property}`} ${keyword}`;
  });
}

const placesOf = (issues: readonly SchemaIssue[]): readonly string[] => issues.map(({ path, keyword }) => `${path} ${keyword}`);

describe('JsonSchemaValidator beside Ajv', () => {
  it('finds the same issues at the same places, in draft-07 and in 2020-12', () => {
    let [fitting, refused] = [0, 0];
    fc.assert(
      fc.property(schema, fc.array(value, { minLength: 1, maxLength: 6 }), (candidate, values) => {
        if (typeof candidate === 'boolean') return;
        const made = engines.map(({ $schema, ajv }) => {
          const own = { $schema, ...candidate };
          return { own, validate: compiled(ajv, own) };
        });
        // Draft-07 knows no `$defs`, so Ajv's check of the form looks into them in the newer draft alone.
        if (made.some(({ validate }) => validate === undefined)) return;
        for (const { own, validate } of made) {
          for (const given of values) {
            const theirs = ajvSays(validate as Validate, given);
            if (theirs === undefined || theirs.length > 50) continue;
            const ours = placesOf(validator.compile(own).check(given));
            expect([...new Set(ours)].sort()).toEqual([...new Set(theirs)].sort());
            if (ours.length === 0) fitting += 1;
            else refused += 1;
          }
        }
      }),
      { numRuns: 250 },
    );
    expect(Math.min(fitting, refused)).toBeGreaterThan(100);
  });

  it('takes back no schema that Ajv takes, and words issues as Ajv does', () => {
    const own: JsonSchema = {
      type: 'object',
      required: ['a'],
      properties: {
        n: { type: 'integer', minimum: 3, multipleOf: 2 },
        s: { minLength: 2, pattern: '^x', format: 'date' },
        l: { maxItems: 1, uniqueItems: true },
      },
      additionalProperties: false,
    };
    const validate = new Ajv2020(options).compile({
      ...own,
      properties: { ...(own.properties as object), s: { minLength: 2, pattern: '^x' } },
    });
    const given = { n: 1, s: 'a', l: [1, 1], z: 1 };
    validate(given);
    const theirs = (validate.errors ?? []).map(({ message }) => message).sort();
    const ours = validator.compile(own).check(given);
    expect(ours.map(({ message }) => message).sort()).toEqual([...theirs, 'must match format "date"'].sort());
  });
});
