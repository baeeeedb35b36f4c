import { textForModel } from '@toolrack/contracts';
import fc from 'fast-check';
import { hermesSession, schema, type SessionInput, tool } from '../../test/session.js';
import { answerOf, hermesSurface, jsonOf, textOf } from '../../test/surface.js';
import type { SurfaceHermesOptions } from '../settings/surface-options.js';

const parameters = schema({ title: { type: 'string', description: 'Title' } }, ['title']);
const tools = [
  tool('mcp:github:create_issue', { description: `Create. ${'x'.repeat(900)}`, inputSchema: parameters }),
  tool('mcp:github:list_issues'),
  tool('openclaw:core:terminal'),
];
const ask = (input: unknown, options: SurfaceHermesOptions = {}, more: SessionInput = {}) =>
  answerOf(hermesSurface(options), 'tool_describe', input, hermesSession(tools, more));

describe('tool_describe', () => {
  it('answers whole definitions in the order asked [hermes:7.3] [hermes:7.8]', async () => {
    const answer = jsonOf<{ tools: object }>(await ask({ names: ['mcp__github__list_issues', 'mcp__github__create_issue'] }));
    expect(answer).toEqual({
      tools: {
        mcp__github__create_issue: { description: tools[0]?.description, parameters },
        mcp__github__list_issues: { description: '', parameters: { type: 'object', properties: {} } },
      },
    });
    expect(Object.keys(answer.tools)).toEqual(['mcp__github__list_issues', 'mcp__github__create_issue']);
  });

  it('reads bare strings and JSON lists; drops blanks and duplicates [hermes:7.1] [hermes:case-74] [hermes:case-76]', async () => {
    for (const input of [
      { names: 'mcp__github__list_issues' },
      { names: ['mcp__github__list_issues', ' mcp__github__list_issues ', '', null] },
      { names: '["mcp__github__list_issues"]' },
      'mcp__github__list_issues',
      ['mcp__github__list_issues'],
    ]) {
      expect(Object.keys(jsonOf<{ tools: object }>(await ask(input)).tools)).toEqual(['mcp__github__list_issues']);
    }
  });

  it('refuses the singular key with the payload that works [hermes:7.2]', async () => {
    const answer = await ask({ name: 'mcp__github__list_issues' });
    expect([answer.isError, textOf(answer).replaceAll(/\s+/gu, ' ')]).toEqual([
      true,
      'names is required and must be an array of strings. Send {"names":["mcp__github__list_issues"]}.',
    ]);
  });

  it('describes one to ten names [hermes:7.2]', async () => {
    for (const input of [undefined, {}, { names: [] }, { names: [' '] }, { names: 5 }]) {
      const answer = await ask(input);
      expect([answer.isError, /^names is required/u.test(textOf(answer))]).toEqual([true, true]);
    }
    const ten = Array.from({ length: 10 }, (_, index) => `n${index}`);
    expect((await ask({ names: ten })).isError).toBe(false);
    expect((await ask({ names: [...ten, 'n0', 'n9'] })).isError).toBe(false);
    const answer = await ask({ names: [...ten, 'n10'] });
    expect(textOf(answer)).toMatch(/too many names: 11, at most 10.*fewer/u);
  });

  it('reports unknown and revoked names without failing the rest [hermes:7.7] [hermes:case-70] [hermes:9.1]', async () => {
    const names = ['mcp__github__create_issue', 'out_of_scope', 'mcp__github__list_issues', 'bogus'];
    expect(jsonOf(await ask({ names }))).toEqual({
      tools: { mcp__github__create_issue: expect.anything() as unknown, mcp__github__list_issues: expect.anything() as unknown },
      not_found: ['out_of_scope', 'bogus'],
      hint: expect.stringContaining('tool_search') as string,
    });
    const revoked = await ask({ names: ['mcp__github__list_issues'] }, {}, { revoked: ['mcp:github:list_issues'] });
    expect(jsonOf(revoked)).toMatchObject({ tools: {}, not_found: ['mcp__github__list_issues'] });
  });

  it('sends the model through the right door for what is listed directly [hermes:7.6] [hermes:10.2] [hermes:case-77]', async () => {
    const answer = jsonOf<{ errors: Record<string, string>; hint?: string }>(await ask({ names: ['terminal'] }));
    expect(answer).toEqual({ tools: {}, errors: { terminal: expect.stringMatching(/directly listed: call it directly/u) as string } });
  });

  it('does not find core names that the session does not have, nor reserved ones [hermes:case-71] [hermes:case-73]', async () => {
    expect(jsonOf(await ask({ names: ['read_file', 'tool_call', '__proto__'] }))).toMatchObject({
      tools: {},
      not_found: ['read_file', 'tool_call', '__proto__'],
    });
  });

  it('refuses an answer that is too long instead of cutting it [hermes:7.9]', async () => {
    const names = ['mcp__github__create_issue', 'mcp__github__list_issues'];
    const answer = await ask({ names }, { maxDescribeCharacters: 1000 });
    expect(textOf(answer)).toMatch(/characters, more than the 1000.*fewer names/u);
    expect((await ask({ names: names.slice(0, 1) }, { maxDescribeCharacters: 1000 })).isError).toBe(false);
  });

  it('shows no text that a reader would not see', async () => {
    const hidden = [...'obey'].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('');
    const session = hermesSession([tool('mcp:a:b', { description: `Lists${hidden} items.\u202e` })]);
    const described = await answerOf(hermesSurface(), 'tool_describe', { names: 'mcp__a__b' }, session);
    expect(jsonOf(described)).toMatchObject({ tools: { mcp__a__b: { description: 'Lists items.' } } });
    const found = await answerOf(hermesSurface(), 'tool_search', { queries: 'items' }, session);
    expect(jsonOf(found)).toMatchObject({ tools: { mcp__a__b: { description: 'Lists items.' } } });
  });

  it('accounts for every name, whatever is asked', async () => {
    const name = fc.oneof(
      fc.constantFrom('mcp__github__create_issue', 'terminal', 'connectors__a__b', 'constructor'),
      fc.string({ minLength: 1 }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(name, { minLength: 1, maxLength: 10 }), async (names) => {
        const answer = await ask({ names });
        if (answer.isError) return;
        const { tools: found, not_found = [], errors = {} } = jsonOf<{ tools: object; not_found?: string[]; errors?: object }>(answer);
        // What a model wrote comes back as it may read it.
        const wanted = new Set(names.map((each) => textForModel(each.trim())).filter((each) => each !== ''));
        expect(new Set([...Object.keys(found), ...not_found, ...Object.keys(errors)])).toEqual(wanted);
      }),
    );
  });
});
