import { ToolrackError } from '@toolrack/contracts';
import fc from 'fast-check';
import { parseSearch } from './parse-search.js';

const limits = { searchDefaultLimit: 8, maxSearchLimit: 20 };
const parse = (input: unknown, given = limits) => parseSearch(input, given);
const refusal = (input: unknown, given = limits): string => {
  try {
    parseSearch(input, given);
  } catch (error) {
    if (ToolrackError.is(error) && error.code === 'ERR_TOOL_INPUT') return error.message;
    throw error;
  }
  return 'accepted';
};
const entries = (count: number, entry: object = { query: 'q', limit: 1 }): object[] => Array.from({ length: count }, () => entry);
const nonEmpty = 'queries must be a non-empty array';
const onEntries = 'limits belong on each batch entry';

describe('parseSearch, one query', () => {
  it('accepts a blank query [openclaw:case-1] [openclaw:11.5]', () => {
    expect(parse({ query: '  ' })).toEqual({ kind: 'scalar', request: { text: '', limit: 8 } });
  });

  it('wants a query or queries [openclaw:case-2] [openclaw:11.1] [openclaw:11.15]', () => {
    for (const input of [{}, { query: null }, { query: null, queries: null }, undefined, null, 7, 'x', []]) {
      expect(refusal(input)).toContain('Give a query or queries');
    }
  });

  it('wants a query that is a string [openclaw:case-7] [openclaw:11.3]', () => {
    expect(refusal({ query: 5 })).toContain('query must be a string');
    expect(refusal({ query: { text: 'x' }, queries: [{ query: 'ok' }] })).toContain('query must be a string');
  });

  it('wants a limit that is a positive integer [openclaw:case-16] [openclaw:10.1]', () => {
    for (const limit of [0, -1, 5.5, '3', true, {}, Number.NaN]) {
      expect(refusal({ query: 'q', limit })).toContain('limit must be a positive integer');
    }
  });

  it('takes null for the default limit and caps a large one without a word [openclaw:case-17] [openclaw:10.1]', () => {
    expect(parse({ query: 'q', limit: null })).toEqual({ kind: 'scalar', request: { text: 'q', limit: 8 } });
    expect(parse({ query: 'q', limit: 999 })).toEqual({ kind: 'scalar', request: { text: 'q', limit: 20 } });
  });

  it('reads options.limit where limit is absent or null [openclaw:case-19]', () => {
    const one = { kind: 'scalar', request: { text: 'q', limit: 1 } };
    expect(parse({ query: 'q', options: { limit: 1 } })).toEqual(one);
    expect(parse({ query: 'q', limit: null, options: { limit: 1 } })).toEqual(one);
    expect(parse({ query: 'q', limit: 1, options: { limit: 3 } })).toEqual(one);
    expect(refusal({ query: 'q', options: { limit: 0 } })).toContain('limit must be a positive integer');
  });

  it('accepts a long query [openclaw:10.3]', () => {
    expect(parse({ query: 'q'.repeat(4_097) })).toMatchObject({ kind: 'scalar' });
  });

  it('trims the query and ignores absent queries [openclaw:11.0]', () => {
    const expected = { kind: 'scalar', request: { text: 'q', limit: 8 } };
    expect(parse({ query: ' q ', queries: null })).toEqual(expected);
    expect(parse({ query: ' q ', queries: [] })).toEqual(expected);
  });

  it('understands arguments as a string of JSON and wrapped once more', () => {
    const expected = { kind: 'scalar', request: { text: 'q', limit: 2 } };
    expect(parse('{"query":"q","limit":2}')).toEqual(expected);
    expect(parse({ args: { query: 'q', limit: 2 } })).toEqual(expected);
    expect(parse({ input: '{"query":"q","limit":2}' })).toEqual(expected);
  });
});

