import {
  reasonOf,
  RunSlot,
  untilAborted,
  type JsonObject,
  type RunContext,
  type ToolResult,
  type ToolSourceCall,
} from '@toolrack/contracts';

import type { AvailabilityGate } from '../availability-gate.js';
import type { GatewayClient, RequestContext } from '../gateway/gateway-client.js';
import { gatewayError } from '../gateway/gateway-error.js';
import type { ConnectionSurface } from '../legs/connection-required.js';
import { isMcp, readConnectionRequest, type ConnectionRequest } from './connection-request.js';
import type { ConnectContext } from './connect-context.js';
import { connectAll } from './connect.js';
import type { McpAction } from './definition.js';
import { describeFailure, failure } from './describe-failure.js';
import type { CardPresenter, McpManager } from './host-services.js';
import { renameAll } from './rename.js';

/** What `manage_connections` works with. */
export interface ConnectionManagerParts {
  readonly client: GatewayClient;
  readonly gate: AvailabilityGate;
  readonly surfaceOf: (run: RunContext) => ConnectionSurface;
  readonly timeouts: { readonly cardMs: number; readonly cardPollMs: number };
  readonly showCard?: CardPresenter;
  readonly mcp?: McpManager;
}

/** Carries out `manage_connections`. It can start and rename connections, never end one. */
export class ConnectionManager {
  private readonly queues = new RunSlot<{ last: Promise<unknown> }>(() => ({ last: Promise.resolve() }));

  constructor(private readonly parts: ConnectionManagerParts) {}

  /**
   * Refusals and failures are results with `isError`; only cancellation rejects. The calls of a run follow one another. They do not take
   * the catalog's exclusive slot, since a card may wait for minutes and that slot belongs to other people's runs too.
   */
  async call(call: ToolSourceCall): Promise<ToolResult> {
    const queue = this.queues.get(call.run);
    const running = queue.last.then(() => this.carryOut(call));
    queue.last = running.catch(() => undefined);
    try {
      return await untilAborted(running, call.signal);
    } catch (error) {
      throw call.signal.aborted ? gatewayError('interrupted') : error;
    }
  }

  private async carryOut(call: ToolSourceCall): Promise<ToolResult> {
    if (call.signal.aborted) throw gatewayError('interrupted');
    const request = readConnectionRequest(call.arguments);
    if ('error' in request) return answer(request, true);
    try {
      if (request.action === 'status') return answer(await this.status(request, call));
      if (isMcp(request.action)) return this.manageServers(request.action, request);
      if (!(await this.parts.gate.check(call.run)))
        return answer(failure('SIGN_IN_REQUIRED', 'Connectors need a sign-in. Ask the user to sign in.'), true);
      return await this.manageAccounts(request, call);
    } catch (error) {
      if (call.signal.aborted) throw gatewayError('interrupted');
      return answer(describeFailure(error), true);
    }
  }

  private async status({ targets }: ConnectionRequest, call: ToolSourceCall): Promise<JsonObject> {
    const isWanted = (name: string, mcp: boolean): boolean =>
      targets.length === 0 || targets.some((target) => target.mcp === mcp && target.name === (mcp ? name : name.toLowerCase()));
    const mayAsk = await this.parts.gate.check(call.run);
    const connectors = mayAsk ? await this.parts.client.connectors(context(call)) : [];
    const shown = connectors
      .filter(({ connector }) => isWanted(connector, false))
      .map(({ connector, label, connections }) => ({
        name: connector,
        ...(label === undefined ? {} : { label }),
        status: connections.some(({ status }) => status === 'connected') ? 'connected' : 'not_connected',
        // A link is given by connect alone, where the surface allows it.
        connections: connections.map(({ connect_url: _url, ...connection }) => connection),
      }));
    const known = new Set(connectors.map(({ connector }) => connector.toLowerCase()));
    const unknown = targets.filter(({ mcp, name }) => !mcp && mayAsk && !known.has(name)).map(({ name }) => name);
    const servers = (await this.parts.mcp?.status())?.filter(({ name }) => isWanted(name, true)).map((server) => ({ ...server }));
    return {
      connectors: shown,
      ...(unknown.length === 0 ? {} : { unknown }),
      ...(servers === undefined ? {} : { mcp_servers: servers }),
      ...(mayAsk ? {} : { hint: 'Connectors need a sign-in.' }),
    };
  }

  private async manageServers(action: McpAction, { targets }: ConnectionRequest): Promise<ToolResult> {
    const { mcp } = this.parts;
    if (mcp === undefined)
      return answer(failure('NOT_SUPPORTED', 'This host cannot manage MCP servers: they are set in its configuration.'), true);
    const results: JsonObject[] = [];
    for (const { name } of targets) {
      try {
        results.push({ ...(await mcp[action](name)) });
      } catch (error) {
        results.push({ name, error: { code: 'MCP_ERROR', message: reasonOf(error) } });
      }
    }
    return answer(
      { results },
      results.every((result) => 'error' in result),
    );
  }

  private async manageAccounts(request: ConnectionRequest, call: ToolSourceCall): Promise<ToolResult> {
    const { client, surfaceOf } = this.parts;
    const surface = surfaceOf(call.run);
    if (request.action !== 'rename' && surface === 'side-agent') {
      return answer(failure('MAIN_AGENT_ONLY', 'Only the main agent can connect accounts: report to it which account is needed.'), true);
    }
    const connectors = await client.connectors(context(call));
    const shared: ConnectContext = { ...this.parts, connectors, request: context(call), surface };
    const results = request.action === 'rename' ? await renameAll(request.targets, shared) : await connectAll(request, shared);
    return answer(
      { results: results as readonly JsonObject[] },
      results.every((result) => 'error' in result),
    );
  }
}

function context({ run, signal }: ToolSourceCall): RequestContext {
  return { scope: run.scope, signal };
}

function answer(value: object, isError = false): ToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(value) }], details: value, ...(isError ? { isError } : {}) };
}
