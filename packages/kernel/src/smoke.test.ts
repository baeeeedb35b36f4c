import {
  definePlugin,
  deny,
  DirectoryService,
  errorAnswer,
  RankerService,
  SurfaceService,
  ToolSources,
  directTools,
  ToolrackError,
} from '@toolrack/contracts';
import { createRuntime } from './index.js';

const parts = definePlugin({
  name: 'parts',
  version: '1.0.0',
  api: '^1',
  apply(host) {
    host.provide(RankerService, () => ({
      name: 'r',
      index: (documents) => ({
        size: documents.length,
        search: ({ text, limit }) => ({
          hits: documents
            .filter((d) => d.name.includes(text))
            .slice(0, limit)
            .map((d) => ({ id: d.id, score: 1 })),
        }),
      }),
    }));
    host.provide(DirectoryService, () => ({
      name: 'd',
      render: ({ entries, deferred }) => ({
        text: entries.map((e) => e.name).join(','),
        form: 'full',
        listed: entries.length,
        omitted: deferred - entries.length,
      }),
    }));
    host.provide(SurfaceService, () => ({
      name: 's',
      controlNames: () => ['tool_call'],
      tools: (view) => [...directTools(view), { name: 'tool_call', description: '', inputSchema: {} }],
      prompt: (view) => view.directory({ complete: '', partial: '' }).text,
      call: async (_name, args, session) => {
        const r = await session.call((args as { id: string }).id, (args as { args: unknown }).args);
        return { content: r.content, details: r.details, isError: false };
      },
    }));
    host.contribute(ToolSources, {
      kind: 'x',
      owner: 'y',
      trust: 'trusted',
      list: async () => ({
        tools: [
          { name: 'echo', inputSchema: { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] } },
          { name: 'secret' },
        ],
      }),
      call: async (c) => ({ content: [{ type: 'text', text: JSON.stringify(c.arguments) }] }),
    });
    host.hooks.policy.tap((tool) => (tool.name === 'secret' ? deny('no') : undefined));
  },
});
it('boots, starts, calls', async () => {
  const runtime = await createRuntime({ plugins: [parts()], trust: { '*': 'trusted' } });
  const run = await runtime.startRun({ agent: 'a' });
  expect(run.entries.map((e) => e.tool.id)).toEqual(['x:y:echo']);
  expect(run.prompt).toBe('echo');
  expect(await run.call({ name: 'tool_call', arguments: { id: 'x:y:echo', args: { a: 1 } } })).toMatchObject({
    isError: false,
    content: [{ text: '{"a":1}' }],
  });
  expect(await run.call({ name: 'tool_call', arguments: { id: 'x:y:echo', args: { a: 'q' } } })).toMatchObject({
    isError: true,
    details: { error: { code: 'ERR_CALL_ARGUMENTS' } },
  });
  expect(await run.call({ name: 'tool_call', arguments: { id: 'x:y:secret', args: {} } })).toMatchObject({
    isError: true,
    details: { error: { code: 'ERR_TOOL_UNKNOWN' } },
  });
  expect((await run.search({ text: 'ec', limit: 3 })).hits).toHaveLength(1);
  await runtime.dispose();
  await expect(createRuntime({ plugins: [parts(), parts()] })).rejects.toMatchObject({ code: 'ERR_PLUGIN_NAME' });
  void errorAnswer;
  void ToolrackError;
});
