import { type RunRequest, type SourceSummary, type ToolDescriptor } from '@toolrack/contracts';
import { type SurfaceOpenclawOptions } from './settings/surface-options.js';
import { FakeSession } from './test-support/fake-session.js';
import { fakeSurface, jsonOf } from './test-support/fake-surface.js';
import { fakeRun, fakeTool, FakeView } from './test-support/fake-view.js';

const catalog = [fakeTool('openclaw:core:read'), fakeTool('openclaw:crm:find_customer', { description: 'Find a customer.' })];
const names = (options: SurfaceOpenclawOptions, request: RunRequest = {}, tools: readonly ToolDescriptor[] = catalog) =>
  fakeSurface(options)
    .tools(new FakeView({ tools, run: fakeRun(request), direct: ['openclaw:core:read'] }))
    .map((tool) => tool.name);
const promptOf = (options: SurfaceOpenclawOptions, request: RunRequest = {}, tools: readonly ToolDescriptor[] = catalog) =>
  fakeSurface(options).prompt(new FakeView({ tools, run: fakeRun(request), direct: ['openclaw:core:read'] }));
const controls = ['tool_search', 'tool_describe', 'tool_call'];

describe('OpenclawSurface', () => {
  it('finds, describes and calls a tool', async () => {
    const session = new FakeSession({ tools: catalog });
    const surface = fakeSurface();
    const found = jsonOf<{ id: string }[]>(await surface.call('tool_search', { query: 'customer' }, session));
    expect(found.map((candidate) => candidate.id)).toEqual(['openclaw:crm:find_customer']);
    const described = jsonOf<{ parameters: unknown }>(await surface.call('tool_describe', { id: 'find_customer' }, session));
    expect(described.parameters).toEqual({ type: 'object', properties: {} });
    const called = jsonOf(await surface.call('tool_call', { id: 'find_customer', args: { name: 'Ada' } }, session));
    expect(called).toEqual({
      tool: { id: 'openclaw:crm:find_customer', name: 'find_customer', source: 'openclaw' },
      result: { content: [{ type: 'text', text: 'done' }], details: { name: 'Ada' } },
    });
  });

  it('shows the direct tools and exactly three controls in both modes [openclaw:4.1] [openclaw:4.2] [openclaw:4.3] [openclaw:2.5] [openclaw:case-167]', () => {
    expect(names({})).toEqual(['read', ...controls]);
    expect(names({ toolSearch: { mode: 'directory' } })).toEqual(['read', ...controls]);
    expect(names({ controlNames: { call: 'dispatch_action' } })).toEqual(['read', 'tool_search', 'tool_describe', 'dispatch_action']);
  });

  it('has no controls and no prompt while off [openclaw:2.6] [openclaw:20.4]', () => {
    for (const [options, request] of [
      [{ toolSearch: false }, {}],
      [{ toolSearch: {} }, {}],
      [{}, { host: { nativeToolSearch: true } }],
      [{ toolSearch: true }, { host: { codeMode: true } }],
    ] as const) {
      expect(names(options, request)).toEqual(['read']);
      expect(promptOf(options, request)).toBe('');
      expect(fakeSurface(options).controlNames(fakeRun(request))).toEqual([]);
    }
  });

  describe('a run that keeps to a list of tools', () => {
    const opened = (request: RunRequest, tools: readonly ToolDescriptor[], sources: readonly SourceSummary[] = [], options = {}) =>
      fakeSurface(options).tools(new FakeView({ tools, sources, run: fakeRun(request) }));
    const out = (state: SourceSummary['state']) => [{ id: 'mcp:a', kind: 'mcp', owner: 'a', state, tools: 0 }];

    it('is not started when nothing is left to call, since controls alone call nothing [openclaw:26c.7]', () => {
      for (const options of [{}, { toolSearch: { mode: 'directory' as const } }, { toolSearch: false }])
        expect(() => opened({ allow: ['crm_*', 'mcp:x:*'] }, [], [], options)).toThrow(
          'The run is not started: allow ("crm_*", "mcp:x:*") leaves no tool that can be called.',
        );
      expect(() => opened({ allow: [] }, [])).toThrow('allow (an empty list) leaves no tool');
      expect(() => opened({ allow: Array.from({ length: 9 }, (_, index) => `t${index}`) }, [])).toThrow('"t4" and 4 more)');
      expect(() => opened({ allow: ['x'] }, [], out('started'))).toThrow(expect.objectContaining({ code: 'ERR_RUN_REQUEST' }));
    });

    it('is started with one catalogued or direct tool, while a listed source is out, and without a list [openclaw:26c.7]', () => {
      expect(opened({ allow: ['*'] }, [fakeTool('mcp:a:b')])).toHaveLength(3);
      expect(opened({ allow: ['*'] }, [fakeTool('openclaw:x:computer', { exposure: 'direct-only' })])).toHaveLength(1);
      for (const state of ['failed', 'starting', 'unauthorised'] as const) expect(opened({ allow: ['*'] }, [], out(state))).toHaveLength(3);
      expect(opened({}, [])).toEqual([]);
      expect(opened({ allow: [] }, [], [], { refusesEmptyAllow: false })).toEqual([]);
    });

    it('goes on when a prompt hook leaves nothing of it later, and comes back [openclaw:case-103]', () => {
      const surface = fakeSurface();
      const run = fakeRun({ allow: ['mcp:a:*'] });
      const whole = new FakeView({ tools: [fakeTool('mcp:a:b')], run });
      const before = JSON.stringify(surface.tools(whole));
      expect(surface.tools(new FakeView({ tools: [], run }))).toEqual([]);
      expect(surface.prompt(new FakeView({ tools: [], run }))).toBe('');
      expect(JSON.stringify(surface.tools(whole))).toBe(before);
    });
  });

  it('has controls and a directory only while something is catalogued [openclaw:23.5] [openclaw:26c.7] [openclaw:case-86] [openclaw:case-103]', () => {
    const directOnly = [fakeTool('openclaw:x:computer', { exposure: 'direct-only' })];
    expect(names({}, {}, directOnly)).toEqual(['computer']);
    expect(promptOf({}, {}, directOnly)).toBe('');
    expect(names({}, {}, [])).toEqual([]);
    const clientOnly = [fakeTool('client:client:pick')];
    const shown = new FakeView({ tools: clientOnly, directOnly: ['client:client:pick'] });
    expect(
      fakeSurface({ toolSearch: { mode: 'directory' } })
        .tools(shown)
        .map((tool) => tool.name),
    ).toEqual(['pick']);
    expect(names({}, {}, clientOnly)).toEqual(controls);
  });

  it('keeps the controls while a source is down, so that the model can hear of it', () => {
    const sources: SourceSummary[] = [{ id: 'mcp:a', kind: 'mcp', owner: 'a', state: 'failed', tools: 0 }];
    expect(
      fakeSurface()
        .tools(new FakeView({ tools: [], sources }))
        .map((tool) => tool.name),
    ).toEqual(controls);
  });

  it('speaks of listed names only where names can be listed', () => {
    const untrusted = promptOf({}, {}, [fakeTool('mcp:x:find', { trust: 'untrusted' })]);
    expect(untrusted).toContain('Find tools with tool_search');
    expect(untrusted).toContain('invoke them through tool_call');
    expect(untrusted).not.toMatch(/listed/iu);
  });

  it('words the directory for the mode and the host [openclaw:20.4] [openclaw:24.1] [openclaw:case-106]', () => {
    expect(promptOf({})).toContain('Listed names are not directly callable: invoke them through tool_call');
    expect(promptOf({ toolSearch: { mode: 'directory' } })).toContain('may be called directly by its exact name');
    const mapped = promptOf({ toolSearch: { mode: 'directory' } }, { host: { deferredDispatch: false } });
    expect(mapped).toContain('not directly callable in this host');
    expect(mapped).not.toContain('may be called directly');
    expect(promptOf({ controlNames: { call: 'dispatch_action' } })).toContain('through dispatch_action');
  });

  it('says the rules of a search in its description and declares the schema [openclaw:4.4] [openclaw:4.3] [openclaw:11.14]', () => {
    const [search, describeTool, call] = fakeSurface()
      .tools(new FakeView({ tools: catalog }))
      .slice(-3);
    for (const part of ['English', 'lexical', 'queries', 'tool_describe', 'exact id or name', 'tool_call']) {
      expect(search?.description).toContain(part);
    }
    expect(search?.inputSchema).toMatchObject({
      properties: {
        query: { anyOf: [{ type: 'string' }, { type: 'null' }] },
        limit: { anyOf: [{ type: 'integer', minimum: 1 }, { type: 'null' }] },
        queries: {
          anyOf: [
            { maxItems: 16, items: { properties: { query: { minLength: 1, maxLength: 512 }, limit: { minimum: 1 } } } },
            { type: 'null' },
          ],
        },
      },
    });
    expect(describeTool?.inputSchema).toMatchObject({ required: ['id'] });
    expect(call?.inputSchema).toMatchObject({ required: ['id'], properties: { args: { type: 'object' } } });
    const all = [search, describeTool, call];
    const descriptions = all.reduce((sum, tool) => sum + (tool?.description.length ?? 0), 0);
    expect(descriptions).toBeLessThan(1_000);
    expect(JSON.stringify(all).length).toBeLessThan(2_400);
  });

  it('answers only for controls', async () => {
    await expect(fakeSurface().call('read', {}, new FakeSession({ tools: catalog }))).rejects.toMatchObject({
      code: 'ERR_TOOL_INPUT',
    });
  });
});
