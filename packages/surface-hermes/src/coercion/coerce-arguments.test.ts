import fc from 'fast-check';
import type { JsonObject, JsonValue } from '@toolrack/contracts';
import { schema } from '../../test/session.js';
import { coerceArguments } from './coerce-arguments.js';

const coerced = (value: JsonValue, property: JsonObject, root: JsonObject = {}): unknown =>
  coerceArguments({ a: value }, { ...schema({ a: property }), ...root })['a'];

describe('coerceArguments', () => {
  it.each([
    ['42', 'integer', 42],
    [' 42 ', 'integer', 42],
    ['-7', 'integer', -7],
    ['3.0', 'integer', 3],
    ['1e3', 'integer', 1000],
    ['3.5', 'integer', '3.5'],
    ['3.5', 'number', 3.5],
    ['4.0', 'number', 4],
    ['NaN', 'number', 'NaN'],
    ['Infinity', 'number', 'Infinity'],
    ['1e999', 'number', '1e999'],
    ['0x10', 'integer', '0x10'],
    ['', 'integer', ''],
    ['12px', 'integer', '12px'],
    ['9007199254740993', 'integer', '9007199254740993'],
    [42, 'string', 42],
    ['42', 'string', '42'],
    [true, 'integer', true],
  ])('%j for %s becomes %j [hermes:9.16] [hermes:case-94]', (value, type, expected) => {
    expect(coerced(value, { type })).toBe(expected);
  });

  it.each([
    ['true', true],
    [' FALSE ', false],
    ['yes', 'yes'],
    ['1', '1'],
    ['', ''],
  ])('%j for a boolean becomes %j [hermes:9.17]', (value, expected) => {
    expect(coerced(value, { type: 'boolean' })).toBe(expected);
  });

  it('turns "null" into null only where null is allowed [hermes:9.18]', () => {
    for (const property of [
      { type: ['string', 'null'] },
      { type: 'null' },
      { type: 'string', nullable: true },
      { anyOf: [{ type: 'string' }, { type: 'null' }] },
      { oneOf: [{ type: 'integer' }, { type: 'null' }] },
    ]) {
      expect(coerced(' Null ', property)).toBeNull();
    }
    expect(coerced('null', { type: 'string' })).toBe('null');
    expect(coerced('null', {})).toBe('null');
  });

  it('reads containers from JSON of that kind [hermes:9.19] [hermes:case-95]', () => {
    expect(coerced('["a","b"]', { type: 'array' })).toEqual(['a', 'b']);
    expect(coerced('{"x":1}', { type: 'object' })).toEqual({ x: 1 });
    expect(coerced('[1]', { type: 'object' })).toBe('[1]');
    expect(coerced('{"x":', { type: 'object' })).toBe('{"x":');
    expect(coerced('{"x":1}', { type: 'string' })).toBe('{"x":1}');
    expect(coerced('{}', { type: 'object' })).toEqual({});
  });

  it('wraps what is no list for an array, except null [hermes:9.19] [hermes:9.20]', () => {
    expect(coerced('a', { type: 'array' })).toEqual(['a']);
    expect(coerced('[broken', { type: 'array' })).toEqual(['[broken']);
    expect(coerced('{"x":1}', { type: 'array' })).toEqual(['{"x":1}']);
    expect(coerced(5, { type: 'array' })).toEqual([5]);
    expect(coerced({ x: 1 }, { type: 'array' })).toEqual([{ x: 1 }]);
    expect(coerced(null, { type: 'array' })).toBeNull();
    expect(coerced('null', { type: 'array', nullable: true })).toBeNull();
  });

  it('makes a blank string an empty object unless the schema requires members [hermes:9.21] [hermes:case-95]', () => {
    expect(coerced('', { type: 'object' })).toEqual({});
    expect(coerced('  ', { type: 'object', required: [] })).toEqual({});
    expect(coerced('', { type: 'object', required: ['x'] })).toBe('');
  });

  it('takes the first type of a union that changes the value [hermes:9.22]', () => {
    expect(coerced('5', { type: ['integer', 'string'] })).toBe(5);
    expect(coerced('5', { type: ['string', 'integer'] })).toBe(5);
    expect(coerced('true', { type: ['integer', 'boolean'] })).toBe(true);
    expect(coerced('x', { type: ['integer', 'boolean'] })).toBe('x');
    expect(coerced('x', { type: ['array', 'null'] })).toBe('x');
  });

  it('reads branches only where none of them takes a string', () => {
    expect(coerced('5', { anyOf: [{ type: 'integer' }, { type: 'null' }] })).toBe(5);
    expect(coerced('5', { anyOf: [{ type: 'integer' }, { type: 'string' }] })).toBe('5');
    expect(coerced('5', { anyOf: [{ type: 'integer' }, { enum: ['5'] }] })).toBe('5');
    expect(coerced('["a"]', { anyOf: [{ type: 'array' }, { type: 'null' }] })).toEqual(['a']);
  });

  it('reads JSON strings inside containers only where the nested schema takes that kind [hermes:9.23]', () => {
    const property = {
      type: 'object',
      properties: { filter: { type: 'object', properties: { tags: { type: 'array' } } }, note: { type: 'string' }, any: {} },
    };
    expect(coerced({ filter: '{"tags":"[1]"}', note: '{"x":1}', any: '[1]' }, property)).toEqual({
      filter: { tags: [1] },
      note: '{"x":1}',
      any: '[1]',
    });
    expect(coerced(['{"x":1}', '[1]', 'text'], { type: 'array', items: { type: 'object' } })).toEqual([{ x: 1 }, '[1]', 'text']);
    expect(coerced(['{"x":1}'], { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'object' }] } })).toEqual([{ x: 1 }]);
    expect(coerced(['5'], { type: 'array', items: { type: 'integer' } })).toEqual(['5']);
  });

  it('follows local references, also circular ones', () => {
    const root = { $defs: { Count: { type: 'integer' }, Loop: { $ref: '#/$defs/Loop' } } };
    expect(coerced('5', { $ref: '#/$defs/Count' }, root)).toBe(5);
    expect(coerced('5', { $ref: '#/$defs/Loop' }, root)).toBe('5');
    expect(coerced('5', { $ref: '#/$defs/None' }, root)).toBe('5');
    expect(coerced('5', { $ref: 'https://example.org/x' }, root)).toBe('5');
  });

  it('works on a copy and hands back the same object when nothing changes [hermes:9.12]', () => {
    const given = Object.freeze({ a: '5', b: Object.freeze({ c: '[1]' }) });
    const result = coerceArguments(given, schema({ a: { type: 'integer' }, b: { type: 'object', properties: { c: { type: 'array' } } } }));
    expect(result).toEqual({ a: 5, b: { c: [1] } });
    expect(given).toEqual({ a: '5', b: { c: '[1]' } });
    expect(coerceArguments(given, schema({ a: { type: 'string' } }))).toBe(given);
    for (const broken of [true, false, {}, { properties: 5 }, { properties: { a: 5 } }] as never[])
      expect(coerceArguments(given, broken)).toBe(given);
  });

  it('keeps keys such as __proto__ as they are', () => {
    const given = JSON.parse('{"__proto__":{"x":1},"a":"1"}') as JsonObject;
    const result = coerceArguments(given, schema({ a: { type: 'integer' } }));
    expect(JSON.stringify(result)).toBe('{"__proto__":{"x":1},"a":1}');
  });

  it('never throws, never changes what the schema does not speak of and never changes twice', () => {
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
        fc.dictionary(fc.constantFrom('a', 'b', 'c'), property),
        fc.dictionary(fc.constantFrom('a', 'b', 'x', 'y'), value),
        (properties, given) => {
          const shape = schema(properties);
          const before = JSON.stringify(given);
          const once = coerceArguments(given, shape);
          expect(JSON.stringify(given)).toBe(before);
          expect(Object.keys(once)).toEqual(Object.keys(given));
          for (const key of Object.keys(given)) if (!(key in properties)) expect(once[key]).toBe(given[key]);
          for (const [key, rule] of Object.entries(properties)) {
            const isText = (rule as { type?: unknown } | null)?.type === 'string';
            if (isText && key in given) expect(once[key]).toEqual(given[key]);
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
    expect(spent(() => coerceArguments({ a: '5', l: list, m: list }, schema))).toBeLessThan(1_500);
  });
});
