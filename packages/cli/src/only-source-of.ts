import { definePlugin, sourceId, ToolSources, type Plugin } from '@toolrack/contracts';

import { version } from './version.js';

/** Leaves out every source that cannot have the tool with that id. Does nothing when no source fits, so that the answer names what there is. */
export function onlySourceOf(toolId: string): Plugin {
  return definePlugin({
    name: '@toolrack/cli/only-source',
    version,
    api: '^1',
    apply: (host) =>
      host.hooks.discover.tap((session) => {
        const ids = host.contributions(ToolSources).map(sourceId);
        if (!ids.some((id) => toolId.startsWith(`${id}:`))) return;
        for (const id of ids) if (!toolId.startsWith(`${id}:`)) session.skip(id, 'it cannot have the tool');
      }),
  })();
}
