import { definePlugin, ToolSources, type ToolSource } from '@toolrack/contracts';
import { createRuntime } from '@toolrack/kernel';

import { hermes, openclaw, standard } from './index.js';

const files: ToolSource = {
  kind: 'openclaw',
  owner: 'files',
  trust: 'trusted',
  list: async () => ({ tools: [{ name: 'list_files', description: 'List files.', inputSchema: { type: 'object' } }] }),
  call: async () => ({ content: [] }),
};
const down: ToolSource = { ...files, kind: 'mcp', owner: 'down', list: () => Promise.reject(new Error('no route')) };
const boot = (preset: typeof openclaw | typeof hermes, sources: readonly ToolSource[]) =>
  createRuntime({
    plugins: preset({
      add: [
        definePlugin({
          name: 'test-sources',
          version: '1.0.0',
          api: '^1',
          apply: (host) => sources.forEach((source) => host.contribute(ToolSources, source)),
        })(),
      ],
    }),
    trust: { '*': 'trusted' },
  });

describe('a run with a list of the tools it keeps to', () => {
  it('is refused by openclaw() when the list leaves nothing, and holds nothing back from the next run [openclaw:26c.7]', async () => {
    await using runtime = await boot(openclaw, [files]);
    for (const allow of [[], ['nothing_*'], ['tool_search', 'tool_describe', 'tool_call']])
      await expect(runtime.startRun({ allow })).rejects.toMatchObject({ code: 'ERR_RUN_REQUEST', kind: 'correctable' });
    expect(runtime.inspect().runs).toBe(0);
    expect((await runtime.startRun({ allow: ['list_*'] })).tools.map(({ name }) => name)).toEqual([
      'tool_search',
      'tool_describe',
      'tool_call',
    ]);
  });

  it('is started by openclaw() while a listed source is out, of which the model hears', async () => {
    await using runtime = await boot(openclaw, [files, down]);
    for (const allow of [['mcp:down:*'], ['route_*']]) expect((await runtime.startRun({ allow })).tools).toHaveLength(3);
    await expect(runtime.startRun({ allow: ['openclaw:files:nothing'] })).rejects.toMatchObject({ code: 'ERR_RUN_REQUEST' });
  });

  it('is started without tools by the other presets', async () => {
    for (const preset of [standard, hermes]) {
      await using runtime = await boot(preset, [files, down]);
      expect((await runtime.startRun({ allow: ['nothing_*'] })).entries).toEqual([]);
    }
  });

  it('may be narrowed to nothing later: no controls, no directory, and the same bytes when it is lifted [openclaw:case-103]', async () => {
    await using runtime = await boot(openclaw, [files]);
    const run = await runtime.startRun({ allow: ['list_*'] });
    const shown = () => JSON.stringify([run.tools, run.prompt]);
    const before = shown();
    expect(run.prompt).toContain('list_files');
    run.narrow([]);
    expect([run.tools, run.prompt]).toEqual([[], '']);
    run.narrow(undefined);
    expect(shown()).toBe(before);
  });
});
