import fc from 'fast-check';
import { ToolrackError } from '@toolrack/contracts';
import { fixtureRun } from '@toolrack/testkit';
import { hermesSession, schema, type SessionInput, tool } from '../../test/session.js';
import { answerOf, hermesSurface, jsonOf, textOf } from '../../test/surface.js';
import type { SurfaceHermesOptions } from '../settings/surface-options.js';

const priority = schema(
  { title: { type: 'string' }, priority: { enum: ['low', 'high'] }, count: { type: 'integer' }, filter: { type: 'object' } },
  ['title'],
);
const tools = [
  tool('mcp:github:create_issue', { inputSchema: priority }),
  tool('mcp:github:list_issues'),
  tool('mcp:linear:create_issue'),
  tool('openclaw:core:terminal'),
  tool('openclaw:core:read_file'),
];
const call = async (input: unknown, options: SurfaceHermesOptions = {}, more: SessionInput = {}) => {
  const session = hermesSession(tools, { options, ...more });
  const answer = await answerOf(hermesSurface(options), 'tool_call', input, session);
  return { session, answer, text: textOf(answer) };
};
const single = (name: string, callArguments: unknown = {}) => ({ calls: [{ name, arguments: callArguments }] });

describe('one local entry', () => {
  it('runs as that tool and its result comes back bare [hermes:8.14] [hermes:case-91]', async () => {
    const content = [
      { type: 'text', text: 'ok' },
      { type: 'image', data: 'AA==', mimeType: 'image/png' },
    ] as const;
    const { session, answer } = await call(
      single('mcp__github__create_issue', { title: 'T' }),
      {},
      { execute: () => ({ content, details: { n: 42 }, terminate: true }) },
    );
    expect(session.calls).toEqual([{ id: 'mcp:github:create_issue', arguments: { title: 'T' } }]);
    expect(answer).toEqual({ content, details: { n: 42 }, isError: false, terminate: true });
  });

  it('may be named by its exact id', async () => {
    expect((await call(single('mcp:github:list_issues'))).session.calls).toHaveLength(1);
  });

  it('shows a failure of the tool itself', async () => {
    const { answer } = await call(
      single('mcp__github__list_issues'),
      {},
      { execute: () => ({ content: [{ type: 'text', text: 'no' }], isError: true }) },
    );
    expect(answer).toEqual({ content: [{ type: 'text', text: 'no' }], isError: true });
  });

  it('keeps errors of the pipeline', async () => {
    const execute = () => {
      throw new ToolrackError('ERR_CALL_DENIED', 'Denied.');
    };
    expect((await call(single('mcp__github__list_issues'), {}, { execute })).answer).toMatchObject({
      details: { error: { code: 'ERR_CALL_DENIED' } },
    });
  });

  it('has a second wrapping taken off where it can mean nothing else [hermes:14.7] [hermes:14.8]', async () => {
    const wrapped = await call(single('mcp__github__create_issue', { arguments: { title: 'T' } }));
    expect(wrapped.session.calls[0]?.arguments).toEqual({ title: 'T' });
    const open = await call(single('mcp__github__list_issues', { arguments: { title: 'T' } }));
    expect(open.session.calls[0]?.arguments).toEqual({ arguments: { title: 'T' } });
  });
});

describe('malformed calls and batches', () => {
  it('run nothing and are told as plain text [hermes:9.8] [hermes:case-85]', async () => {
    for (const input of [
      {},
      { calls: 'nope' },
      { calls: [] },
      { calls: [{}] },
      single('tool_call'),
      single('mcp__github__list_issues', '{'),
    ]) {
      const { session, answer, text } = await call(input);
      expect(session.calls).toEqual([]);
      expect(answer).toMatchObject({ isError: true, details: { error: { code: 'ERR_TOOL_INPUT', kind: 'correctable', message: text } } });
    }
  });

  it('with two local entries run nothing [hermes:8.11] [hermes:case-80]', async () => {
    const first = { name: 'mcp__github__create_issue', arguments: { title: 'T' } };
    const { session, text } = await call({ calls: [first, { name: 'mcp__github__list_issues', arguments: {} }] });
    expect(session.calls).toEqual([]);
    expect(text).toContain('you sent 2');
    expect(text).toContain(JSON.stringify({ calls: [first] }));
    expect((await call({ calls: [first, { name: 'connectors__gmail__SEND', arguments: {} }] })).text).toContain('you sent 2');
  });

  it('run local entries in order, each with its own outcome, where that is on [hermes:8.16] [hermes:14.5]', async () => {
    const { session, answer } = await call(
      {
        calls: [
          { name: 'mcp__github__list_issues', arguments: { n: 1 } },
          { name: 'nope', arguments: {} },
          { name: 'mcp__github__create_issue', arguments: {} },
          { name: 'mcp__linear__create_issue', arguments: {} },
        ],
      },
      { localBatches: true },
    );
    expect(session.calls.map(({ id }) => id)).toEqual(['mcp:github:list_issues', 'mcp:linear:create_issue']);
    expect(answer.isError).toBe(false);
    expect(jsonOf(answer)).toEqual({
      results: [
        { index: 0, name: 'mcp__github__list_issues', response: 'done' },
        { index: 1, name: 'nope', error: { code: 'ERR_TOOL_UNKNOWN', message: expect.stringContaining('unknown tool name') as string } },
        {
          index: 2,
          name: 'mcp__github__create_issue',
          error: { code: 'ERR_CALL_ARGUMENTS', message: expect.stringContaining('missing required') as string },
        },
        { index: 3, name: 'mcp__linear__create_issue', response: 'done' },
      ],
      success_count: 2,
      error_count: 2,
      total_count: 4,
    });
  });

  it('leave entries after a stop unsent, and refuse more than ten or a mix', async () => {
    const controller = new AbortController();
    const two = { calls: [single('mcp__github__list_issues').calls[0], single('mcp__linear__create_issue').calls[0]] };
    const execute = () => {
      controller.abort();
      return { content: [] };
    };
    const { session, answer } = await call(two, { localBatches: true }, { execute, signal: controller.signal });
    expect(session.calls).toHaveLength(1);
    expect(jsonOf(answer)).toMatchObject({ results: [{ index: 0 }, { index: 1, error: { code: 'INTERRUPTED' } }], success_count: 1 });
    const eleven = { calls: Array.from({ length: 11 }, () => two.calls[0]) };
    expect((await call(eleven, { localBatches: true })).text).toContain('too many calls: 11');
    const mixed = { calls: [two.calls[0], { name: 'connectors__a__b', arguments: {} }] };
    expect((await call(mixed, { localBatches: true })).text).toContain('you sent 2');
  });
});

