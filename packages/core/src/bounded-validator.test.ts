import { Ajv2020 } from 'ajv/dist/2020.js';
import type { JsonSchema, SchemaValidator } from '@toolrack/contracts';
import { boundedValidator, JsonSchemaValidator } from './index.js';

/** A validator as a plugin may bring one: it compiles, and bounds nothing. */
const inner: SchemaValidator & { compiled: number } = {
  compiled: 0,
  compile(schema) {
    this.compiled += 1;
    const validate = new Ajv2020({ strict: false, logger: false }).compile(schema as object);
    return { check: (value) => (validate(value) ? [] : [{ path: '', keyword: 'inner', message: 'no', params: {} }]) };
  },
};
const validator = boundedValidator(inner);
const keywords = (schema: JsonSchema, value: unknown): readonly string[] =>
  validator
    .compile(schema)
    .check(value)
    .map(({ keyword }) => keyword);
const properties = (count: number, schema: JsonSchema) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, schema]));
const laughs = (levels: number, keyword: string) =>
  Object.fromEntries(
    Array.from({ length: levels }, (_, level) => {
      const next = { $ref: `#/$defs/d${level + 1}` };
      return [`d${level}`, level === levels - 1 ? { type: 'integer' } : { [keyword]: [next, next, next] }];
    }),
  );
const cpuMs = (work: () => void): number => {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};

describe('a validator of a plugin', () => {
  it('judges everyday schemas itself', () => {
    expect(keywords({ type: 'object', required: ['a'] }, {})).toEqual(['inner']);
    expect(keywords({ type: 'object', required: ['a'] }, { a: 1 })).toEqual([]);
  });

  it('never sees a schema that would take long to compile', () => {
    const { compiled } = inner;
    const large = { type: 'object', properties: properties(4_000, { type: 'string' }) };
    let found: readonly string[] = [];
    expect(cpuMs(() => (found = keywords(large, { p7: 1 })))).toBeLessThan(1_000);
    expect([found, inner.compiled]).toEqual([['type'], compiled]);
    expect(keywords({ ...large, required: 'nothing' }, {})).toEqual([]);
  });

  it.each(['anyOf', 'oneOf', 'allOf'])(
    'never sees a value that would take for ever: %s of references to the same [issue7:6]',
    (keyword) => {
      const schema = { $ref: '#/$defs/d0', $defs: laughs(30, keyword) };
      let found: readonly string[] = [];
      expect(cpuMs(() => (found = keywords(schema, 'x')))).toBeLessThan(1_500);
      expect(found).toEqual(['work']);
    },
  );

  it('is left as it is when it is our own', () => {
    const ours = new JsonSchemaValidator();
    expect(boundedValidator(ours)).toBe(ours);
  });
});
