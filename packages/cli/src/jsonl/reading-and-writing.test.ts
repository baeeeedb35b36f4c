import type { ToolrackEvent } from '@toolrack/contracts';
import fc from 'fast-check';

import { EventBuffer } from './event-buffer.js';
import { LineSplitter, type SplitLine } from './line-splitter.js';
import { parseRequest } from './request.js';
import { toJsonLine } from './to-json-line.js';

function split(chunks: readonly Buffer[], splitter = new LineSplitter()): SplitLine[] {
  return [...chunks.flatMap((chunk) => splitter.push(chunk)), ...splitter.end()];
}

const texts = (lines: readonly SplitLine[]) => lines.map((line) => ('text' in line ? line.text : `fault: ${line.fault}`));

describe('LineSplitter', () => {
  it('takes LF, CRLF, blank lines and a last line without an end', () => {
    expect(texts(split([Buffer.from('a\r\n\n b\nc')]))).toEqual(['a', '', ' b', 'c']);
    expect(split([])).toEqual([]);
  });

  it('does not cut at the other line separators of Unicode', () => {
    expect(texts(split([Buffer.from('{"a":"x\u2028y\u2029z\u0085\r"}\n')]))).toEqual(['{"a":"x\u2028y\u2029z\u0085\r"}']);
  });

  it('drops a byte order mark at the start alone', () => {
    expect(texts(split([Buffer.from('\uFEFFa\n\uFEFFb\n')]))).toEqual(['a', '\uFEFFb']);
  });

  it('reports a line that is not UTF-8 and goes on', () => {
    expect(texts(split([Buffer.from([0x61, 0xff, 0x0a, 0x62, 0x0a])]))).toEqual(['fault: the line is not valid UTF-8', 'b']);
  });

  it('reports a line that is too long once and goes on', () => {
    const lines = split([Buffer.from('123456'), Buffer.from('789\nok\n')], new LineSplitter(4));
    expect(texts(lines)).toEqual(['fault: the line has 9 bytes, more than 4', 'ok']);
  });

  it('gives the same lines however the bytes are cut', () => {
    const line = fc.string({ unit: 'grapheme' }).map((text) => text.replace(/[\r\n\uFEFF]/gu, ''));
    fc.assert(
      fc.property(fc.array(line), fc.infiniteStream(fc.integer({ min: 1, max: 7 })), (lines, sizes) => {
        const bytes = Buffer.from(lines.map((text) => `${text}\n`).join(''));
        const chunks: Buffer[] = [];
        let start = 0;
        for (const size of sizes) {
          if (start >= bytes.length) break;
          chunks.push(bytes.subarray(start, start + size));
          start += size;
        }
        expect(texts(split(chunks))).toEqual(lines);
      }),
    );
  });
});

describe('parseRequest', () => {
  it('understands a request and keeps its fields', () => {
    const line = '{"id":7,"op":"call","run":"r","async":true}';
    expect(parseRequest(line)).toEqual({
      request: { id: 7, op: 'call', isAsync: true, fields: { id: 7, op: 'call', run: 'r', async: true } },
    });
  });

  it.each([
    ['{"id":1,"op":"inspect"', null, /not valid JSON/u],
    ['[1]', null, /not a JSON object/u],
    ['null', null, /not a JSON object/u],
    ['{"id":"x"}', 'x', /"op" must be the name/u],
    ['{"id":{"a":1},"op":"cal"}', { a: 1 }, /Unknown operation "cal"\. Did you mean "call"\?/u],
    ['{"id":1,"op":"__proto__"}', 1, /Unknown operation/u],
    ['{"id":1,"op":"call","async":"yes"}', 1, /"async" must be a boolean/u],
  ])('answers %s with a protocol error', (line, id, message) => {
    const parsed = parseRequest(line) as { id: unknown; error: { code: string; message: string } };
    expect(parsed.id).toEqual(id);
    expect(parsed.error.code).toBe('ERR_PROTOCOL');
    expect(parsed.error.message).toMatch(message);
  });

  it('never throws and always keeps a readable id', () => {
    fc.assert(fc.property(fc.string(), (line) => void parseRequest(line)));
    fc.assert(
      fc.property(fc.jsonValue(), fc.dictionary(fc.string(), fc.jsonValue()), (id, fields) => {
        const text = JSON.stringify({ ...fields, id });
        const parsed = parseRequest(text);
        expect('request' in parsed ? parsed.request.id : parsed.id).toEqual((JSON.parse(text) as { id: unknown }).id);
      }),
    );
  });
});

describe('toJsonLine', () => {
  it('is JSON on one line for every reader', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const line = toJsonLine({ value });
        expect(JSON.parse(line)).toEqual(JSON.parse(JSON.stringify({ value })));
        expect(line).not.toMatch(/[\n\r\u2028\u2029]/u);
      }),
    );
    expect(toJsonLine('a\u2028b')).toBe('"a\\u2028b"');
  });

  it('never loses an answer over a value that is no JSON', () => {
    const circular: Record<string, unknown> = { big: 2n ** 64n, list: [1n] };
    circular['self'] = circular;
    Object.defineProperty(circular, 'trap', {
      enumerable: true,
      get: () => {
        throw new Error('boom');
      },
    });
    expect(JSON.parse(toJsonLine({ id: 1, ok: [2n], details: circular }))).toEqual({
      id: 1,
      ok: [2],
      details: { big: '18446744073709551616', list: [1], self: '[circular]', trap: '[unreadable]' },
    });
  });
});

describe('EventBuffer', () => {
  const event = (at: number, runId?: string) => ({ name: 'run:narrowed', at, tools: 0, ...(runId && { runId }) }) as ToolrackEvent;

  it('keeps the newest events in their order', () => {
    const buffer = new EventBuffer(3);
    for (const at of [1, 2, 3, 4, 5]) buffer.push(event(at));
    expect(buffer.select({}).map(({ at }) => at)).toEqual([3, 4, 5]);
  });

  it('selects by run and by moment, the moment included', () => {
    const buffer = new EventBuffer();
    for (const at of [1, 2, 3]) buffer.push(event(at, at === 2 ? 'b' : 'a'));
    buffer.push(event(4));
    expect(buffer.select({ runId: 'a' }).map(({ at }) => at)).toEqual([1, 3]);
    expect(buffer.select({ since: 3 }).map(({ at }) => at)).toEqual([3, 4]);
    expect(buffer.select({ runId: 'a', since: 2 }).map(({ at }) => at)).toEqual([3]);
  });
});
