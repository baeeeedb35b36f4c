import { type RunRequest, type ToolDescriptor, type Visibility } from '@toolrack/contracts';
import { RunSettingsReader } from '../settings/run-settings.js';
import { type SurfaceOpenclawOptions } from '../settings/surface-options.js';
import { fakeRun, fakeTool } from '../test-support/fake-view.js';
import { visibilityTap } from './visibility.js';

function shown(tools: readonly ToolDescriptor[], options: SurfaceOpenclawOptions = {}, request: RunRequest = {}) {
  const tap = visibilityTap(new RunSettingsReader(options), options.pinsTrusted);
  const question = {
    run: fakeRun(request),
    tools,
    countNamed: (name: string) => tools.filter((tool) => tool.name === name).length,
  };
  return (id: string): Visibility | undefined => tap(tools.find((tool) => tool.id === id) as ToolDescriptor, question);
}
const directory: SurfaceOpenclawOptions = { toolSearch: { mode: 'directory' } };

describe('visibilityTap', () => {
  it('shows direct-only tools and never catalogues them [openclaw:case-79] [openclaw:2.1] [openclaw:2.2]', () => {
    const tool = fakeTool('openclaw:desktop:computer', { exposure: 'direct-only' });
    expect(shown([tool])(tool.id)).toBe('direct');
    expect(shown([tool], directory)(tool.id)).toBe('direct');
  });

  it('keeps core coding tools of the core alone [openclaw:2.3]', () => {
    const names = ['read', 'edit', 'write', 'ls', 'exec', 'process', 'apply_patch'];
    for (const name of names) {
      const tools = [fakeTool(`openclaw:core:${name}`), fakeTool(`openclaw:files:${name}x`)];
      for (const options of [{}, directory]) expect(shown(tools, options)(`openclaw:core:${name}`)).toBe('direct');
    }
    const others = [fakeTool('openclaw:files:read'), fakeTool('mcp:core:read'), fakeTool('openclaw:core:browse')];
    for (const { id } of others) expect(shown(others)(id)).toBeUndefined();
  });

  it('keeps a name that the delivery needs, in both modes [openclaw:case-82] [openclaw:2.3]', () => {
    const tools = [fakeTool('openclaw:core:message')];
    for (const options of [{}, directory]) {
      expect(shown(tools, options, { directNames: ['message'] })('openclaw:core:message')).toBe('direct');
      expect(shown(tools, options)('openclaw:core:message')).toBeUndefined();
    }
  });

  it('never promotes a look-alike of a server or the caller [openclaw:case-83] [openclaw:2.3]', () => {
    const tools = [
      fakeTool('mcp:chat:message', { trust: 'trusted' }),
      fakeTool('client:client:message'),
      fakeTool('openclaw:chat:message', { trust: 'untrusted' }),
    ];
    for (const { id } of tools) expect(shown(tools, {}, { directNames: ['message'] })(id)).toBe('catalog');
  });

  it('defers both tools of one name in directory mode only [openclaw:2.4]', () => {
    const tools = [fakeTool('openclaw:core:read'), fakeTool('openclaw:files:read')];
    expect(shown(tools, directory)('openclaw:core:read')).toBeUndefined();
    expect(shown(tools)('openclaw:core:read')).toBe('direct');
    const required = { directNames: ['message'] };
    const twice = [fakeTool('openclaw:core:message'), fakeTool('openclaw:chat:message')];
    for (const { id } of twice) expect(shown(twice, directory, required)(id)).toBe('catalog');
    const directOnly = [fakeTool('openclaw:core:read'), fakeTool('openclaw:x:read', { exposure: 'direct-only' })];
    expect(shown(directOnly, directory)('openclaw:core:read')).toBe('direct');
  });

  it('keeps a core tool visible whatever servers and other strangers call their tools [openclaw:1.3] [openclaw:2.4]', () => {
    const strangers = [
      fakeTool('mcp:evil:read'),
      fakeTool('mcp:files:read', { trust: 'trusted' }),
      fakeTool('x:y:read', { trust: 'untrusted' }),
    ];
    const tools = [fakeTool('openclaw:core:read'), ...strangers];
    for (const options of [{}, directory]) expect(shown(tools, options)('openclaw:core:read')).toBe('direct');
    for (const { id } of strangers) expect(shown(tools, directory)(id)).toBeUndefined();
  });

  it('pins a trusted tool of any source by name or id where the deployment says so, and never an untrusted one', () => {
    const tools = [fakeTool('mcp:a:echo', { trust: 'trusted' }), fakeTool('mcp:b:echo2')];
    const pins = { pinsTrusted: true };
    for (const name of ['echo', 'mcp:a:echo']) expect(shown(tools, pins, { directNames: [name] })('mcp:a:echo')).toBe('direct');
    expect(shown(tools, {}, { directNames: ['echo'] })('mcp:a:echo')).toBe('catalog');
    expect(shown(tools, pins, { directNames: ['echo2', 'mcp:b:echo2'] })('mcp:b:echo2')).toBe('catalog');
  });

  it('moves the tools of the caller into the catalog, except in directory mode [openclaw:case-88] [openclaw:case-89] [openclaw:4.1] [openclaw:4.2]', () => {
    const tools = [fakeTool('client:client:pick_file')];
    expect(shown(tools)('client:client:pick_file')).toBeUndefined();
    expect(shown(tools, directory)('client:client:pick_file')).toBe('direct-only');
    const mapped = { host: { deferredDispatch: false } };
    expect(shown(tools, directory, mapped)('client:client:pick_file')).toBeUndefined();
  });

  it('shows everything while off, also tools with the names of controls [openclaw:2.6] [openclaw:3.4]', () => {
    const tools = [fakeTool('mcp:a:b'), fakeTool('openclaw:x:tool_call')];
    for (const [options, request] of [
      [{ toolSearch: false }, {}],
      [{}, { host: { codeMode: true } }],
      [{}, { host: { nativeToolSearch: true } }],
    ] as const) {
      for (const { id } of tools) expect(shown(tools, options, request)(id)).toBe('direct');
    }
  });

  it('never catalogues a first-party tool with the name of a control; one of a server has another name [openclaw:2.1]', () => {
    const names = ['tool_search', 'tool_describe', 'tool_call', 'tool_search_code'];
    const tools = ['openclaw:x', 'mcp:gateway'].flatMap((source) => names.map((name) => fakeTool(`${source}:${name}`)));
    for (const { id } of tools) expect(shown(tools)(id)).toBe(id.startsWith('openclaw') ? 'hidden' : undefined);
    const renamed = shown(tools, { controlNames: { call: 'dispatch_action' } });
    expect(renamed('openclaw:x:tool_call')).toBeUndefined();
  });
});
