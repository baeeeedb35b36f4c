import {
  estimateTokens,
  PolicyService,
  ToolSources,
  type CallView,
  type ContentBlock,
  type PolicyView,
  type RunRequest,
  type ToolResult,
  type ToolSource,
} from '@toolrack/contracts';
import { createTestHost, fixtureRun, fixtureTool, testToolSource, type TestHost } from '@toolrack/testkit';
import fastCheck from 'fast-check';
import { cutContent, countCharacters, wholeText } from './cut-content.js';
import { findLiteral } from './find-literal.js';
import { KeptResults, type KeptText } from './kept-results.js';
import type { ResultStoreOptions } from './options.js';
import { ReadResultSource } from './read-result-source.js';
import { withDefaults } from './options.js';
import { resultStore } from './result-store.js';

const hosts: TestHost[] = [];
afterEach(async () => {
  await Promise.all(hosts.splice(0).map(async (host) => host[Symbol.asyncDispose]()));
});

/** The plugin on a host, and what a run does with it. */
async function open(options: ResultStoreOptions = {}, isAllowed: PolicyView['isAllowed'] = () => true) {
  const host = await createTestHost(resultStore(options), { services: [[PolicyService, { isAllowed }]] });
  hosts.push(host);
  const [tap] = host.taps('result');
  const [source] = host.contributions<ToolSource>(ToolSources);
  if (tap === undefined || source === undefined) throw new Error('nothing registered');
  const [definition] = (await source.list({ signal: new AbortController().signal })).tools;
  return {
    source,
    definition,
    stage: tap.stage,
    cut: async (result: ToolResult, request: RunRequest = {}, tool = fixtureTool()): Promise<ToolResult> =>
      await tap.tap(result, view(request, tool)),
    read: async (input: Record<string, unknown>, request: RunRequest = {}): Promise<ToolResult> =>
      await source.call({ ...view(request), name: 'read_result', arguments: input as never, onProgress: () => undefined }),
  };
}
function view(request: RunRequest, tool = fixtureTool()): CallView {
  const run = fixtureRun(request);
  return { run, callId: 'c', parentCallId: 'p', tool, arguments: {}, signal: run.signal };
}
const textResult = (...texts: readonly string[]): ToolResult => ({ content: texts.map((text) => ({ type: 'text', text })) });
const own = (text: string): KeptText => ({ text, isForeign: false, tool: fixtureTool() });
const textOf = (result: ToolResult): string => wholeText(result.content);
const idIn = (text: string): string => /"id":"([0-9a-f]+)"/.exec(text)?.[1] ?? '';
const numbered = (lines: number): string => Array.from({ length: lines }, (_value, index) => `line ${index}`).join('\n');

/** Half of a surrogate pair without the other one. */
const loneHalf = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

