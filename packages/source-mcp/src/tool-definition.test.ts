import type { JsonObject, JsonValue } from '@toolrack/contracts';
import fc from 'fast-check';
import { readTool } from './tool-definition.js';

const read = (value: unknown): Extract<ReturnType<typeof readTool>, { kind: 'tool' }> => {
  const result = readTool(value, 0);
  if (result.kind !== 'tool') throw new Error(JSON.stringify(result));
  return result;
};
const withInput = (inputSchema: unknown): ReturnType<typeof read> => read({ name: 't', inputSchema });
const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({ type: 'object', properties, ...more });

describe('definitions', () => {
  it('keep name, title, description, schemas and annotations, and nothing else', () => {
    const tool = {
      name: 'a',
      title: 'A',
      description: 'Does a.',
      inputSchema: object({}),
      outputSchema: object({}),
      annotations: { readOnlyHint: true },
    };
    const result = read({ ...tool, icons: [], execution: { taskSupport: 'required' }, _meta: {} });
    expect(result).toEqual({ kind: 'tool', tool, facts: { taskSupport: 'required' }, problems: [] });
  });

  it.each([
    [undefined, 'not an object'],
    [null, 'not an object'],
    [[], 'not an object'],
    ['x', 'not an object'],
    [{}, 'no name'],
    [{ name: 7 }, 'no name'],
    [{ name: '' }, 'name is empty'],
    [{ name: '  ' }, 'name is empty'],
  ])('%j is lost alone, with its place in the list', (value, reason) => {
    expect(readTool(value, 4)).toEqual({ kind: 'lost', name: '#5', reason: expect.stringContaining(reason) });
  });

  it('meant for an app only are left out without a word', () => {
    const hidden = { name: 'x', _meta: { ui: { visibility: ['app'] } } };
    expect(readTool(hidden, 0)).toEqual({ kind: 'hidden' });
    expect(read({ name: 'x', _meta: { ui: { visibility: ['model', 'app'] } } }).tool.name).toBe('x');
    expect(read({ name: 'x', _meta: { ui: { resourceUri: 'ui://x' } } }).tool.name).toBe('x');
  });

  it('lose a description, title, output schema or annotations of the wrong form, and say so', () => {
    const result = read({ name: 'x', title: 1, description: {}, inputSchema: object({}), outputSchema: [], annotations: 'x' });
    expect(result.tool).toEqual({ name: 'x', inputSchema: object({}) });
    expect(result.problems).toHaveLength(4);
  });

  it('always give a listable tool or a reason, whatever a server sends', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), fc.string(), (inputSchema, rest, name) => {
        const extra = typeof rest === 'object' && !Array.isArray(rest) ? rest : {};
        const result = readTool({ ...extra, name, inputSchema }, 0);
        if (result.kind !== 'tool') return result.kind === 'hidden' || result.reason !== '';
        const schema = result.tool.inputSchema;
        return typeof schema === 'object' && schema['type'] === 'object' && JSON.stringify(result.tool) !== undefined;
      }),
    );
  });
});

