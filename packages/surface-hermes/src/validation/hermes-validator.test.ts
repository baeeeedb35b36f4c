import { isRiskyPattern, type JsonSchema } from '@toolrack/contracts';
import { schema } from '../../test/session.js';
import { bestIssue, issuePath } from './best-issue.js';
import { HermesValidator } from './hermes-validator.js';

const validator = new HermesValidator();
const check = (shape: unknown, value: unknown) => validator.compile(shape as JsonSchema).check(value);
const fault = (shape: unknown, value: unknown): string => {
  const issue = bestIssue(check(shape, value));
  return `${issuePath(issue)} ${issue.keyword}`;
};

describe('HermesValidator', () => {
  it('names all missing top-level properties before anything else [hermes:9.9]', () => {
    const shape = schema({ a: { type: 'integer' } }, ['b', 'c', 'a']);
    expect(check(shape, { a: 'x' }).map((issue) => [issue.path, issue.keyword])).toEqual([
      ['/b', 'required'],
      ['/c', 'required'],
    ]);
    expect(check({ ...shape, properties: { a: { $ref: 'https://example.org/a' } } }, {})).toHaveLength(3);
    expect(check({ type: 'nonsense', required: ['a'] }, {})).toHaveLength(1);
  });

  it.each([
    [schema({ priority: { enum: ['low', 'high'] } }), { priority: 'urgent' }, 'arguments.priority enum'],
    [schema({ n: { type: 'integer', maximum: 3 } }), { n: 9 }, 'arguments.n maximum'],
    [
      schema({ a: schema({ b: { type: 'array', items: schema({ 'odd key': { type: 'integer' } }) } }) }),
      { a: { b: [{ 'odd key': 'x' }] } },
      'arguments.a.b[0]["odd key"] type',
    ],
    [schema({ event: schema({ title: {} }, ['title']) }), { event: {} }, 'arguments.event required'],
    [{ ...schema({ a: {} }), additionalProperties: false }, { a: 1, z: 1 }, 'arguments additionalProperties'],
    [schema({ p: { anyOf: [{ enum: ['a'] }, { type: 'null' }] } }), { p: 'b' }, 'arguments.p enum'],
    [schema({ deep: schema({ n: { type: 'integer' } }), top: { type: 'integer' } }), { deep: { n: 'x' }, top: 'x' }, 'arguments.top type'],
  ])('reports the place and the keyword: %j with %j is %s [hermes:9.13] [hermes:case-92]', (shape, value, expected) => {
    expect(fault(shape, value)).toBe(expected);
  });

  it('lists the allowed values of an enum', () => {
    expect(check(schema({ p: { enum: ['low', 'high'] } }), { p: 'x' })[0]?.message).toContain('["low","high"]');
  });

  it('uses the draft that the schema declares [hermes:9.13]', () => {
    const tuple = { type: 'array', items: [{ type: 'integer' }], additionalItems: false };
    const seven = { $schema: 'http://json-schema.org/draft-07/schema#', ...schema({ t: tuple }) };
    expect(check(seven, { t: [1, 2] })).not.toEqual([]);
    expect(check({ ...seven, $schema: 'http://json-schema.org/draft-04/schema#' }, { t: ['x'] })).not.toEqual([]);
    expect(
      check({ $schema: 'https://json-schema.org/draft/2019-09/schema', ...schema({ n: { type: 'integer' } }) }, { n: 'x' }),
    ).not.toEqual([]);
    expect(check(schema({ t: { prefixItems: [{ type: 'integer' }] } }), { t: ['x'] })).not.toEqual([]);
  });

  it('accepts null for nullable schemas, with and without a type [hermes:9.11] [hermes:case-97]', () => {
    for (const property of [
      { type: 'string', nullable: true },
      { type: ['string', 'integer'], nullable: true },
      { enum: ['a'], nullable: true },
      { type: 'string', enum: ['a'], nullable: true },
      { nullable: true, minLength: 3 },
    ]) {
      expect(check(schema({ p: property }), { p: null })).toEqual([]);
    }
    expect(check(schema({ p: { type: 'string' } }), { p: null })).not.toEqual([]);
    expect(check(schema({ p: { type: 'string', nullable: true } }), { p: 5 })).not.toEqual([]);
    expect(check(schema({ nullable: { type: 'boolean' } }), { nullable: 5 })).not.toEqual([]);
  });

  it('compares an enum of objects literally, whatever keys they hold [hermes:case-98] [hermes:9.10]', () => {
    const shape = schema({ p: { enum: [{ nullable: true }, { $ref: 'https://example.org/x' }] } });
    expect(check(shape, { p: { nullable: true } })).toEqual([]);
    expect(check(shape, { p: { $ref: 'https://example.org/x' } })).toEqual([]);
    expect(check(shape, { p: { nullable: false } })).not.toEqual([]);
    expect(check(shape, { p: null })).not.toEqual([]);
  });

  it('accepts everything under an external reference and fetches nothing [hermes:9.10] [hermes:case-100]', () => {
    const fetched: unknown[] = [];
    const real = globalThis.fetch;
    globalThis.fetch = (async (...args: unknown[]) => void fetched.push(args)) as never;
    try {
      const shape = schema({ n: { type: 'integer' }, p: { $ref: 'https://example.org/x.json' } });
      expect(check(shape, { n: 'x', p: 1 })).toEqual([]);
      expect(check(schema({ n: { $defs: { default: { $ref: 'other.json' } }, type: 'integer' } }), { n: 'x' })).toEqual([]);
    } finally {
      globalThis.fetch = real;
    }
    expect(fetched).toEqual([]);
    expect(check(schema({ n: { type: 'integer' }, p: { default: { $ref: 'https://example.org/x' } } }), { n: 'x' })).not.toEqual([]);
    expect(check({ ...schema({ n: { $ref: '#/$defs/N' } }), $defs: { N: { type: 'integer' } } }, { n: 'x' })).not.toEqual([]);
  });

  it('fails open where the schema is malformed or cannot be resolved [hermes:9.15]', () => {
    for (const shape of [
      { type: 'nonsense' },
      { properties: { a: { type: 5 } } },
      { properties: [] },
      schema({ a: { $ref: '#/$defs/missing' } }),
      { $async: true, type: 'integer' },
      { $schema: 'https://json-schema.org/draft/2020-12/schema', minimum: 'x' },
      true,
      {},
    ]) {
      expect(check(shape, { a: 'anything' })).toEqual([]);
    }
  });

  it('keeps schemas with the same ids apart', () => {
    const of = (type: string) => ({ $id: 'https://example.org/same', ...schema({ a: { $id: 'inner', type } }) });
    expect(check(of('integer'), { a: 'x' })).not.toEqual([]);
    expect(check(of('string'), { a: 'x' })).toEqual([]);
    expect(check(of('integer'), { a: 1 })).toEqual([]);
  });

  it('is not blocked by a pattern and reads patterns of other engines as none', () => {
    const started = performance.now();
    expect(check(schema({ p: { pattern: '^(a+)+$' } }), { p: `${'a'.repeat(40)}!` })).toEqual([]);
    expect(performance.now() - started).toBeLessThan(1000);
    expect(check(schema({ p: { pattern: '(?P<year>\\d{4})' }, n: { type: 'integer' } }), { p: 'x', n: 'x' })).toHaveLength(1);
    expect(check(schema({ p: { pattern: '^[a-z]+-\\d+$' } }), { p: 'A' })).toHaveLength(1);
  });

  it.each(['^a*a*a*a*a*b$', '.*.*.*.*x$', '^(a|b)?(a|b)?(a|b)?a*a*$', '^x|a*a*a*b'])(
    'is not blocked by %s, which repeats nothing inside a group, and still enforces it for short texts',
    (pattern) => {
      const { user } = process.cpuUsage();
      const parameters = schema({ p: { type: 'array', items: { type: 'string', pattern } } });
      expect(check(parameters, { p: Array(20).fill('a'.repeat(1_000) + '!') })).toEqual([]);
      expect((process.cpuUsage().user - user) / 1_000).toBeLessThan(1_000);
      expect(check(parameters, { p: ['!'] })).toHaveLength(1);
    },
  );

  it('enforces everyday patterns for texts as long as they come', () => {
    const long = 'a'.repeat(20_000);
    expect(check(schema({ p: { pattern: '^[a-z]+$' } }), { p: `${long}!` })).toHaveLength(1);
    expect(check(schema({ p: { pattern: '^(on|off)$' } }), { p: long })).toHaveLength(1);
    expect(check(schema({ p: { pattern: 'xyz' } }), { p: long })).toHaveLength(1);
    expect(check(schema({ p: { pattern: '^\\d{4}-\\d{2}-\\d{2}$' } }), { p: long })).toHaveLength(1);
    expect(check(schema({ p: { pattern: '^[^@ ]+@[^@ ]+\\.[a-z]+$' } }), { p: 'a'.repeat(60) })).toHaveLength(1);
  });

  it('knows repeated groups that repeat inside', () => {
    expect(['(a+)+', '(a|aa)*', '((ab)*c)+', '([a-z]+\\s?)*$', '(?:x{1,})+'].filter((pattern) => !isRiskyPattern(pattern))).toEqual([]);
    expect(['^[a-z]+$', '(abc)+', '^(foo|bar)$', '[(+)*]+', '\\(a+\\)+', '(a{2})+'].filter(isRiskyPattern)).toEqual([]);
  });

  it('takes a schema whose references lead in a circle', () => {
    const tree = {
      ...schema({ node: { $ref: '#/$defs/Node' } }),
      $defs: { Node: { type: 'object', properties: { next: { $ref: '#/$defs/Node' }, n: { type: 'integer' } } } },
    };
    expect(fault(tree, { node: { next: { next: { n: 'x' } } } })).toBe('arguments.node.next.next.n type');
  });
});