describe('the wrong doors', () => {
  it('a tool that is listed directly is to be called directly [hermes:10.2] [hermes:8.13] [hermes:case-83] [hermes:case-88]', async () => {
    for (const name of ['read_file', 'Read_File', 'read-file', ' READ FILE ']) {
      const { session, answer, text } = await call(single(name));
      expect(text).toMatch(/"read_file" is directly listed: call it directly/u);
      expect(answer).toMatchObject({ details: { error: { code: 'ERR_TOOL_DIRECT' } } });
      expect(session.calls).toEqual([]);
    }
    expect((await call(single('terminal'))).text).toContain('call it directly');
  });

  it('a known tool that the session lacks is not to be retried [hermes:10.3] [hermes:14.6] [hermes:case-77]', async () => {
    const { text } = await call(single('web_search'));
    expect(text).toMatch(/not available in this session\. Do not retry/u);
    expect(text).not.toMatch(/directly/u);
  });

  it('an unknown name gets what it may have meant, never the advice to call it directly [hermes:10.4] [hermes:9.2] [hermes:case-82]', async () => {
    const { text } = await call(single('create_issue'));
    expect(text).toMatch(/unknown tool name.*did you mean "mcp__github__create_issue" or "mcp__linear__create_issue"\?/u);
    const other = await call(single('frobnicate'));
    expect(other.text).toMatch(/unknown tool name, not available in this session.*tool_search/u);
    for (const each of [text, other.text]) expect(each).not.toMatch(/directly/u);
  });

  it('a mis-cased name of a deferred tool gets the right spelling [hermes:10.5] [hermes:14.10]', async () => {
    const { session, text } = await call(single('MCP__GitHub__Create-Issue'));
    expect(text).toContain('did you mean "mcp__github__create_issue"?');
    expect(session.calls).toEqual([]);
  });

  it('answers a revoked tool as an unknown one', async () => {
    const denied = await call(single('mcp__github__list_issues'), {}, { revoked: ['mcp:github:list_issues'] });
    const absent = await call(single('mcp__github__list_things'));
    expect(denied.text.replaceAll('list_issues', 'X')).toBe(absent.text.replaceAll('list_things', 'X'));
  });

  it('a direct call of a deferred name explains the bridge with the payload to send [hermes:10.6]', async () => {
    const session = hermesSession(tools);
    await expect(hermesSurface().unknown('mcp__github__create_issue', { title: 'T' }, session)).rejects.toMatchObject({
      code: 'ERR_TOOL_UNKNOWN',
      message: expect.stringMatching(
        /deferred tool.*tool_describe.*\{"calls":\[\{"name":"mcp__github__create_issue","arguments":\{"title":"T"\}\}\]\}/u,
      ) as string,
    });
    await expect(hermesSurface().unknown('list_issues', {}, session)).rejects.toMatchObject({
      message: expect.stringContaining('did you mean "mcp__github__list_issues"') as string,
    });
    expect(session.calls).toEqual([]);
    expect(await hermesSurface().unknown('frobnicate', {}, session)).toBeUndefined();
    const revoked = hermesSession(tools, { revoked: ['mcp:github:list_issues'] });
    expect(await hermesSurface().unknown('mcp__github__list_issues', {}, revoked)).toBeUndefined();
    const off = hermesSession(tools, { options: { enabled: 'off' } });
    expect(await hermesSurface({ enabled: 'off' }).unknown('list_issues', {}, off)).toBeUndefined();
    const coded = hermesSession(tools, { run: fixtureRun({ host: { codeMode: true } }) });
    expect(await hermesSurface().unknown('list_issues', {}, coded)).toBeUndefined();
  });
});

