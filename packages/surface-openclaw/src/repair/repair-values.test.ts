import type { JsonObject, JsonValue } from '@toolrack/contracts';
import fc from 'fast-check';

import { repairValues } from './repair-values.js';

const repaired = (value: JsonValue, property: JsonObject, root: JsonObject = {}): unknown =>
  repairValues({ a: value }, { type: 'object', properties: { a: property }, required: ['a'], ...root })['a'];

describe('repairValues', () => {
  it.each<[JsonValue, JsonObject, JsonValue]>([
    ['3', { type: 'integer' }, 3],
    ['3.7', { type: 'integer' }, '3.7'],
    ['0.5', { type: 'number' }, 0.5],
    ['1e999', { type: 'number' }, '1e999'],
    ['9007199254740993', { type: 'integer' }, '9007199254740993'],
    ['0x10', { type: 'integer' }, '0x10'],
    ['', { type: 'integer' }, ''],
    [' False ', { type: 'boolean' }, false],
    ['yes', { type: 'boolean' }, 'yes'],
    ['null', { type: ['integer', 'null'] }, null],
    ['null', { type: ['string', 'null'] }, 'null'],
    ['[1]', { type: 'array' }, [1]],
    ['{"x":1}', { type: 'array' }, '{"x":1}'],
    ['["1"]', { type: 'array', items: { type: 'integer' } }, [1]],
    ['{"n":"2"}', { type: 'object', properties: { n: { type: 'integer' } } }, { n: 2 }],
    ['{"x":1}', { type: 'string' }, '{"x":1}'],
    ['5', { anyOf: [{ type: 'integer' }, { type: 'string' }] }, '5'],
    ['5', { anyOf: [{ type: 'integer' }, { type: 'null' }] }, 5],
    ['5', { anyOf: [{ type: 'integer' }, {}] }, '5'],
    ['5', { anyOf: [{ type: 'integer' }, { enum: ['none'] }] }, '5'],
    ['5', { enum: [5, 6] }, 5],
    ['5', { allOf: [{ type: 'integer' }] }, '5'],
    ['5', {}, '5'],
    [5, { type: 'string' }, 5],
    [null, { type: 'string' }, null],
  ])('reads %j for %j as %j', (value, property, expected) => {
    expect(repaired(value, property)).toEqual(expected);
  });

  it.each<[JsonObject, JsonObject]>([
    [{ type: 'string' }, {}],
    [{ type: ['string', 'null'], enum: ['x'] }, {}],
    [{ enum: ['x'] }, {}],
    [{ type: ['string', 'null'] }, { a: null }],
    [{ type: 'string', nullable: true }, { a: null }],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, { a: null }],
    [{ const: null }, { a: null }],
    [{}, { a: null }],
    [{ not: { type: 'null' } }, { a: null }],
  ])('leaves null for an optional parameter out where %j does not take it', (property, expected) => {
    expect(repairValues({ a: null }, { type: 'object', properties: { a: property } })).toEqual(expected);
  });

  it('repairs below lists and objects and along local references, also circular ones', () => {
    const root = {
      $defs: {
        Count: { type: 'integer' },
        Node: { type: 'object', properties: { next: { $ref: '#/$defs/Node' }, n: { $ref: '#/$defs/Count' } } },
      },
    };
    expect(repaired({ next: { n: '1', next: null }, n: '2' }, { $ref: '#/$defs/Node' }, root)).toEqual({ next: { n: 1 }, n: 2 });
    expect(repaired([{ b: 'true' }], { type: 'array', items: { type: 'object', properties: { b: { type: 'boolean' } } } })).toEqual([
      { b: true },
    ]);
    expect(repaired('1', { $ref: 'https://example.org/x' })).toBe('1');
  });

  it('never throws, changes no given object, and nothing that the schema does not speak of', () => {
    const type = fc.constantFrom('string', 'integer', 'number', 'boolean', 'array', 'object', 'null');
    const property = fc.oneof(
      fc.record({ type: fc.oneof(type, fc.array(type, { maxLength: 3 })) }),
      fc.record({ anyOf: fc.array(fc.record({ type }), { maxLength: 3 }) }),
      fc.record({ type: fc.constant('array'), items: fc.record({ type }) }),
      fc.jsonValue({ maxDepth: 3 }),
    );
    const text = fc.oneof(fc.string(), fc.constantFrom('5', '1.5', 'true', 'null', '', '[]', '{}', '["5"]', '{"a":"[1]"}'));
    const value = fc.oneof(text, fc.jsonValue({ maxDepth: 3 }));
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('a', 'b'), property),
        fc.dictionary(fc.constantFrom('a', 'b', 'x'), value),
        (properties, given) => {
          const before = JSON.stringify(given);
          const schema = { type: 'object', properties } as JsonObject;
          const once = repairValues(given, schema);
          expect(JSON.stringify(given)).toBe(before);
          if ('x' in given) expect(once['x']).toBe(given['x']);
          for (const [key, rule] of Object.entries(properties)) {
            const takesText = (rule as { type?: unknown } | null)?.type === 'string' && (rule as { $ref?: unknown }).$ref === undefined;
            if (takesText && typeof given[key] === 'string') expect(once[key]).toBe(given[key]);
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('a hostile schema', () => {
  const laughs = Object.fromEntries(
    Array.from({ length: 20 }, (_, level) => {
      const next = { $ref: `#/$defs/d${level + 1}` };
      return [`d${level}`, level === 19 ? { type: 'integer' } : { anyOf: [next, next, next, next] }];
    }),
  );
  const spent = (work: () => void): number => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };

  it('whose references multiply, or are long, is read in bounded time for lists of any length [issue7:6]', () => {
    const long = { $ref: `#${'/properties/x'.repeat(20_000)}` };
    const schema = {
      type: 'object',
      properties: { a: { $ref: '#/$defs/d0' }, l: { type: 'array', items: { $ref: '#/$defs/d0' } }, m: { type: 'array', items: long } },
      $defs: laughs,
    };
    const list = Array<string>(10_000).fill('[1');
    expect(spent(() => repairValues({ a: '5', l: list, m: list }, schema))).toBeLessThan(1_500);
  });
});
