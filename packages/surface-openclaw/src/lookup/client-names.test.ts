import { type RunContext, ToolrackError } from '@toolrack/contracts';
import { type SurfaceOpenclawOptions } from '../settings/surface-options.js';
import { fakeSurface } from '../test-support/fake-surface.js';
import { fakeRun, fakeTool, FakeView } from '../test-support/fake-view.js';
import { assertClientToolNames, normaliseToolName } from './client-names.js';

const clashes = (names: readonly string[], taken: readonly string[]): unknown => {
  try {
    assertClientToolNames(names, taken);
  } catch (error) {
    return ToolrackError.is(error) && error.code === 'ERR_RUN_REQUEST' ? error.fields['names'] : error;
  }
  return [];
};
const runOf = (...names: string[]): RunContext =>
  fakeRun({ client: { tools: names.map((name) => ({ name })), call: async () => ({ content: [] }) } });

describe('assertClientToolNames', () => {
  it('compares names as policies do and lists every clash [openclaw:20.2]', () => {
    expect(clashes(['Bash', 'Tool_Search ', 'fine', 'FINE', 'apply-patch'], ['exec', 'tool_search', 'apply_patch'])).toEqual([
      'Bash',
      'Tool_Search ',
      'FINE',
      'apply-patch',
    ]);
    expect(clashes(['a', 'b'], ['c'])).toEqual([]);
    expect(clashes(['tool-search', 'read file', 'Read-File', 'x'], ['tool_search'])).toEqual(['tool-search', 'Read-File']);
    expect(normaliseToolName('toString')).toBe('tostring');
  });
});

describe('names of client tools in a run', () => {
  const tools = [fakeTool('openclaw:core:browse'), fakeTool('mcp:git:log'), fakeTool('client:client:log')];
  const start = (options: SurfaceOpenclawOptions, name: string) => () =>
    fakeSurface(options).tools(new FakeView({ tools, run: runOf(name) }));

  it('must differ from every other tool in directory mode [openclaw:20.2]', () => {
    const directory: SurfaceOpenclawOptions = { toolSearch: { mode: 'directory' } };
    expect(start(directory, 'log')).toThrow('"log"');
    expect(start(directory, 'browse')).toThrow('"browse"');
    expect(start(directory, 'tool_call')).toThrow('"tool_call"');
    expect(start(directory, 'other')).not.toThrow();
  });

  it('must differ from core tools otherwise [openclaw:20.2]', () => {
    expect(start({}, 'log')).not.toThrow();
    expect(start({}, 'browse')).toThrow('"browse"');
    expect(start({}, 'Exec')).toThrow('"Exec"');
    expect(start({}, 'tool_call')).toThrow('"tool_call"');
    expect(start({}, 'tool-call')).toThrow('"tool-call"');
    expect(start({}, 'tool_search_code')).toThrow('"tool_search_code"');
    expect(start({ toolSearch: false }, 'browse')).not.toThrow();
  });
});
