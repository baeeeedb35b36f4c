import { definePlugin, maskedLogger, maskedSource, ToolSources } from '@toolrack/contracts';

import type { ToolCallHook } from './before-tool-call.js';
import { configMask } from './config-secrets.js';
import { HookedCalls } from './hooked-calls.js';
import { OpenclawToolSource } from './openclaw-tool-source.js';
import { optionsSchema, type OpenclawSourceOptions } from './options.js';
import { prepareModule, type PreparedModule } from './plugin-loader.js';

/** Plugin: first-party tools and plugins in OpenClaw's shapes, with ids `openclaw:<owner>:<name>`, trusted. */
export const openclawSource = definePlugin<OpenclawSourceOptions>({
  name: '@toolrack/source-openclaw',
  version: '0.1.0',
  api: '^1',
  optionsSchema,
  async apply(host, options) {
    const baseDirectory = options.baseDirectory ?? process.cwd();
    const mask = configMask(options);
    const logger = maskedLogger(host.logger, mask);
    const prepared = await Promise.all(
      options.modules.map((module) => prepareModule(module, baseDirectory, logger, options.loadTimeoutMs)),
    );
    const sources = new Map<string, OpenclawToolSource>();
    for (const [owner, modules] of groupByOwner(prepared)) {
      sources.set(owner, new OpenclawToolSource(owner, modules, baseDirectory, logger));
    }
    for (const module of prepared) module.onLate(() => sorted.delete(prepared));
    new HookedCalls(() => hooksOf(prepared), host, mask).attach();
    for (const source of sources.values()) host.contribute(ToolSources, mask.isEmpty ? source : maskedSource(source, mask));
    host.hooks.args.tap((callArguments, call) => {
      const { kind, owner } = call.tool.source;
      return (kind === 'openclaw' ? sources.get(owner)?.prepare(callArguments, call) : undefined) ?? callArguments;
    });
  },
});

const sorted = new WeakMap<readonly PreparedModule[], readonly ToolCallHook[]>();

/** The handlers of all modules, the highest priority first, equal ones in the order of the options; a promise while modules are loading. */
function hooksOf(prepared: readonly PreparedModule[]): readonly ToolCallHook[] | Promise<readonly ToolCallHook[]> {
  const known = sorted.get(prepared);
  if (known !== undefined) return known;
  const loaded = prepared.map((module) => module.loaded).filter((module) => module !== undefined);
  if (loaded.length < prepared.length) return Promise.all(prepared.map((module) => module.load())).then(() => hooksOf(prepared));
  const hooks = loaded.flatMap((module) => module.hooks).sort((left, right) => right.priority - left.priority);
  sorted.set(prepared, hooks);
  return hooks;
}

/** Modules by owner, in the order of the options. */
function groupByOwner(prepared: readonly PreparedModule[]): ReadonlyMap<string, PreparedModule[]> {
  const groups = new Map<string, PreparedModule[]>();
  for (const module of prepared) groups.set(module.owner, [...(groups.get(module.owner) ?? []), module]);
  return groups;
}
