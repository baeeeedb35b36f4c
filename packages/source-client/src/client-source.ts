import { definePlugin, ToolrackError, type ClientBinding, type ToolSource } from '@toolrack/contracts';

import { handBack } from './client-call.js';
import { checkClientTools, type CheckedClientTools } from './client-tools.js';

/** The tools of one run's caller: `client:client:<name>`, never trusted. Rejects `list` when the tools are no array. */
export function createClientToolSource(client: ClientBinding): ToolSource {
  const closing = new AbortController();
  let checked: CheckedClientTools | undefined;
  const tools = (): CheckedClientTools => {
    if (!Array.isArray(client.tools)) {
      throw new ToolrackError('ERR_SOURCE_FAILED', 'The tools of the client are not an array.');
    }
    return (checked ??= checkClientTools(client.tools));
  };
  return {
    kind: 'client',
    owner: 'client',
    trust: 'untrusted',
    list: async () => tools(),
    call: async (call) => {
      if (tools().tools.some((tool) => tool.name === call.name)) {
        return handBack(client, { ...call, signal: AbortSignal.any([call.signal, closing.signal]) });
      }
      throw new ToolrackError('ERR_TOOL_UNAVAILABLE', `The client brings no tool "${call.name}".`, {
        toolId: call.tool.id,
      });
    },
    dispose: () => closing.abort(new Error('The run has ended.')),
  };
}

/** Plugin: makes the tools that a caller hands in with a run (`RunRequest.client`) part of that run's catalog alone. */
export const clientSource = definePlugin({
  name: '@toolrack/source-client',
  version: '0.1.0',
  api: '^1',
  optionsSchema: { type: 'object', additionalProperties: false },
  apply(host) {
    host.hooks.discover.tap((session) => {
      const { client } = session.run;
      if (client !== undefined) session.add(createClientToolSource(client));
    });
  },
});
