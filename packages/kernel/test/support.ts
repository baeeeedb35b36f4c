import {
  definePlugin,
  directTools,
  DirectoryService,
  RankerService,
  SurfaceService,
  ToolSources,
  type HookName,
  type HookTaps,
  type Plugin,
  type PluginHost,
  type Ranker,
  type RuntimeOptions,
  type Surface,
  type ToolDefinition,
  type ToolrackEvent,
  type ToolSource,
  type ToolSourceCall,
} from '@toolrack/contracts';
import { createRuntime } from '../src/index.js';

/** A ranker without views: every document whose name or description holds the text. */
export const substringRanker: Ranker = {
  name: 'substring',
  index: (documents) => ({
    size: documents.length,
    search: ({ text, limit }) => ({
      hits: documents
        .filter((document) => `${document.name} ${document.description}`.includes(text))
        .slice(0, limit)
        .map((document, position) => ({ id: document.id, score: 1 / (position + 1) })),
    }),
  }),
};

/** A surface with one control that calls `{ id, args }`. */
export const plainSurface: Surface = {
  name: 'plain',
  controlNames: () => ['tool_call'],
  tools: (view) => [...directTools(view), { name: 'tool_call', description: 'calls', inputSchema: { type: 'object' } }],
  prompt: (view) => view.directory({ complete: 'c', partial: 'p' }).text,
  call: async (_name, callArguments, session) => {
    const { id, args } = callArguments as { id: string; args: unknown };
    const result = await session.call(id, args);
    return { content: result.content, details: result.details, isError: result.isError === true };
  },
};

/** A source over a list that a test may change; it records its calls. */
export interface TestSource extends ToolSource {
  tools: ToolDefinition[];
  readonly calls: ToolSourceCall[];
  change(): void;
  lists: number;
}

export function testSource(tools: ToolDefinition[], overrides: Partial<ToolSource> = {}): TestSource {
  const listeners = new Set<() => void>();
  const calls: ToolSourceCall[] = [];
  const source: TestSource = {
    kind: 'test',
    owner: 'main',
    trust: 'trusted',
    tools,
    calls,
    lists: 0,
    change: () => listeners.forEach((listener) => listener()),
    list: async () => {
      source.lists++;
      return { tools: source.tools };
    },
    call: async (call) => {
      calls.push(call);
      return { content: [{ type: 'text', text: JSON.stringify(call.arguments) }], details: call.arguments };
    },
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    ...overrides,
  };
  return source;
}

/** A plugin from a name and its `apply`. */
export function plugin(name: string, apply: (host: PluginHost) => void | Promise<void>): Plugin {
  return definePlugin({ name, version: '1.0.0', api: '^1', apply })();
}

/** What every runtime needs, over the given sources. */
export function baseParts(sources: readonly ToolSource[] = [], parts: { ranker?: Ranker; surface?: Surface } = {}): Plugin {
  return plugin('base', (host) => {
    host.provide(RankerService, () => parts.ranker ?? substringRanker);
    host.provide(SurfaceService, () => parts.surface ?? plainSurface);
    host.provide(DirectoryService, () => ({
      name: 'names',
      render: ({ entries, deferred }) => ({
        text: entries.map((entry) => entry.name).join(','),
        form: 'full',
        listed: entries.length,
        omitted: deferred - entries.length,
      }),
    }));
    host.hooks.policy.tap(() => undefined);
    for (const source of sources) host.contribute(ToolSources, source);
  });
}

/** A plugin with one tap. */
export function tapping<Name extends HookName>(hook: Name, tap: HookTaps[Name], stage?: number, name = 'tapper'): Plugin {
  return plugin(name, (host) => host.hooks[hook].tap(tap as never, stage === undefined ? undefined : { stage }));
}

/** Boots over the sources and records every event. */
export async function boot(
  sources: readonly ToolSource[],
  plugins: readonly Plugin[] = [],
  options: Partial<RuntimeOptions> & { ranker?: Ranker; surface?: Surface } = {},
) {
  const events: ToolrackEvent[] = [];
  const { ranker, surface, ...rest } = options;
  const parts = { ...(ranker === undefined ? {} : { ranker }), ...(surface === undefined ? {} : { surface }) };
  const runtime = await createRuntime({ plugins: [baseParts(sources, parts), ...plugins], trust: { '*': 'trusted' }, ...rest });
  runtime.events.onAny((event) => void events.push(event));
  return { runtime, events };
}
