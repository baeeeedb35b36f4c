import type { RunContext, ToolDescriptor, Visibility } from '@toolrack/contracts';
import { fixtureRun } from '@toolrack/testkit';
import { hermesSettings } from '../settings/hermes-settings.js';
import { curatedDefer } from '../settings/deferral-lists.js';
import type { SurfaceHermesOptions } from '../settings/surface-options.js';
import { tool } from '../../test/session.js';
import { isDeferrable } from './is-deferrable.js';
import { foldName, hermesName, sourceLabel, toolsetOf } from './tool-name.js';
import { visibilityTap } from './visibility.js';

const none = new Set<string>();
const deferrable = (id: string, defer: ReadonlySet<string> = none): boolean => isDeferrable(tool(id), defer);

describe('isDeferrable', () => {
  it('keeps core tools that no defer list names [hermes:1.3] [hermes:case-7]', () => {
    for (const name of ['terminal', 'read_file', 'write_file', 'patch', 'search_files', 'memory', 'clarify', 'todo', 'browser_click']) {
      expect(deferrable(`openclaw:core:${name}`)).toBe(false);
    }
  });

  it('never defers a reserved name [hermes:1.1] [hermes:case-8]', () => {
    for (const name of ['tool_search', 'tool_describe', 'tool_call'])
      expect(deferrable(`openclaw:core:${name}`, new Set([name]))).toBe(false);
  });

  it('defers what the list names, core or desktop or of the caller [hermes:1.2]', () => {
    const defer = new Set(['terminal', 'show_tip', 'pick']);
    expect(deferrable('openclaw:core:terminal', defer)).toBe(true);
    expect(deferrable('openclaw:desktop_ui:show_tip', defer)).toBe(true);
    expect(deferrable('client:client:pick', defer)).toBe(true);
  });

  it('keeps tools that cannot be classified: those of the caller [hermes:1.4]', () => {
    expect(deferrable('client:client:pick')).toBe(false);
  });

  it('defers tools of servers, also with the name of a core tool [hermes:1.5]', () => {
    expect(deferrable('mcp:github:create_issue')).toBe(true);
    expect(deferrable('mcp:files:read_file')).toBe(true);
  });

  it('keeps session-gated tool sets and defers any other plugin [hermes:1.6] [hermes:1.7]', () => {
    for (const owner of ['desktop_ui', 'project', 'setup']) expect(deferrable(`openclaw:${owner}:thing`)).toBe(false);
    for (const id of ['openclaw:weather:forecast', 'openclaw:core:extra', 'acme:shop:buy', 'mcp:project:thing'])
      expect(deferrable(id)).toBe(true);
  });

  it('shows desktop tools without a list, hides those that the curated one names [hermes:case-10]', () => {
    const curated = new Set(curatedDefer);
    expect(deferrable('openclaw:desktop_ui:show_tip')).toBe(false);
    expect(deferrable('openclaw:desktop_ui:show_tip', curated)).toBe(true);
    expect(deferrable('openclaw:desktop_ui:react_to_message', curated)).toBe(false);
    expect(deferrable('openclaw:core:clarify', curated)).toBe(false);
  });
});

describe('names', () => {
  it('are those of Hermes', () => {
    expect(['mcp:gh:x', 'openclaw:core:x', 'client:client:x'].map((id) => hermesName(tool(id)))).toEqual(['mcp__gh__x', 'x', 'x']);
    expect(['mcp:gh:x', 'openclaw:core:x', 'client:client:x'].map((id) => toolsetOf(tool(id)))).toEqual(['mcp-gh', 'core', undefined]);
    expect(['mcp:mcp-gh:x', 'openclaw:core:x', 'client:client:x'].map((id) => sourceLabel(tool(id).source))).toEqual([
      'gh',
      'core',
      'other',
    ]);
  });

  it('fold case, hyphens, spaces and white space around [hermes:10.1]', () => {
    expect([' Read-File ', 'READ FILE', 'read_file'].map(foldName)).toEqual(['read_file', 'read_file', 'read_file']);
  });
});

describe('the visibility tap', () => {
  const shown = (tools: readonly ToolDescriptor[], options: SurfaceHermesOptions = {}, run: RunContext = fixtureRun()) =>
    tools.map((each): Visibility | undefined => visibilityTap(hermesSettings(options))(each, { run, tools, countNamed: () => 1 }));

  it('show what is not deferrable and keep it out of the search, leave the rest to the catalog, hide reserved names [hermes:1.12] [hermes:6.9] [hermes:2.1] [hermes:case-13]', () => {
    const tools = ['openclaw:core:clarify', 'openclaw:core:computer_use', 'mcp:a:b', 'openclaw:x:tool_call', 'mcp:x:tool_call'].map((id) =>
      tool(id),
    );
    expect(shown(tools)).toEqual(['direct-only', undefined, undefined, 'hidden', undefined]);
  });

  it('with an empty list defer no built-in, but servers and plugins [hermes:1.10] [hermes:16.1]', () => {
    const tools = ['openclaw:core:computer_use', 'openclaw:desktop_ui:show_tip', 'mcp:a:b', 'openclaw:weather:c'].map((id) => tool(id));
    expect(shown(tools, { defer: [] })).toEqual(['direct-only', 'direct-only', undefined, undefined]);
  });

  it('show everything while off, also for hosts that search themselves [hermes:2.4] [hermes:case-16]', () => {
    const tools = ['mcp:a:b', 'openclaw:x:tool_call'].map((id) => tool(id));
    expect(shown(tools, { enabled: false })).toEqual(['direct', 'direct']);
    expect(shown(tools, {}, fixtureRun({ host: { nativeToolSearch: true } }))).toEqual(['direct', 'direct']);
    expect(shown(tools, {}, fixtureRun({ host: { codeMode: true } }))).toEqual(['direct', 'direct']);
  });
});
