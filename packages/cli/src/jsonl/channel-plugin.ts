import { definePlugin, stages, type Plugin } from '@toolrack/contracts';

import { version } from '../version.js';
import type { CallTable } from './call-table.js';
import type { EventBuffer } from './event-buffer.js';

/**
 * Connects the protocol to a runtime: approvals are put to the caller after every configured channel had its say, calls of
 * tools are noted so that a client tool's call finds its way back, and events are kept.
 */
export function channelPlugin(calls: CallTable, events: EventBuffer): Plugin {
  return definePlugin({
    name: '@toolrack/cli',
    version,
    api: '^1',
    apply: (host) => {
      host.events.onAny((event) => events.push(event));
      host.hooks.execute.tap(
        (view) => {
          calls.note(view);
          return undefined;
        },
        { stage: stages.early },
      );
      host.hooks.approve.tap((request) => calls.ask(request), { stage: stages.late });
    },
  })();
}
