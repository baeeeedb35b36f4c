import type { Plugin, Run, Runtime, Scope } from '@toolrack/contracts';

import { bootRuntime } from './boot-runtime.js';
import type { CommandContext } from './command-context.js';
import type { Configuration } from './config/configuration.js';
import { loadConfiguration } from './config/load-configuration.js';
import { disposeRuntime } from './dispose-runtime.js';
import { onlySourceOf } from './only-source-of.js';
import { watchSources } from './terminal/watch-sources.js';

/** One answer is all that the command gives, so it waits for a server as long as the server may take to start (30 s) and a little more. */
const discoveryTimeoutMs = 35_000;

/** A booted configuration, and a run in it. */
export interface Session {
  readonly configuration: Configuration;
  readonly runtime: Runtime;
  readonly run: Run;
}

/** What a command adds to its session. */
export interface SessionOptions {
  readonly scope?: Scope;
  readonly plugins?: readonly Plugin[];
  /** What stands in for each plugin of the configuration. */
  readonly replace?: (plugin: Plugin) => Plugin;
  /** Id of the one tool that is wanted: sources that cannot have it are neither started nor waited for. */
  readonly toolId?: string;
}

/** Boots, starts a run, does something with it, and disposes everything, also after Ctrl-C. Sources that start are shown meanwhile. */
export async function withRun<Result>(
  context: CommandContext,
  options: SessionOptions,
  use: (session: Session) => Promise<Result>,
): Promise<Result> {
  const loaded = await loadConfiguration({ file: context.configurationFile });
  const { replace } = options;
  const configuration = replace === undefined ? loaded : { ...loaded, plugins: loaded.plugins.map(replace) };
  const names = new Set(configuration.plugins.map((plugin) => plugin.name));
  const only = options.toolId === undefined ? [] : [onlySourceOf(options.toolId)];
  const plugins = [...only, ...(options.plugins ?? [])].filter((plugin) => !names.has(plugin.name));
  const runtime = await bootRuntime(configuration, { plugins, logger: context.logger, limits: { discoveryTimeoutMs } });
  try {
    const stopWatching = watchSources(runtime, context.terminal);
    const run = await runtime.startRun({ ...options.scope, signal: context.signal }).finally(stopWatching);
    context.signal.throwIfAborted();
    return await use({ configuration, runtime, run });
  } finally {
    await disposeRuntime(runtime, context.logger);
  }
}
