import { definePlugin, type PluginHost, type RemoteLeg, RemoteLegs, type RunContext, stages, ToolSources } from '@toolrack/contracts';

import { AvailabilityGate } from './availability-gate.js';
import { ConnectorSource } from './connector-source.js';
import { sourceIdentity } from './connector-name.js';
import { GatewayClient } from './gateway/gateway-client.js';
import { GatewayTransport } from './gateway/gateway-transport.js';
import type { ConnectionSurface } from './legs/connection-required.js';
import { DescribeLeg } from './legs/describe-leg.js';
import { executeEntries, type ExactCalls } from './legs/execute-leg.js';
import { SearchLeg } from './legs/search-leg.js';
import { ConnectionManager } from './manage/connection-manager.js';
import { isExposed, isSwitchedOn, optionsSchema, readAddress, resolveTimeouts, type ConnectorsOptions } from './options.js';

/**
 * Plugin: a managed remote tool gateway. Contributes the source `connectors:gateway` with `manage_connections`, and the remote leg that
 * a surface searches, describes and executes through. `enabled: false` contributes nothing at all.
 */
export const connectors = definePlugin<ConnectorsOptions>({
  name: '@toolrack/source-connectors',
  version: '0.1.0',
  api: '^1',
  optionsSchema,
  apply(host, options) {
    if (isSwitchedOn(options.enabled ?? true)) contribute(host, options);
  },
});

function contribute(host: PluginHost, options: ConnectorsOptions): void {
  const address = readAddress(options.url);
  if (isExposed(address))
    host.logger.warn('Connectors: the gateway is not reached over https, so the token crosses the network in the clear.');
  const timeouts = resolveTimeouts(options.timeouts);
  const gate = new AvailabilityGate(options, () => host.invalidateCatalog());
  const transport = new GatewayTransport({ url: address, token: (scope) => gate.token(scope), secrets: options.secrets ?? [] });
  const client = new GatewayClient(transport, timeouts);
  const surfaceOf = surfaces(options);
  const exactCalls: ExactCalls = new Set();
  const manager = new ConnectionManager({ ...options, client, gate, surfaceOf, timeouts });
  host.contribute(ToolSources, new ConnectorSource({ client, gate, manager, exactCalls, surfaceOf }));
  host.contribute(RemoteLegs, remoteLeg(host, client, gate, exactCalls));
  host.hooks.runStart.tap(async (run) => void (await gate.check(run)));
  // Hidden is absent everywhere, the name of the source too: whoever may not use connectors sees a runtime without them.
  const isShown = (run: RunContext): boolean => options.mcp !== undefined || gate.current(run);
  host.hooks.visibility.tap((tool, { run }) => (tool.source.kind === sourceIdentity.kind && !isShown(run) ? 'hidden' : undefined), {
    stage: stages.early,
  });
}

function remoteLeg(host: PluginHost, client: GatewayClient, gate: AvailabilityGate, exactCalls: ExactCalls): RemoteLeg {
  const searchLeg = new SearchLeg(client, host.logger);
  const describeLeg = new DescribeLeg(client, host.logger);
  return {
    isAvailable: (run) => gate.current(run),
    search: async (queries, limit, signal, run) =>
      (await gate.check(run)) ? searchLeg.search(queries, limit, { scope: run.scope, signal }) : { groups: queries.map(() => []) },
    describe: async (names, signal, run) =>
      (await gate.check(run)) ? describeLeg.describe(names, { scope: run.scope, signal }) : { tools: {} },
    execute: (entries, session) => executeEntries(entries, session, exactCalls),
  };
}

function surfaces({ isMainAgent = true, surface = 'link' }: ConnectorsOptions): (run: RunContext) => ConnectionSurface {
  return (run) => {
    try {
      const isMain = typeof isMainAgent === 'function' ? isMainAgent(run) : isMainAgent;
      return isMain === true ? surface : 'side-agent';
    } catch {
      return 'side-agent';
    }
  };
}

export default connectors;
