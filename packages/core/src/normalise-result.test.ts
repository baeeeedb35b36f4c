import type { ContentBlock, ToolDescriptor } from '@toolrack/contracts';

import { normaliseResult } from './index.js';

const tool = { id: 'openclaw:x:y' } as ToolDescriptor;
const last = ({ content }: { readonly content: readonly ContentBlock[] }) => content.at(-1);

describe('normaliseResult', () => {
  it('hands on what is JSON as a frozen copy', () => {
    const details = { rows: [{ id: 1 }] };
    const given = { content: [{ type: 'text', text: 'a' }], details, isError: true, terminate: true, _meta: { a: 1 }, other: 1 };
    const result = normaliseResult(given, tool);
    expect(result).toEqual({ content: [{ type: 'text', text: 'a' }], details, isError: true, terminate: true, _meta: { a: 1 } });
    details.rows.push({ id: 2 });
    (given.content[0] as { text: string }).text = 'b';
    expect(result).toMatchObject({ content: [{ text: 'a' }], details: { rows: [{ id: 1 }] } });
    expect([Object.isFrozen(result), Object.isFrozen(result.content), Object.isFrozen(result.details)]).toEqual([true, true, true]);
  });

  it('tells apart details that are undefined and details that are not there [openclaw:case-143]', () => {
    expect(Object.keys(normaliseResult({ content: [], details: undefined }, tool))).toEqual(['content', 'details']);
    expect(Object.keys(normaliseResult({ content: [] }, tool))).toEqual(['content']);
  });

  it('loses no details over a part that JSON cannot say, and tells which part it is', () => {
    const details: Record<string, unknown> = { name: 'Ada', total: 2n ** 64n };
    details['self'] = details;
    const result = normaliseResult({ content: [{ type: 'text', text: 'done' }], details }, tool);
    expect(result.details).toEqual({ name: 'Ada', total: '18446744073709551616', self: '[circular]' });
    expect(result.content).toEqual([
      { type: 'text', text: 'done' },
      {
        type: 'text',
        text: '[Toolrack: parts of this result cannot be written as JSON: details.total is a big integer, given as text; details.self holds itself.]',
      },
    ]);
  });

  it('tells of blocks and metadata in the same way, and of many losses in few words', () => {
    const resource: Record<string, unknown> = { uri: 'a:b' };
    resource['up'] = resource;
    const result = normaliseResult({ content: [{ type: 'resource', resource }], _meta: { big: 2n ** 70n } }, tool);
    expect(result.content[0]).toEqual({ type: 'resource', resource: { uri: 'a:b', up: '[circular]' } });
    expect(last(result)).toMatchObject({
      text: expect.stringContaining('content[0].resource.up holds itself; _meta.big is a big integer'),
    });
    const many = normaliseResult({ details: Array.from({ length: 100 }, () => Number.NaN) }, tool);
    expect(last(many)).toMatchObject({ text: expect.stringMatching(/details\[4\] is NaN, given as null; and 95 more\.\]$/u) });
  });

  it('reads content in the forms that tools give it, and tells of what is none', () => {
    expect(normaliseResult({ content: 'a' }, tool).content).toEqual([{ type: 'text', text: 'a' }]);
    expect(normaliseResult({ content: ['a', { type: 'text', text: 'b' }] }, tool).content).toHaveLength(2);
    expect(normaliseResult({ content: { type: 'text', text: 'b' } }, tool).content).toEqual([{ type: 'text', text: 'b' }]);
    for (const content of [undefined, null]) expect(normaliseResult({ content }, tool).content).toEqual([]);
    expect(normaliseResult({ content: [{ text: 'no type' }, 7, { type: 'text', text: 'b' }] }, tool).content).toEqual([
      { type: 'text', text: 'b' },
      { type: 'text', text: expect.stringContaining('2 of 3 parts of content are no content blocks, left out') },
    ]);
  });

  it('refuses what is no result at all', () => {
    for (const value of [undefined, null, 'text', [], 7])
      expect(() => normaliseResult(value, tool)).toThrow('answered nothing that can be read');
  });
});