describe('input schemas', () => {
  it.each<[string, JsonObject]>([
    ['root anyOf [schema-097]', object({ route: { type: 'string' } }, { anyOf: [{ required: ['route'] }, { required: ['file'] }] })],
    ['root anyOf beside required [schema-099]', object({ a: {}, b: {} }, { required: ['a'], anyOf: [{ required: ['b'] }] })],
    [
      'recursion [schema-103]',
      object(
        { root: { $ref: '#/$defs/node' } },
        { $defs: { node: object({ children: { type: 'array', items: { $ref: '#/$defs/node' } } }) } },
      ),
    ],
    [
      'references to pointers, anchors, ids and meta-schemas',
      object(
        {
          a: { $ref: '#/$defs/a~1b%20c' },
          b: { $ref: '#here' },
          c: { $ref: 'other.json' },
          d: { $ref: 'other.json#/$defs/x' },
          e: { $ref: 'http://json-schema.org/draft-07/schema#' },
          f: { $ref: '#' },
          g: { $ref: '#old' },
        },
        {
          $id: 'https://example.invalid/root.json',
          $defs: { 'a/b c': true, here: { $anchor: 'here' }, other: { $id: 'https://example.invalid/other.json' }, old: { $id: '#old' } },
        },
      ),
    ],
    ['a property named $ref', object({ $ref: { type: 'string' } }, { default: { $ref: 'nowhere' } })],
    ['tuples [schema-112]', object({ point: { type: 'array', prefixItems: [{ type: 'number' }], items: false, minItems: 2 } })],
    ['a property that must be absent [schema-114]', object({ a: { type: 'string' }, legacy: false })],
    ['additionalProperties false [schema-116]', object({ filter: object({ k: {} }, { additionalProperties: false }) })],
    ['unicode patterns [schema-122]', object({ name: { type: 'string', pattern: '^[\\p{L}\\p{N}_ .-]+$' } })],
    ['odd patterns [schema-124]', object({ p: { type: 'string', pattern: '^[a-z=[\\]{}]*$' } })],
    ['dangerous patterns [schema-126]', object({ v: { type: 'string', pattern: '^(a+)+$' } })],
    ['type lists [schema-127]', object({ languages: { type: ['array', 'null'], items: { type: 'string' } } })],
    ['OpenAPI words [schema-129]', object({ due: { type: 'string', format: 'date', nullable: true } })],
    ['null in an enum [schema-131]', object({ status: { type: ['string', 'null'], enum: ['pending', null] } })],
    [
      'contradictory branches [schema-133]',
      object({
        level: {
          anyOf: [
            { type: 'string', enum: ['A'] },
            { type: 'null', enum: ['A'] },
          ],
        },
      }),
    ],
    ['long keys [schema-135]', object({ ['k'.repeat(80)]: { type: 'string' }, $vectorSearch: {}, '{{userName}}': {} })],
    ['nested arrays [schema-137]', object({ values: { type: ['array', 'null'], items: { type: ['array', 'null'], items: {} } } })],
    [
      'a property named like a keyword',
      object({ required: { type: 'boolean' }, enum: { type: 'string' }, properties: { type: 'object' } }),
    ],
    ['a foreign key at the root, as hostinger has it', object({}, { id: 'https://example.invalid/tool' })],
  ])('with %s stay as they came', (_title, schema) => {
    expect(withInput(schema)).toMatchObject({ tool: { inputSchema: schema }, problems: [] });
    expect(JSON.stringify(withInput(schema).tool.inputSchema)).toBe(JSON.stringify(schema));
  });

  it('of a draft are left to that draft [schema-108]', () => {
    const outputSchema = object({ out: { type: 'string' } }, { $schema: 'http://json-schema.org/draft-07/schema#' });
    expect(read({ name: 't', inputSchema: object({}), outputSchema }).tool.outputSchema).toEqual(outputSchema);
  });

  it('lose a reference that leads nowhere, and only that: its place is unconstrained and named [schema-101]', () => {
    const outputSchema = object({ screen: { $ref: '#/$defs/ScreenInstance', description: 'A screen' }, n: { type: 'number' } });
    const result = read({ name: 't', inputSchema: object({}), outputSchema });
    expect(result.tool.outputSchema).toEqual(object({ screen: { description: 'A screen' }, n: { type: 'number' } }));
    expect(result.problems).toEqual(['outputSchema#/properties/screen/$ref leads to nothing in this schema and is ignored']);
  });

  it.each<JsonValue>([
    'http://169.254.169.254/latest/meta-data/',
    'file:///etc/hostname',
    'other.json',
    '#/$defs/none',
    '#/required/0',
    '#/properties/a/type',
    '#nowhere',
    '#/%',
    7,
    null,
  ])('are not looked for elsewhere: %j is ignored [schema-105]', ($ref) => {
    const result = withInput(object({ a: { $ref, type: 'string' } }, { required: ['a'] }));
    expect(result.tool.inputSchema).toEqual(object({ a: { type: 'string' } }, { required: ['a'] }));
    expect(result.problems).toEqual([expect.stringContaining('inputSchema#/properties/a/$ref')]);
  });

  it('with only a $schema key accept any object [schema-118]', () => {
    const result = withInput({ $schema: 'http://json-schema.org/draft-07/schema#' });
    expect(result.tool.inputSchema).toEqual({ $schema: 'http://json-schema.org/draft-07/schema#', type: 'object' });
    expect(result.problems).toEqual([expect.stringContaining('no type')]);
  });

  it.each<[JsonValue | undefined]>([[undefined], [null], ['object'], [[]], [7], [false], [true]])(
    'that are %j accept any object, with a diagnostic [schema-120]',
    (inputSchema) => {
      const result = withInput(inputSchema);
      expect(result.tool.inputSchema).toEqual({ type: 'object' });
      expect(result.problems).toHaveLength(1);
    },
  );

  it('of another type become objects', () => {
    expect(withInput({ type: ['object', 'null'] }).tool.inputSchema).toEqual({ type: 'object' });
    expect(withInput({ type: 'string' }).problems).toEqual([expect.stringContaining('"string"')]);
  });

  it('lose a malformed required wherever it is, and name the place [schema-139]', () => {
    const result = withInput({ ...object({ a: { type: 'string', required: true }, b: { type: 'string' } }), required: null });
    expect(result.tool.inputSchema).toEqual(object({ a: { type: 'string' }, b: { type: 'string' } }));
    expect(result.problems).toEqual([
      expect.stringContaining('inputSchema#/properties/a/required'),
      expect.stringContaining('inputSchema#/required'),
    ]);
    expect(withInput(object({}, { required: ['a', 1, 'a'] })).tool.inputSchema).toEqual(object({}, { required: ['a'] }));
  });

  it('read boolean limits as draft-04 does [schema-110]', () => {
    const schema = object({ ttl: { type: 'integer', exclusiveMinimum: true, minimum: 0 }, x: { exclusiveMaximum: false, maximum: 3 } });
    const result = withInput(schema);
    expect(result.tool.inputSchema).toEqual(object({ ttl: { type: 'integer', exclusiveMinimum: 0, minimum: 0 }, x: { maximum: 3 } }));
    expect(result.problems).toHaveLength(2);
  });

  it('lose an empty enum, which no validator compiles', () => {
    expect(withInput(object({ site: { type: 'string', enum: [] } })).tool.inputSchema).toEqual(object({ site: { type: 'string' } }));
  });

  it('keep a key named __proto__ without touching any prototype', () => {
    const schema = JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string","enum":[]}}}') as JsonObject;
    expect(JSON.stringify(withInput(schema).tool.inputSchema)).toBe('{"type":"object","properties":{"__proto__":{"type":"string"}}}');
    expect(({} as JsonObject)['type']).toBeUndefined();
  });
});

