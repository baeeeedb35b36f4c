import { definePlugin, sourceId, ToolSources, type Plugin } from '@toolrack/contracts';

import { version } from './version.js';

/** Leaves out every source that cannot have the tool with that id. Does nothing when no source fits, so that the answer names what there is. */
export function onlySourceOf(toolId: string): Plugin {
  return sourceFilter([toolId], true);
}

/** Leaves out every source that cannot have one of these tools; without ids all of them. */
export function onlySourcesOf(toolIds: readonly string[]): Plugin {
  return sourceFilter(toolIds, false);
}

function sourceFilter(toolIds: readonly string[], keepsAllWhenNoneFits: boolean): Plugin {
  const canHave = (source: string): boolean => toolIds.some((id) => id.startsWith(`${source}:`));
  return definePlugin({
    name: '@toolrack/cli/only-source',
    version,
    api: '^1',
    apply: (host) =>
      host.hooks.discover.tap((session) => {
        const ids = host.contributions(ToolSources).map(sourceId);
        if (keepsAllWhenNoneFits && !ids.some(canHave)) return;
        for (const id of ids) if (!canHave(id)) session.skip(id, 'it cannot have the tool');
      }),
  })();
}