describe('arguments that do not fit', () => {
  const fault = async (callArguments: unknown) => {
    const { session, answer } = await call(single('mcp__github__create_issue', callArguments));
    expect(session.calls).toEqual([]);
    expect(answer.isError).toBe(true);
    return { answer, json: jsonOf<Record<string, unknown>>(answer) };
  };

  it('name what is missing and return the schema [hermes:9.9] [hermes:9.14] [hermes:case-89]', async () => {
    const { json, answer } = await fault({ priority: 'urgent' });
    expect(json).toEqual({
      error: expect.stringMatching(/missing required argument title\. The tool was not invoked\.$/u) as string,
      path: 'arguments',
      constraint: 'required',
      parameters: priority,
      hint: expect.any(String) as string,
    });
    expect(Object.keys(json)).toEqual(['error', 'path', 'constraint', 'parameters', 'hint']);
    expect(answer.details).toMatchObject({
      path: 'arguments',
      constraint: 'required',
      error: { code: 'ERR_CALL_ARGUMENTS', kind: 'correctable', message: json['error'], toolId: 'mcp:github:create_issue' },
    });
  });

  it('tell path and constraint of what is wrong [hermes:9.13] [hermes:9.14] [hermes:case-92]', async () => {
    const { json } = await fault({ title: 'T', priority: 'urgent' });
    expect(json).toMatchObject({ path: 'arguments.priority', constraint: 'enum', parameters: priority });
    expect(json['error']).toMatch(/low.*high.*not invoked/u);
  });

  it('stay short and on one line however long the schema is [hermes:9.13]', async () => {
    const values = Array.from({ length: 400 }, (_, index) => `value\n${index}`);
    const session = hermesSession([tool('mcp:a:b', { inputSchema: schema({ p: { enum: values } }) })]);
    const { error } = jsonOf<{ error: string }>(await answerOf(hermesSurface(), 'tool_call', single('mcp__a__b', { p: 'x' }), session));
    expect(error.length).toBeLessThanOrEqual(600);
    expect(error).not.toContain('\n');
    expect(error).toContain('not invoked');
  });

  it('tell every place that is wrong, and what a misspelled parameter may have meant', async () => {
    const event = schema(
      { title: {}, visibility: { enum: ['public', 'private'] }, attendees: { type: 'array', items: schema({ email: {} }, ['email']) } },
      ['title'],
    );
    const session = hermesSession([
      tool('mcp:a:b', { inputSchema: { ...schema({ event, max_results: {} }), additionalProperties: false } }),
    ]);
    const errorOf = async (callArguments: unknown) =>
      jsonOf<{ error: string; path: string }>(await answerOf(hermesSurface(), 'tool_call', single('mcp__a__b', callArguments), session));
    const nested = await errorOf({ event: { visibility: 'secret', attendees: [{}] } });
    expect(nested.path).toBe('arguments.event');
    for (const place of [
      "arguments.event must have required property 'title'",
      'arguments.event.visibility',
      'arguments.event.attendees[0]',
    ]) {
      expect(nested.error).toContain(place);
    }
    expect((await errorOf({ maxResults: 5 })).error).toContain('arguments must not have "maxResults", did you mean "max_results"?');
  });

  it('have the wire names of parameters, which the model is shown as they are, so that none has to be mapped back [hermes:9.24]', async () => {
    const odd = schema({ 'odd.key/$': { type: 'integer' } });
    const session = hermesSession([tool('mcp:a:b', { inputSchema: odd })]);
    const described = await answerOf(hermesSurface(), 'tool_describe', { names: 'mcp__a__b' }, session);
    expect(jsonOf(described)).toMatchObject({ tools: { mcp__a__b: { parameters: odd } } });
    await answerOf(hermesSurface(), 'tool_call', single('mcp__a__b', { 'odd.key/$': '5' }), session);
    expect(session.calls[0]?.arguments).toEqual({ 'odd.key/$': 5 });
  });

  it('are repaired where the schema asks for it [hermes:9.16] [hermes:case-94] [hermes:case-95]', async () => {
    for (const filter of [{}, '', '{}']) {
      const { session } = await call(single('mcp__github__create_issue', { title: 'T', count: '42', filter }));
      expect(session.calls[0]?.arguments).toEqual({ title: 'T', count: 42, filter: {} });
    }
  });
});

it('tool_call throws nothing but a ToolrackError and runs at most one local tool, whatever is sent', async () => {
  const key = fc.constantFrom('calls', 'name', 'arguments', 'title');
  const leaf = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom('mcp__github__create_issue', 'mcp__github__list_issues', 'terminal', 'connectors__a__b', '{}', '['),
  );
  const entry = fc.dictionary(key, leaf);
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(leaf, entry, fc.record({ calls: fc.oneof(leaf, entry, fc.array(entry, { maxLength: 3 })) })),
      async (input) => {
        const { session } = await call(input);
        expect(session.calls.length).toBeLessThanOrEqual(1);
      },
    ),
    { numRuns: 400 },
  );
});