describe('definitions that are hostile', () => {
  const nested = (levels: number, key = 'items'): JsonObject => {
    let schema: JsonObject = {};
    for (let level = 0; level < levels; level += 1) schema = { [key]: schema };
    return schema;
  };
  const named = (count: number, schema: (index: number) => JsonValue): JsonObject =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, schema(index)]));
  const spent = (work: () => void): number => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };

  it.each<[string, JsonObject]>([
    ['input schema', { inputSchema: object({ a: nested(30_000) }) }],
    ['output schema', { inputSchema: object({}), outputSchema: nested(30_000, 'not') }],
    ['annotations', { annotations: nested(100_000, 'x') }],
    ['a default value', { inputSchema: object({ a: { default: nested(30_000, 'x') } }) }],
  ])('lose themselves alone when their %s is nested too deep, with the reason [issue7:6]', (_what, definition) => {
    const reason = 'its definition is nested deeper than 128 levels';
    expect(readTool({ name: 'deep', ...definition }, 0)).toEqual({ kind: 'lost', name: 'deep', reason });
    expect(readTool({ name: 'ok', inputSchema: nested(120) }, 1)).toMatchObject({ kind: 'tool' });
  });

  it('lose themselves alone when they hold a million values [issue7:6]', () => {
    const definition = { name: 'large', inputSchema: { enum: Array<number>(1_000_000).fill(0) } };
    expect(readTool(definition, 0)).toEqual({ kind: 'lost', name: 'large', reason: 'its definition has more than 100000 values' });
  });

  it.each<[string, JsonObject]>([
    ['45,000 properties', object(named(45_000, () => ({ type: 'string' })))],
    [
      '10,000 references beside 10,000 ids',
      object(named(10_000, (index) => ({ $id: `https://x.invalid/${index}`, $ref: `nowhere${index}` }))),
    ],
    ['30,000 broken keywords under long names', object({ ['k'.repeat(50_000)]: object(named(30_000, () => ({ required: 1 }))) })],
    ['references with long pointers', object(named(2_000, (index) => ({ $ref: `#/properties/p${index}${'/x'.repeat(500)}` })))],
  ])('are read in bounded time, with few problems of bounded length: %s [issue7:6]', (_what, inputSchema) => {
    let result: ReturnType<typeof withInput> | undefined;
    expect(spent(() => (result = withInput(inputSchema)))).toBeLessThan(1_500);
    expect(result?.problems.length).toBeLessThanOrEqual(11);
    expect(JSON.stringify(result?.problems).length).toBeLessThan(5_000);
  });
});
