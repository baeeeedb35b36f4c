import fc from 'fast-check';
import { jest } from '@jest/globals';
import { Backoff } from './backoff.js';
import { safeMessage } from './call-failure.js';
import { readCallResult } from './call-result.js';
import { canonicalText } from './canonical-text.js';
import { LineReader } from './line-reader.js';
import { paramHeaders } from './param-headers.js';
import { StartLimiter } from './start-limiter.js';
import { parseWireLine } from './wire-message.js';

describe('LineReader', () => {
  it('gives the same lines however the bytes are cut', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), fc.array(fc.nat(7)), (texts, cuts) => {
        const lines = texts.map((text) => text.replace(/[\r\n]/g, ''));
        const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
        const seen: string[] = [];
        const dropped = (): void => void seen.push('dropped');
        const reader = new LineReader((line) => seen.push(line), 10_000, dropped);
        let at = 0;
        for (const cut of [...cuts, bytes.length]) {
          reader.push(bytes.subarray(at, at + cut));
          at += cut;
        }
        reader.end();
        return JSON.stringify(seen) === JSON.stringify(lines);
      }),
    );
  });

  it('drops a line over the limit, keeps what tells its id, and goes on with the next line', () => {
    fc.assert(
      fc.property(fc.boolean(), fc.nat(3_000), fc.array(fc.integer({ min: 1, max: 900 })), (isIdFirst, size, cuts) => {
        const result = `"result":{"content":[{"type":"text","text":"${'x'.repeat(6_000 + size)}"}]}`;
        const large = isIdFirst ? `{"jsonrpc":"2.0","id":7,${result}}` : `{${result},"jsonrpc":"2.0","id":7}`;
        const bytes = Buffer.from(`before\n${large}\nafter\n`);
        const seen: string[] = [];
        const reader = new LineReader(
          (line) => seen.push(line),
          5_000,
          (dropped) => seen.push(dropped.answer(5_000) ?? 'unknown'),
        );
        let at = 0;
        for (const cut of [...cuts, bytes.length]) {
          reader.push(bytes.subarray(at, at + cut));
          at += cut;
        }
        const [before, error, after, ...more] = seen;
        expect([before, after, more]).toEqual(['before', 'after', []]);
        expect(JSON.parse(error ?? '')).toMatchObject({ id: 7, error: { message: 'The answer is larger than 5000 bytes' } });
      }),
      { numRuns: 50 },
    );
  });

  it('does not take an id inside a result for that of the message', () => {
    const seen: unknown[] = [];
    const reader = new LineReader(
      () => undefined,
      100,
      (dropped) => seen.push(dropped.answer(100)),
    );
    reader.push(Buffer.from(`{"method":"x","params":{"id":7,"text":"${'x'.repeat(5_000)}","list":[{"id":8}]}}\n`));
    expect(seen).toEqual([undefined]);
  });
});

describe('parseWireLine', () => {
  it.each([
    '',
    'Listening on 3000',
    '{"level":"info"}',
    '[]',
    '"x"',
    '3',
    'null',
    '{"jsonrpc":"2.0"}',
    '{"jsonrpc":"2.0","id":null,"result":{}}',
  ])('takes %j for noise', (line) => {
    expect(parseWireLine(line)).toBeUndefined();
  });

  it('reads messages, batches, and answers with a null error beside the result', () => {
    const answer = { jsonrpc: '2.0', id: 1, result: { a: 1 } };
    expect(parseWireLine(`\uFEFF${JSON.stringify(answer)}`)).toEqual([answer]);
    expect(parseWireLine(JSON.stringify([answer, { jsonrpc: '2.0', method: 'x' }]))).toHaveLength(2);
    expect(parseWireLine(JSON.stringify({ ...answer, error: null }))).toEqual([answer]);
    expect(parseWireLine(JSON.stringify({ jsonrpc: '2.0', id: 1, result: null, error: { code: '7', message: { a: 1 } } }))).toEqual([
      { jsonrpc: '2.0', id: 1, error: { code: -32603, message: '{"a":1}' } },
    ]);
    expect(parseWireLine('{"jsonrpc":"2.0","id":1,"error":"broken"}')).toEqual([
      { jsonrpc: '2.0', id: 1, error: { code: -32603, message: 'broken' } },
    ]);
    expect(parseWireLine('{"jsonrpc":"2.0","id":1,"result":"bare"}')).toEqual([{ jsonrpc: '2.0', id: 1, result: { toolResult: 'bare' } }]);
  });

  it('gives only well-formed envelopes for any line', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (line) => (parseWireLine(line) ?? []).every((message) => message.jsonrpc === '2.0')),
    );
  });
});

