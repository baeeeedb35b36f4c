import { definePlugin, type Plugin, type ToolDescriptor } from '@toolrack/contracts';

import { version } from './version.js';

/** Before every other tap: a denial of another one does not hide a tool from us. */
const first = -1_000_000;

/** What a run was offered before any policy spoke. */
export interface CatalogProbe {
  readonly plugin: Plugin;
  /** Every tool of the run's sources as the runtime knows it, sorted by id, denied ones too. */
  tools(): readonly ToolDescriptor[];
  find(id: string): ToolDescriptor | undefined;
}

/** A plugin that notes every tool that the policy is asked about while a catalog is built, and decides nothing. */
export function catalogProbe(): CatalogProbe {
  const seen = new Map<string, ToolDescriptor>();
  const plugin = definePlugin({
    name: '@toolrack/cli/catalog-probe',
    version,
    api: '^1',
    apply: (host) =>
      host.hooks.policy.tap(
        (tool, { phase }) => {
          // Without a digest it is a question about a source as a whole, or about a tool that cannot be used: nothing that exists.
          if (phase === 'list' && tool.digest !== '') seen.set(tool.id, tool);
          return undefined;
        },
        { stage: first },
      ),
  })();
  return {
    plugin,
    tools: () => [...seen.values()].sort((left, right) => (left.id < right.id ? -1 : 1)),
    find: (id) => seen.get(id),
  };
}