describe('parseSearch, a batch', () => {
  it('refuses an empty batch beside a blank query [openclaw:case-4] [openclaw:case-5] [openclaw:11.4]', () => {
    for (const query of [undefined, null, '', ' ']) expect(refusal({ query, queries: [] })).toContain(nonEmpty);
  });

  it('checks the array before the query [openclaw:case-8] [openclaw:11.2]', () => {
    expect(refusal({ query: 5, queries: 'x' })).toContain(nonEmpty);
    expect(refusal({ query: 'q', queries: {} })).toContain(nonEmpty);
  });

  it('accepts a top-level limit of null [openclaw:case-10]', () => {
    expect(parse({ queries: [{ query: 'ok' }], limit: null })).toEqual({
      kind: 'batch',
      requests: [{ text: 'ok', limit: 8 }],
    });
  });

  it('refuses limits that belong on the entries [openclaw:case-11] [openclaw:11.6]', () => {
    expect(refusal({ queries: [{ query: 'ok' }], options: {} })).toContain(onEntries);
    expect(refusal({ queries: [{ query: 'ok' }], limit: 3 })).toContain(onEntries);
    expect(refusal({ query: ' ', queries: [{ query: 'ok' }], limit: 0 })).toContain(onEntries);
    expect(refusal({ queries: ['s'], limit: 3 })).toContain(onEntries);
  });

  it('names the entry that is no object [openclaw:case-13] [openclaw:11.7]', () => {
    expect(refusal({ queries: ['s'] })).toContain('queries[0] must be an object');
    expect(refusal({ queries: [{ query: 'a' }, null] })).toContain('queries[1] must be an object');
    expect(refusal({ queries: [{ query: 'a' }, ['b']] })).toContain('queries[1] must be an object');
  });

  it('names the entry whose query is blank [openclaw:case-14]', () => {
    expect(refusal({ queries: [{ query: 'a' }, { query: ' ' }] })).toContain('queries[1].query must be a non-blank');
    expect(refusal({ queries: [{ query: 7 }] })).toContain('queries[0].query must be a non-blank');
  });

  it('names the entry whose limit is wrong, and takes null for the default', () => {
    expect(refusal({ queries: [{ query: 'a', limit: 0 }] })).toContain('queries[0].limit must be a positive integer');
    expect(parse({ queries: [{ query: 'a', limit: null }] })).toEqual({
      kind: 'batch',
      requests: [{ text: 'a', limit: 8 }],
    });
  });

  it('checks the entries before the limit of the joined query [openclaw:case-20] [openclaw:11.8]', () => {
    expect(refusal({ query: 'q', limit: 0, queries: [{ query: ' ' }] })).toContain('queries[0].query');
    expect(refusal({ query: 'q', limit: 0, queries: [{ query: 'ok' }] })).toMatch(/^limit must be a positive integer/);
  });

  it('puts the joined query first with its own limit [openclaw:11.8]', () => {
    expect(parse({ query: ' a ', limit: 2, queries: [{ query: ' b ' }, { query: 'a', limit: 3 }] })).toEqual({
      kind: 'batch',
      requests: [
        { text: 'a', limit: 2 },
        { text: 'b', limit: 8 },
        { text: 'a', limit: 3 },
      ],
    });
  });

  it('holds sixteen searches with the joined one [openclaw:case-22] [openclaw:11.9] [openclaw:10.2]', () => {
    expect(refusal({ query: 'q', limit: 1, queries: entries(16) })).toContain('at most 16 searches');
    expect(refusal({ query: 'q', limit: 1, queries: entries(15) })).toBe('accepted');
    expect(refusal({ queries: entries(17) })).toContain('17');
  });

  it('asks for at most fifty candidates and says how many were asked for [openclaw:case-23] [openclaw:11.10]', () => {
    const given = { searchDefaultLimit: 8, maxSearchLimit: 50 };
    const message = refusal(
      {
        queries: [
          { query: 'a', limit: 25 },
          { query: 'b', limit: 26 },
        ],
      },
      given,
    );
    for (const part of ['51', '50', 'omitted limit counts as 8', 'smaller limits']) expect(message).toContain(part);
  });

  it('counts capped limits [openclaw:case-25]', () => {
    const given = { searchDefaultLimit: 8, maxSearchLimit: 10 };
    expect(refusal({ queries: entries(5, { query: 'q', limit: 999 }) }, given)).toBe('accepted');
  });

  it('refuses a query of 513 characters, counted as people see them [openclaw:case-26]', () => {
    expect(refusal({ queries: [{ query: 'q'.repeat(513) }] })).toContain('queries[0].query must have at most 512');
    expect(refusal({ queries: [{ query: `${'q'.repeat(512)}  ` }] })).toContain('bytes');
    expect(refusal({ queries: [{ query: 'e\u0301'.repeat(512) }] })).toContain('bytes');
    expect(refusal({ queries: [{ query: 'e\u0301'.repeat(513) }] })).toContain('at most 512 characters');
  });

  it('allows 512 bytes of queries as JSON [openclaw:case-28] [openclaw:case-29] [openclaw:11.11]', () => {
    expect(refusal({ queries: [{ query: '😀'.repeat(128) }] })).toContain('bytes');
    expect(refusal({ queries: entries(2, { query: 'é'.repeat(127), limit: 1 }) })).toContain('bytes');
    expect(refusal({ queries: [{ query: 'q'.repeat(508) }] })).toBe('accepted');
    expect(refusal({ queries: [{ query: 'q'.repeat(509) }] })).toContain('513 bytes');
  });

  it('keeps repeated queries apart [openclaw:11.13]', () => {
    expect(parse({ queries: entries(3) })).toMatchObject({ requests: [{ text: 'q' }, { text: 'q' }, { text: 'q' }] });
  });

  it('answers or refuses any JSON, and what it accepts is within the bounds', () => {
    const keys = fc.constantFrom('query', 'queries', 'limit', 'options', 'args');
    const value = fc.oneof(fc.jsonValue(), fc.array(fc.record({ query: fc.string(), limit: fc.integer() })));
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), fc.dictionary(keys, value)), (input) => {
        if (refusal(input) !== 'accepted') return;
        const parsed = parse(input);
        const requests = parsed.kind === 'scalar' ? [parsed.request] : parsed.requests;
        expect(requests.length).toBeLessThanOrEqual(16);
        for (const { text, limit } of requests) {
          expect(text).toBe(text.trim());
          expect(limit >= 1 && limit <= 20).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });
});
