import type { JsonSchema } from '@toolrack/contracts';
import { JsonSchemaValidator, withoutPatterns } from './index.js';

const validator = new JsonSchemaValidator();
const paths = (schema: JsonSchema, value: unknown): string[] =>
  validator
    .compile(schema)
    .check(value)
    .map((issue) => `${issue.path} ${issue.keyword}`);

describe('JsonSchemaValidator', () => {
  it('speaks draft-07, 2019-09 and 2020-12', () => {
    const draft7 = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      items: [{ type: 'string' }, { type: 'number' }],
      additionalItems: false,
    };
    expect([paths(draft7, ['a', 1]), paths(draft7, ['a', 1, 2])]).toEqual([[], [' additionalItems']]);
    const draft2019 = {
      $schema: 'https://json-schema.org/draft/2019-09/schema',
      type: 'object',
      dependentRequired: { a: ['b'] },
      properties: { a: {} },
      unevaluatedProperties: false,
    };
    expect([paths(draft2019, { b: 1 }), paths({ ...draft2019, unevaluatedProperties: true }, { a: 1 })]).toEqual([
      ['/b unevaluatedProperties'],
      ['/b dependentRequired'],
    ]);
    const draft2020 = { $schema: 'https://json-schema.org/draft/2020-12/schema', prefixItems: [{ type: 'string' }], items: false };
    expect([paths(draft2020, ['a']), paths(draft2020, ['a', 1])]).toEqual([[], [' items']]);
  });

  it('says in words which of several types are wanted', () => {
    const message = (type: JsonSchema | readonly string[]) => validator.compile({ type }).check('x')[0]?.message;
    expect(message(['integer', 'null'])).toBe('must be an integer or null');
    expect(message(['array', 'number', 'object'])).toBe('must be an array, a number or an object');
    expect([message(['integer']), message('integer' as never)]).toEqual(['must be integer', 'must be integer']);
  });

  it('takes an undeclared draft-07 tuple as draft-07', () => {
    expect(paths({ type: 'array', items: [{ type: 'string' }] }, [1])).toEqual(['/0 type']);
  });

  it('follows $ref, $defs and recursion', () => {
    const tree: JsonSchema = {
      $ref: '#/$defs/node',
      $defs: {
        node: {
          type: 'object',
          required: ['value'],
          properties: { value: { type: 'number' }, children: { type: 'array', items: { $ref: '#/$defs/node' } } },
        },
      },
    };
    expect(paths(tree, { value: 1, children: [{ value: 2, children: [] }] })).toEqual([]);
    expect(paths(tree, { value: 1, children: [{ children: [] }] })).toEqual(['/children/0/value required']);
    expect(paths({ type: 'object', properties: { self: { $ref: '#' } } }, { self: { self: 1 } })).toEqual(['/self/self type']);
  });

  it('takes boolean schemas', () => {
    expect([paths(true, 1), paths(false, 1), paths({ properties: { a: false } }, { a: 1 })]).toEqual([
      [],
      [' false schema'],
      ['/a false schema'],
    ]);
  });

  it('lets two tools use one $id', () => {
    const id = 'https://example.invalid/tool.json';
    expect(paths({ $id: id, type: 'string' }, 1)).toEqual([' type']);
    expect(paths({ $id: id, type: 'number' }, 1)).toEqual([]);
    expect(paths({ $id: id, type: 'object', properties: { x: { $id: `${id}#x`, type: 'string' } } }, { x: 1 })).toEqual(['/x type']);
  });

  it.each([
    ['an unknown type', { type: 'nonsense' }],
    ['an external reference', { $ref: 'https://example.invalid/x.json' }],
    ['an empty enum', { enum: [] }],
    ['a broken pattern', { type: 'string', pattern: '(' }],
    ['an asynchronous schema', { $async: true, type: 'string' }],
  ])('refuses %s with a reason and goes on', (_what, schema) => {
    expect(() => validator.compile(schema)).toThrow(/\S/u);
    expect(paths({ type: 'string' }, 'x')).toEqual([]);
  });

  it('escapes property names in paths and reports every issue', () => {
    expect(paths({ type: 'object', required: ['a/b', 'c~d'], additionalProperties: false }, { e: 1 }).sort()).toEqual([
      '/a~1b required',
      '/c~0d required',
      '/e additionalProperties',
    ]);
  });

  it.each(['constructor', 'toString', 'hasOwnProperty', '__proto__'])('takes %s for a member only where it was given', (name) => {
    const parsed = (text: string): unknown => JSON.parse(text.replace('NAME', name));
    const optional = parsed(
      '{"type":"object","properties":{"NAME":{"type":"string"},"year":{"type":"integer"}},"additionalProperties":false}',
    );
    const required = parsed('{"type":"object","required":["NAME"]}');
    for (const extra of [{}, { dependentRequired: {} }]) {
      expect(paths({ ...(optional as object), ...extra }, { year: 2020 })).toEqual([]);
      expect(paths({ ...(optional as object), ...extra }, parsed('{"NAME":1}'))).not.toEqual([]);
      expect(paths({ ...(required as object), ...extra }, {})).toEqual([`/${name} required`]);
      expect(paths({ ...(required as object), ...extra }, parsed('{"NAME":1}'))).toEqual([]);
    }
  });

  it('keeps a compiled schema by content, whatever the key order', () => {
    expect(validator.compile({ type: 'string', minLength: 2 })).toBe(validator.compile({ minLength: 2, type: 'string' }));
  });

  it('does not grow without bound', () => {
    for (let count = 0; count < 1500; count++) validator.compile({ const: count });
    const { kept } = validator as unknown as { kept: Map<string, unknown> };
    expect(kept.size).toBeLessThanOrEqual(1024);
  });
});

describe('withoutPatterns', () => {
  it('removes what runs code of the schema, at every depth, but no property of that name', () => {
    const schema = {
      properties: { pattern: { type: 'string', pattern: '^(a+)+$', format: 'email' } },
      patternProperties: { x: {} },
      enum: [{ pattern: 'kept' }],
    };
    expect(withoutPatterns(schema)).toEqual({ properties: { pattern: { type: 'string' } }, enum: [{ pattern: 'kept' }] });
    expect(withoutPatterns(false)).toBe(false);
  });
});