describe('a large result', () => {
  it('keeps about as much text as the budget allows, its beginning and its end, and says what is missing and where it is [server-190]', async () => {
    const { cut, read } = await open();
    const text = `first ${'x'.repeat(4_000_000)} last`;
    const result = await cut(textResult(text));
    const shown = textOf(result);
    expect(shown.length).toBeGreaterThan(49_900);
    expect(shown.length).toBeLessThanOrEqual(50_000);
    expect(shown).toMatch(/^first x+[^]*x+ last$/);
    expect(shown).toMatch(
      /\d+ of 4000011 characters are left out here\. The whole text is kept: read_result \{"id":"[0-9a-f]+","offset":\d+\} reads on from here/,
    );
    const offset = Number(/"offset":(\d+)/.exec(shown)?.[1]);
    const next = await read({ id: idIn(shown), offset, limit: 10 });
    expect(textOf(next)).toMatch(/^x{10}\n\[characters \d+ to \d+ of 4000011; read on with "offset": \d+\]$/);
  });

  it.each([
    ['Chinese', '漢字'.repeat(6000)],
    ['JSON', '{"a":[1,2,3]}'.repeat(2000)],
    ['words', 'word '.repeat(9000)],
  ])('of %s fits a budget of 4,000 tokens, and most of the budget is used [tokens-243]', async (_what, text) => {
    const { cut } = await open({ maxTokens: 4_000 });
    const tokens = estimateTokens(textOf(await cut(textResult(text))));
    expect(tokens).toBeLessThanOrEqual(4_000);
    expect(tokens).toBeGreaterThan(3_000);
  });

  it('of 13,027 characters gives about 6,000 of them at a budget of 6,000 [server-192]', async () => {
    const { cut } = await open({ maxCharacters: 6_000 });
    const shown = textOf(await cut(textResult('<'.repeat(13_027))));
    expect(shown.replace(/[^<]/g, '').length).toBeGreaterThan(5_000);
    expect(shown.length).toBeLessThanOrEqual(6_000);
  });

  it('within the budget stays the same object', async () => {
    const { cut } = await open({ maxCharacters: 1_000 });
    const image: ContentBlock = { type: 'image', data: 'x'.repeat(5_000), mimeType: 'image/png' };
    const result: ToolResult = { content: [{ type: 'text', text: 'x'.repeat(1_000) }, image], details: { a: 1 } };
    expect(await cut(result)).toBe(result);
  });

  it('is never cut in a surrogate pair, never passes the budget, and its parts read back are the whole', async () => {
    const block = fastCheck.string({ unit: 'binary', minLength: 0, maxLength: 400 });
    await fastCheck.assert(
      fastCheck.asyncProperty(
        fastCheck.array(block, { minLength: 1, maxLength: 5 }),
        fastCheck.integer({ min: 1, max: 400 }),
        async (texts, limit) => {
          const { cut, read } = await open({ maxCharacters: 1_000 });
          const long = texts.map((text) => `${text}😀`.repeat(8));
          const whole = long.join('\n');
          const shown = textOf(await cut(textResult(...long)));
          if (countCharacters(textResult(...long).content) <= 1_000) return;
          expect(shown.length).toBeLessThanOrEqual(1_000 + 1);
          expect(shown).not.toMatch(loneHalf);
          const parts: string[] = [];
          let offset: number | undefined = 0;
          while (offset !== undefined) {
            const [part, note] = (await read({ id: idIn(shown), offset, limit })).content as readonly { readonly text: string }[];
            parts.push(part?.text ?? '');
            const next = /"offset": (\d+)/.exec(note?.text ?? '')?.[1];
            offset = next === undefined ? undefined : Number(next);
          }
          expect(parts.join('')).toBe(whole);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('keeps whole blocks, and those without text, where they are', () => {
    const image: ContentBlock = { type: 'image', data: 'AA==', mimeType: 'image/png' };
    const resource: ContentBlock = { type: 'resource', resource: { uri: 'a://b', text: 'r'.repeat(3_000) } };
    const annotated: ContentBlock = { type: 'text', text: 'b'.repeat(3_000), annotations: { audience: ['user'] } };
    const blocks: readonly ContentBlock[] = [{ type: 'text', text: 'head' }, image, annotated, resource, { type: 'text', text: 'tail' }];
    const cut = cutContent(blocks, 2_000, (from, to) => `[${from}-${to}]`);
    expect(cut.map(({ type }) => type)).toEqual(['text', 'image', 'text', 'resource', 'text']);
    expect([cut[0], cut[1], cut[4]]).toEqual([blocks[0], image, blocks[4]]);
    expect(cut[2]).toMatchObject({ annotations: { audience: ['user'] }, text: expect.stringMatching(/^b+\[\d+-\d+\]$/) });
    expect(cut[3]).toMatchObject({ resource: { uri: 'a://b', text: expect.stringMatching(/^r+$/) } });
  });

  it('leaves out an image over maxBytes with a note, and no other', async () => {
    const { cut } = await open({ maxBytes: 100 });
    const small: ContentBlock = { type: 'image', data: 'x'.repeat(100), mimeType: 'image/png' };
    const large: ContentBlock = { type: 'audio', data: 'x'.repeat(101), mimeType: 'audio/wav' };
    const blob: ContentBlock = { type: 'resource', resource: { uri: 'a://b', blob: 'x'.repeat(101) } };
    const { content } = await cut({ content: [small, large, blob] });
    expect(content[0]).toBe(small);
    expect(textOf({ content })).toBe(
      '[audio/wav of 101 bytes (base64) left out: at most 100 are passed on.]\n[resource a://b of 101 bytes (base64) left out: at most 100 are passed on.]',
    );
  });

  it('that is larger than the whole store is cut all the same, and says that it is not kept', async () => {
    const { cut } = await open({ maxCharacters: 1_000, storeBytes: 2_000 });
    const shown = textOf(await cut(textResult('x'.repeat(5_000))));
    expect(shown).toMatch(/left out here and not kept\. Ask the tool for less/);
    expect(shown).not.toMatch(/read_result/);
  });

  it('is handled after redaction, and an answer of read_result not at all', async () => {
    const { stage, cut, source } = await open({ maxCharacters: 1_000 });
    expect(stage).toBeGreaterThan(1_000);
    const own = fixtureTool({ source: { kind: source.kind, owner: source.owner } });
    const result = textResult('x'.repeat(5_000));
    expect(await cut(result, {}, own)).toBe(result);
  });
});

describe('a structured value', () => {
  const details = { rows: ['x'.repeat(5_000)] };

  it('of a tool with an output schema stays whole', async () => {
    const { cut } = await open({ maxCharacters: 1_000, maxDetailsCharacters: 1_000 });
    const tool = fixtureTool({ outputSchema: { type: 'object', required: ['rows'] } });
    const result = await cut({ content: [{ type: 'text', text: JSON.stringify(details) }], details }, {}, tool);
    expect(result.details).toBe(details);
    expect(textOf(result).length).toBeLessThanOrEqual(1_000);
  });

  it('without a schema that is too large becomes a note, and can be read', async () => {
    const { cut, read } = await open({ maxDetailsCharacters: 1_000 });
    const result = await cut({ content: [], details });
    expect(result.details).toEqual({
      truncated: true,
      characters: JSON.stringify(details).length,
      resultId: expect.stringMatching(/^[0-9a-f]{16}$/),
      hint: expect.stringMatching(/read_result/),
    });
    const { resultId } = result.details as { resultId: string };
    expect(textOf(await read({ id: resultId, limit: 10 }))).toMatch(/^\{"rows":\["/);
  });

  it('within the bound is not touched', async () => {
    const { cut } = await open();
    const result: ToolResult = { content: [], details, isError: true };
    expect(await cut(result)).toBe(result);
  });
});

describe('read_result', () => {
  it('shows where a text occurs, with what stands around it, and goes on from there', async () => {
    const { cut, read } = await open({ maxCharacters: 1_000 });
    const text = numbered(2_000);
    const id = idIn(textOf(await cut(textResult(text))));
    const found = textOf(await read({ id, pattern: 'line 1234' }));
    expect(found).toMatch(/^\[1 places hold "line 1234"; 1 shown\]\n--- at \d+:\n[^]*line 1233\nline 1234\nline 1235/);
    const many = textOf(await read({ id, pattern: 'line 1', limit: 1_000 }));
    const offset = Number(/the next ones with "offset": (\d+)/.exec(many)?.[1]);
    expect(offset).toBeGreaterThan(0);
    expect(textOf(await read({ id, pattern: 'line 1', offset }))).toMatch(/behind \d+; \d+ shown/);
    expect(textOf(await read({ id, pattern: '.*' }))).toBe('[".*" does not occur; 0 shown]');
  });

  it.each([
    ['no id', {}, /No result is kept under null/],
    ['an unknown id', { id: 'nope' }, /No result is kept under "nope"\. Large results are kept for 30 minutes at most/],
    ['an offset behind the end', { offset: 9_999_999 }, /"offset" is behind its end/],
    ['a long pattern', { pattern: 'x'.repeat(501) }, /500 characters at most/],
  ])('says what is wrong with %s', async (_title, input, words) => {
    const { cut, read } = await open({ maxCharacters: 1_000 });
    const id = idIn(textOf(await cut(textResult('x'.repeat(5_000)))));
    const result = await read(Object.keys(input).some((key) => key !== 'id') ? { id, ...input } : input);
    expect(result.isError).toBe(true);
    expect(textOf(result)).toMatch(words);
  });

  it('never reads what another scope keeps, and does not tell that it exists', async () => {
    const { cut, read } = await open({ maxCharacters: 1_000 });
    const owner = { tenant: 'a', session: '1' };
    const id = idIn(textOf(await cut(textResult('secret '.repeat(1_000)), owner)));
    expect(textOf(await read({ id }, { ...owner }))).toMatch(/^secret/);
    for (const other of [
      {},
      { tenant: 'a' },
      { tenant: 'a', session: '2' },
      { tenant: 'b', session: '1' },
      { tenant: '1', session: 'a' },
      { ...owner, agent: 'x' },
    ]) {
      const denied = await read({ id }, other);
      expect(textOf(denied).replace(id, 'ID')).toBe(textOf(await read({ id: 'nope' }, other)).replace('nope', 'ID'));
    }
  });

  it('is one trusted tool that is shown directly and only reads', async () => {
    const { source, definition } = await open();
    expect(source.trust).toBe('trusted');
    expect(definition).toMatchObject({
      name: 'read_result',
      exposure: 'direct-only',
      annotations: { readOnlyHint: true, openWorldHint: false },
    });
  });
});

describe('the literal search', () => {
  it('finds what a naive search finds', () => {
    const text = fastCheck.string({ unit: fastCheck.constantFrom('a', 'b', '😀'), maxLength: 60 });
    const pattern = fastCheck.string({ unit: fastCheck.constantFrom('a', 'b', '😀'), minLength: 1, maxLength: 4 });
    fastCheck.assert(
      fastCheck.property(text, pattern, fastCheck.nat(10), (haystack, needle, from) => {
        const expected: number[] = [];
        for (let at = haystack.indexOf(needle, from); at >= 0; at = haystack.indexOf(needle, at + needle.length)) expected.push(at);
        expect(findLiteral(haystack, needle, from, 3)).toEqual({ positions: expected.slice(0, 3), total: expected.length });
      }),
    );
  });

  it('takes time in proportion to the text, however nasty the pattern', () => {
    const nasty = `${'a'.repeat(499)}b`;
    const time = (text: string): number => {
      const before = process.cpuUsage();
      for (let round = 0; round < 3; round += 1) findLiteral(text, nasty, 0, 1);
      return process.cpuUsage(before).user;
    };
    time('a'.repeat(1_000_000));
    // Quadratic work would take some hundred times as long as the plain text does.
    expect(time('a'.repeat(1_000_000))).toBeLessThan(20 * Math.max(time('c'.repeat(1_000_000)), 2_000));
  });
});

describe('the store', () => {
  const scope = (tenant: string) => ({ tenant });

  it('never passes its bounds, whatever is kept, and the newest text is there', () => {
    const step = fastCheck.tuple(fastCheck.constantFrom('a', 'b', 'c'), fastCheck.nat(3_000));
    fastCheck.assert(
      fastCheck.property(fastCheck.array(step, { maxLength: 40 }), (steps) => {
        const kept = new KeptResults({ bytes: 8_000, entries: 5, ageMs: 1_000 });
        for (const [tenant, size] of steps) {
          const id = kept.keep(scope(tenant), own('x'.repeat(size)));
          expect(kept.size().bytes).toBeLessThanOrEqual(8_000);
          expect(kept.size().entries).toBeLessThanOrEqual(5);
          expect(id === undefined ? '' : kept.find(scope(tenant), id)?.text).toBe('x'.repeat(id === undefined ? 0 : size));
        }
        kept.dispose();
        expect(kept.size()).toEqual({ bytes: 0, entries: 0 });
      }),
    );
  });

  it('lets the scope that keeps most make room', () => {
    const kept = new KeptResults({ bytes: 10_000, entries: 10, ageMs: 1_000 });
    const quiet = kept.keep(scope('quiet'), own('q'.repeat(500))) ?? '';
    for (let index = 0; index < 20; index += 1) kept.keep(scope('loud'), own('x'.repeat(1_500)));
    expect(kept.find(scope('quiet'), quiet)?.text).toBe('q'.repeat(500));
    kept.dispose();
  });

  it('forgets what is too old, and everything at its end', () => {
    let now = 0;
    const kept = new KeptResults({ bytes: 10_000, entries: 10, ageMs: 1_000 }, () => now);
    const id = kept.keep(scope('a'), own('text')) ?? '';
    now = 999;
    expect(kept.find(scope('a'), id)?.text).toBe('text');
    now = 1_000;
    expect(kept.find(scope('a'), id)).toBeUndefined();
    kept.keep(scope('b'), own('other'));
    expect(kept.size().entries).toBe(1);
    kept.dispose();
    expect(kept.size().entries).toBe(0);
  });
});

describe('a kept result of a tool that a run may not call any more', () => {
  it('is answered as one that was never kept, until the tool is allowed again', async () => {
    const denied = new Set<string>();
    const { cut, read } = await open({}, (tool, { scope }) => !denied.has(`${tool.id} ${scope.agent}`));
    const tool = fixtureTool({ id: 'mcp:files:read' });
    const id = idIn(textOf(await cut(textResult('x'.repeat(60_000)), { agent: 'a' }, tool)));
    const ask = async (request: RunRequest = {}): Promise<string> => textOf(await read({ id, limit: 10 }, { agent: 'a', ...request }));
    expect(await ask()).toContain('xxxxxxxxxx');
    denied.add('mcp:files:read a');
    const never = textOf(await read({ id: '0000000000000000', limit: 10 }, { agent: 'a' }));
    expect((await ask()).replaceAll(id, '0000000000000000')).toBe(never);
    denied.clear();
    expect(await ask()).toContain('xxxxxxxxxx');
    expect(await ask({ allow: ['mcp:files:*', 'toolrack:*'] })).toContain('xxxxxxxxxx');
    expect(await ask({ allow: ['mcp:other:*', 'toolrack:*'] })).toContain('No result is kept');
  });
});

const kept = new KeptResults({ bytes: 1_000, entries: 1, ageMs: 60_000 });
const keptId = kept.keep({}, own('kept text'));
testToolSource({
  name: 'The source of read_result',
  create: () => new ReadResultSource(kept, withDefaults({}), () => true),
  calls: {
    success: { tool: 'read_result', arguments: { id: keptId ?? '' } },
    failure: { tool: 'read_result', arguments: { id: 'nope' } },
  },
});
