import { definePlugin, ToolSources, type JsonObject, type JsonSchema, type Run, type Runtime, type ToolSource } from '@toolrack/contracts';
import { createRuntime } from '@toolrack/kernel';

import { hermes, openclaw, standard } from '../src/index.js';

/** One tool of a case. */
export interface CaseTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly server: string;
}

/** A tool's call as its server received it. */
export interface Delivered {
  readonly tool: string;
  readonly arguments: JsonObject;
}

/** A run over the tools of a case and what reached their servers. */
export interface CaseRun extends AsyncDisposable {
  readonly run: Run;
  readonly delivered: readonly Delivered[];
}

export const presets = { standard, openclaw, hermes } as const;

const sourcesPlugin = definePlugin<{ readonly sources: readonly ToolSource[] }>({
  name: 'test-sources',
  version: '1.0.0',
  api: '^1',
  apply: (host, { sources }) => sources.forEach((source) => host.contribute(ToolSources, source)),
});

/** Starts a run of a preset over trusted servers that note every call. */
export async function caseRun(
  preset: keyof typeof presets,
  tools: readonly CaseTool[],
  skills: Readonly<Record<string, string>> = {},
): Promise<CaseRun> {
  const delivered: Delivered[] = [];
  const sources = [...new Set(tools.map(({ server }) => server))].map((owner): ToolSource => {
    // A core server stands for OpenClaw's own tools: with them a model can read skills.
    const kind = owner === 'core' && preset !== 'hermes' ? 'openclaw' : 'mcp';
    return {
      kind,
      owner,
      trust: 'trusted',
      list: async () => ({ tools: tools.filter(({ server }) => server === owner) }),
      call: async ({ name, arguments: given }) => {
        delivered.push({ tool: name, arguments: given });
        return { content: [{ type: 'text', text: 'done' }] };
      },
    };
  });
  const add = [sourcesPlugin({ sources })];
  const plugins = preset === 'hermes' ? hermes({ add }) : presets[preset]({ add, surface: { skills } });
  const runtime: Runtime = await createRuntime({ plugins, trust: { 'mcp:*': 'trusted', 'openclaw:*': 'trusted' } });
  const run = await runtime.startRun();
  return { run, delivered, [Symbol.asyncDispose]: () => runtime.dispose() };
}

/** The text of an answer. */
export function textOf({ content }: { readonly content: readonly { readonly type: string }[] }): string {
  return content.map((block) => (block.type === 'text' ? (block as { readonly text?: string }).text : '')).join('');
}
