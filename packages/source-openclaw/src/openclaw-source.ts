import { definePlugin, ToolSources } from '@toolrack/contracts';

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
    const prepared = await Promise.all(options.modules.map((module) => prepareModule(module, baseDirectory, host.logger)));
    const sources = new Map<string, OpenclawToolSource>();
    for (const [owner, modules] of groupByOwner(prepared)) {
      sources.set(owner, new OpenclawToolSource(owner, modules, baseDirectory));
    }
    for (const source of sources.values()) host.contribute(ToolSources, source);
    host.hooks.args.tap((callArguments, call) => {
      const { kind, owner } = call.tool.source;
      return (kind === 'openclaw' ? sources.get(owner)?.prepare(callArguments, call) : undefined) ?? callArguments;
    });
  },
});

/** Modules by owner, in the order of the options. */
function groupByOwner(prepared: readonly PreparedModule[]): ReadonlyMap<string, PreparedModule[]> {
  const groups = new Map<string, PreparedModule[]>();
  for (const module of prepared) groups.set(module.owner, [...(groups.get(module.owner) ?? []), module]);
  return groups;
}