describe('readCallResult', () => {
  it('never loses an answer that is only structured or under a key of the server', () => {
    expect(readCallResult({ structuredContent: { a: 1 } })).toEqual({ content: [{ type: 'text', text: '{"a":1}' }], details: { a: 1 } });
    expect(readCallResult({ content: [], structuredContent: [1] })).toEqual({ content: [{ type: 'text', text: '[1]' }], details: [1] });
    expect(readCallResult({ message: 'hi' })).toEqual({ content: [{ type: 'text', text: '{"message":"hi"}' }] });
  });

  it('gives well-formed blocks for whatever a server sends', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('content', 'structuredContent', 'toolResult', 'isError', '_meta', 'x'), fc.jsonValue()),
        (result) => readCallResult(result as never).content.every(({ type }) => typeof type === 'string'),
      ),
    );
  });
});

describe('safeMessage', () => {
  it('keeps the words and drops frames and addresses', () => {
    expect(safeMessage('Bad id 7\n  at f (a.js:1:2)\n  at https://h.example/x')).toBe('Bad id 7');
    expect(safeMessage('call http://h/x, then localhost:3000')).toBe('call [address] then [address]');
    expect(safeMessage('x'.repeat(5_000))).toHaveLength(2_000);
  });
});

describe('paramHeaders', () => {
  it('mirrors marked primitives along properties only and encodes what a header cannot carry', () => {
    const schema = {
      type: 'object',
      properties: {
        region: { type: 'string', 'x-mcp-header': 'Region' },
        nested: { type: 'object', properties: { deep: { type: 'integer', 'x-mcp-header': 'Deep' } } },
        list: { type: 'array', items: { type: 'string', 'x-mcp-header': 'No' } },
        bad: { type: 'string', 'x-mcp-header': 'two words' },
        gone: { type: 'string', 'x-mcp-header': 'Gone' },
      },
    };
    const args = { region: ' padded', nested: { deep: 7 }, list: ['x'], bad: 'x' };
    expect(paramHeaders(schema, args)).toEqual({ 'Mcp-Param-Region': '=?base64?IHBhZGRlZA==?=', 'Mcp-Param-Deep': '7' });
    expect(paramHeaders(true, args)).toEqual({});
  });
});

describe('canonicalText', () => {
  it('does not depend on the order of keys', () => {
    const shuffled = fc.jsonValue().map((value) => [value, JSON.parse(JSON.stringify(value, reversedKeys))] as const);
    fc.assert(fc.property(shuffled, ([left, right]) => canonicalText(left) === canonicalText(right)));
  });
});

function reversedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).reverse());
}

describe('Backoff', () => {
  it('doubles the pause up to its bound and starts anew after a success', () => {
    let now = 0;
    const backoff = new Backoff(100, 1_000, () => now);
    const waits = [1, 2, 3, 4, 5, 6].map(() => {
      backoff.fail();
      return backoff.waitMs;
    });
    expect(waits).toEqual([100, 200, 400, 800, 1_000, 1_000]);
    now = 999;
    expect(backoff.waitMs).toBe(1);
    backoff.reset();
    expect(backoff.waitMs).toBe(0);
    backoff.fail(1);
    expect(backoff.waitMs).toBe(0);
    backoff.fail(1);
    expect(backoff.waitMs).toBe(100);
  });
});

describe('StartLimiter', () => {
  it('lets in as many as allowed, the next when one is done, and does not wait for a hanging one for ever', async () => {
    jest.useFakeTimers();
    try {
      const limiter = new StartLimiter(2);
      const [first] = await Promise.all([limiter.acquire(), limiter.acquire()]);
      let turns = 0;
      for (let waiter = 0; waiter < 2; waiter += 1) void limiter.acquire().then(() => (turns += 1));
      await Promise.resolve();
      expect(turns).toBe(0);
      first();
      first();
      await jest.advanceTimersByTimeAsync(0);
      expect(turns).toBe(1);
      await jest.advanceTimersByTimeAsync(5_000);
      expect(turns).toBe(2);
    } finally {
      jest.useRealTimers();
    }
  });
});
