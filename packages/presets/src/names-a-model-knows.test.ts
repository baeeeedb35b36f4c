import { definePlugin, deny, ToolSources, type CallAnswer, type Exposure, type Plugin, type ToolSource } from '@toolrack/contracts';
import { createRuntime } from '@toolrack/kernel';

import { hermes, openclaw, standard } from './index.js';

const inputSchema = {
  type: 'object',
  properties: { path: { type: 'string' }, max_results: { type: 'integer' } },
  required: ['path'],
  additionalProperties: false,
};

/** A source with one tool that fails when it is told to. */
function source(kind: string, owner: string, name: string, exposure: Exposure = 'catalog'): ToolSource {
  return {
    kind,
    owner,
    trust: 'trusted',
    list: async () => ({ tools: [{ name, description: 'Reads.', inputSchema, exposure }] }),
    call: async ({ arguments: { path } }) => {
      if (path === 'boom') throw new Error('boom');
      return { content: [{ type: 'text', text: 'ok' }] };
    },
  };
}

const plugin = (name: string, apply: Parameters<typeof definePlugin>[0]['apply']): Plugin =>
  definePlugin({ name, version: '1.0.0', api: '^1', apply })();

/** Everything that a model is told when calls of the tools fail in each way. */
async function failures(
  preset: typeof standard | typeof hermes,
  sources: readonly ToolSource[],
  call: (args: object) => { name: string; arguments: object },
) {
  const add = [
    plugin('test-sources', (host) => sources.forEach((each) => host.contribute(ToolSources, each))),
    plugin('test-authorize', (host) => {
      host.hooks.authorize.tap(({ arguments: { path } }) => (path === 'denied' ? deny('not that one', { isPublic: true }) : undefined));
      host.hooks.approvalNeeded.tap(({ arguments: { path } }, dossier) => (path === 'asked' ? dossier.require('asks') : undefined));
    }),
  ];
  await using runtime = await createRuntime({ plugins: preset({ add }), trust: { 'mcp:*': 'trusted', 'openclaw:*': 'trusted' } });
  const run = await runtime.startRun();
  const told: Record<string, string> = {};
  for (const args of [{ path: 'asked' }, { path: 'denied' }, { path: 'boom' }, {}, { path: 'x', maxResults: 3 }, { path: 7 }]) {
    const answer: CallAnswer = await run.call(call(args));
    expect([args, answer.isError]).toEqual([args, true]);
    const { message, hint } = (answer.details as { error: { message: string; hint?: string } }).error;
    told[JSON.stringify(args)] =
      `${answer.content.map((block) => (block.type === 'text' ? block.text : '')).join('')}\n${message}\n${hint ?? ''}`;
  }
  return { told, shown: run.tools.map(({ name }) => name) };
}

describe('what a model reads about a failed call', () => {
  it('names a deferred tool of hermes() as the model calls it, and no id', async () => {
    const { told } = await failures(hermes, [source('mcp', 'files', 'read_it')], (args) => ({
      name: 'tool_call',
      arguments: { calls: [{ name: 'mcp__files__read_it', arguments: args }] },
    }));
    for (const [args, text] of Object.entries(told)) {
      expect([args, text.includes('mcp:files'), text.includes('mcp__files__read_it')]).toEqual([args, false, true]);
    }
  });

  it.each([
    ['hermes', hermes, source('openclaw', 'core', 'read_file')],
    ['openclaw', openclaw, source('openclaw', 'desktop', 'read_file', 'direct-only')],
    ['standard', standard, source('openclaw', 'desktop', 'read_file', 'direct-only')],
  ] as const)('names a directly shown tool of %s() by its own name', async (_name, preset, tool) => {
    const { told, shown } = await failures(preset, [tool, source('mcp', 'files', 'other')], (args) => ({
      name: 'read_file',
      arguments: args,
    }));
    expect(shown).toContain('read_file');
    for (const [args, text] of Object.entries(told)) expect([args, text.includes('openclaw:')]).toEqual([args, false]);
    for (const args of ['{}', '{"path":"x","maxResults":3}', '{"path":7}']) expect(told[args]).toContain('read_file');
    expect(told['{"path":"x","maxResults":3}']).toMatch(/did you mean "max_results"\?/iu);
    expect(told['{}']).toContain('path');
  });

  it('keeps the exact id where that is what the model calls', async () => {
    const { told } = await failures(standard, [source('mcp', 'files', 'read_it')], (args) => ({
      name: 'tool_call',
      arguments: { id: 'mcp:files:read_it', args },
    }));
    expect(told['{}']).toContain('Invalid arguments for mcp:files:read_it');
  });
});
