import { fileURLToPath } from 'node:url';
import {
  ContentProviders,
  isPlugin,
  ToolrackError,
  ToolSources,
  type ContentProvider,
  type Logger,
  type PluginHost,
  type ToolDescriptor,
  type ToolSource,
  type ToolSourceCall,
} from '@toolrack/contracts';
import { mcpSource } from '../src/mcp-source.js';
import type { McpServerOptions, McpSourceOptions } from '../src/server-options.js';

/** A source with every optional member. */
export type FullSource = Required<ToolSource>;

/** Sources of one plugin instance, as a host would hold them, with everything that was logged. */
export interface TestSources {
  readonly all: readonly FullSource[];
  readonly log: readonly string[];
  /** Resources and prompts of a server. */
  content(name: string): Required<ContentProvider>;
  get(name: string): FullSource;
  dispose(): Promise<void>;
}

/** Applies the plugin to a host that keeps what it contributes. */
export function openSources(options: McpSourceOptions): TestSources {
  const plugin = mcpSource({ clientQuestions: true, ...options });
  if (!isPlugin(plugin)) throw new Error('not a plugin');
  const log: string[] = [];
  const write = (message: string, fields?: Readonly<Record<string, unknown>>): void => {
    log.push(fields === undefined ? message : `${message} ${JSON.stringify(fields)}`);
  };
  const logger: Logger = { debug: write, info: write, warn: write, error: write };
  const all: FullSource[] = [];
  const contents: Required<ContentProvider>[] = [];
  const host = {
    logger,
    contribute: (point: { id: string }, value: unknown) => {
      if (point.id === ContentProviders.id) contents.push(value as Required<ContentProvider>);
      else if (point.id === ToolSources.id) all.push(value as FullSource);
      else throw new Error(`unexpected contribution to ${point.id}`);
    },
  };
  void plugin.apply(host as unknown as PluginHost);
  return {
    all,
    log,
    content: (name) => {
      const found = contents.find(({ owner }) => owner === name);
      if (found === undefined) throw new Error(`no content of ${name}`);
      return found;
    },
    get: (name) => {
      const found = all.find(({ owner }) => owner === name);
      if (found === undefined) throw new Error(`no source ${name}`);
      return found;
    },
    dispose: async () => {
      await Promise.all(all.map(async (source) => source.dispose()));
    },
  };
}

let calls = 0;

/** A call as the kernel makes it. */
export function makeCall(
  name: string,
  args: ToolSourceCall['arguments'] = {},
  signal?: AbortSignal,
  more: Partial<ToolSourceCall> = {},
): ToolSourceCall {
  calls += 1;
  const tool: Partial<ToolDescriptor> = { id: `mcp:test:${name}`, name };
  return {
    tool: tool as ToolDescriptor,
    name,
    arguments: args,
    callId: `call-${calls}`,
    run: {} as ToolSourceCall['run'],
    signal: signal ?? new AbortController().signal,
    onProgress: () => undefined,
    ...more,
  };
}

/** Waits until a condition holds; fails after `timeoutMs`. */
export async function eventually(condition: () => boolean | Promise<boolean>, timeoutMs = 20_000): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error('the condition did not come true in time');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const faultServer = fileURLToPath(new URL('../src/fixtures/fault-server.mjs', import.meta.url));

/** A server entry that runs the misbehaving fixture with a script. */
export function faultyServer(script: Readonly<Record<string, unknown>>, more: Partial<McpServerOptions> = {}): McpServerOptions {
  return { command: process.execPath, args: [faultServer, JSON.stringify(script)], ...more };
}

/** A signal that never aborts. */
export const never: AbortSignal = new AbortController().signal;

/** What a rejected promise rejects with. */
export async function rejection(promise: Promise<unknown>): Promise<ToolrackError> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!ToolrackError.is(error)) throw new Error(`not a ToolrackError: ${String(error)}`);
  return error;
}
