import { assertContent } from '@toolrack/testkit';
import fc from 'fast-check';

import { firstText, normalizeToolResult } from './tool-result.js';

const text = (value: string) => [{ type: 'text', text: value }];

describe('normalizeToolResult', () => {
  it.each([
    [undefined, { content: [] }],
    [null, { content: [] }],
    ['done', { content: text('done') }],
    [{ content: 'done' }, { content: text('done') }],
    [
      { content: undefined, isError: true },
      { content: [], isError: true },
    ],
    [
      { content: [], details: { a: 1 } },
      { content: [], details: { a: 1 } },
    ],
    [{ details: { a: 1 } }, { content: text('{\n  "a": 1\n}'), details: { a: 1 } }],
    [{ details: 'short' }, { content: text('short'), details: 'short' }],
    [{ temperature: 20 }, { content: text('{\n  "temperature": 20\n}'), details: { temperature: 20 } }],
    [7, { content: text('7'), details: 7 }],
    [{ content: ['a', null, { type: 'text', text: 'b' }] }, { content: [...text('a'), ...text('b')] }],
    [{ content: { type: 'text', text: 'one' } }, { content: text('one') }],
    [{ content: [], isError: 'yes', terminate: 1 }, { content: [] }],
  ])('takes %j', (value, expected) => {
    expect(normalizeToolResult(value)).toEqual(expected);
  });

  it('keeps blocks in MCP shape as they are', () => {
    const content = [
      { type: 'image', data: 'AA==', mimeType: 'image/png' },
      { type: 'resource_link', uri: 'file:///a', name: 'a' },
      { type: 'resource', resource: { uri: 'file:///a', text: 'x' } },
      { type: 'text', text: 'x', annotations: { audience: ['user'] } },
    ];
    expect(normalizeToolResult({ content }).content).toEqual(content);
  });

  it('reads an image in the shape of Anthropic', () => {
    const source = { type: 'base64', data: 'AA==', media_type: 'image/png' };
    expect(normalizeToolResult({ content: [{ type: 'image', source }] }).content).toEqual([
      { type: 'image', data: 'AA==', mimeType: 'image/png' },
    ]);
  });

  it('pads base64 as providers want it, and says what is left out when it is none or of another type', () => {
    const one = (block: object) => normalizeToolResult({ content: [block] }).content[0];
    expect(one({ type: 'image', data: 'AAEC\nAwQ', mimeType: 'image/svg+xml; charset=utf-8' })).toEqual({
      type: 'image',
      data: 'AAECAwQ=',
      mimeType: 'image/svg+xml; charset=utf-8',
    });
    for (const [block, why] of [
      [{ type: 'image', data: '%%notb64', mimeType: 'image/png' }, 'an image of this result is left out: its data is not base64'],
      [{ type: 'image', data: '', mimeType: 'image/png' }, 'not base64'],
      [{ type: 'image', data: '='.repeat(200_000), mimeType: 'image/png' }, 'not base64'],
      [{ type: 'image', data: 'AA==', mimeType: 'text/html' }, 'its media type is no image type'],
      [{ type: 'audio', data: 'AA==', mimeType: 'image/png' }, 'a sound of this result is left out: its media type is no audio type'],
      [{ type: 'image', source: { data: '%', media_type: 'image/png' } }, 'not base64'],
    ] as const) {
      const made = one(block);
      expect(made).toEqual({ type: 'text', text: expect.stringContaining(why) });
    }
  });

  it('writes a block of an unknown type out as text', () => {
    expect(normalizeToolResult({ content: [{ type: 'table', rows: 1 }] }).content).toEqual(text('{\n  "type": "table",\n  "rows": 1\n}'));
  });

  it('hands details through by reference, whatever they are', () => {
    const details: Record<string, unknown> = { big: 1n };
    details['self'] = details;
    expect(normalizeToolResult({ details })).toEqual({ content: text('{\n  "big": 1,\n  "self": "[circular]"\n}'), details });
    expect(normalizeToolResult(2n ** 64n).content).toEqual(text('18446744073709551616'));
    expect(normalizeToolResult({ details: Symbol('s') }).content).toEqual(text('[a value that JSON cannot hold]'));
    expect(normalizeToolResult({ content: [], details }).details).toBe(details);
  });

  it('gives content in MCP shape for anything a tool may answer', () => {
    const block = fc.record(
      {
        type: fc.oneof(fc.constantFrom('text', 'image', 'audio', 'resource', 'resource_link'), fc.string()),
        text: fc.anything(),
        data: fc.anything(),
        mimeType: fc.anything(),
        uri: fc.anything(),
        name: fc.anything(),
        resource: fc.anything(),
        source: fc.anything(),
      },
      { requiredKeys: [] },
    );
    const answer = fc.oneof(
      fc.anything({ withBigInt: true, withDate: true, withMap: true }),
      fc.record(
        { content: fc.oneof(fc.array(fc.oneof(block, fc.anything())), fc.anything()), details: fc.anything() },
        { requiredKeys: [] },
      ),
    );
    fc.assert(
      fc.property(answer, (value) => {
        const result = normalizeToolResult(value);
        assertContent(result.content);
        const details: unknown = (value as { details?: unknown } | null | undefined)?.details;
        if (details !== undefined && !Array.isArray(value)) expect(result.details).toBe(details);
      }),
      { numRuns: 500 },
    );
  });

  it('is idempotent', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const once = normalizeToolResult(value);
        expect(normalizeToolResult(once)).toEqual(once);
      }),
    );
  });
});

describe('firstText', () => {
  it.each([
    ['plain', 'plain'],
    [{ progress: { text: 'public' }, content: text('private') }, 'public'],
    [{ content: [{ type: 'image', data: 'A', mimeType: 'x' }, ...text('seen')] }, 'seen'],
    [{ content: [] }, undefined],
    [undefined, undefined],
  ])('of %j is %j', (value, expected) => {
    expect(firstText(value)).toBe(expected);
  });
});
