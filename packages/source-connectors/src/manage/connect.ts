import { gatewayError } from '../gateway/gateway-error.js';
import type { ConnectionStart } from '../gateway/gateway-client.js';
import type { Connection, ConnectorState } from '../gateway/wire.js';
import { waitForCard } from './card.js';
import type { ConnectionRequest, ConnectionTarget } from './connection-request.js';
import { describeFailure } from './describe-failure.js';
import type { ConnectContext, TargetResult } from './connect-context.js';

/** Starts a connection for each target, one after another; then gives the links or, with cards, waits for all of them together. */
export async function connectAll(request: ConnectionRequest, context: ConnectContext): Promise<readonly TargetResult[]> {
  const started: (TargetResult | { readonly target: ConnectionTarget; readonly connection: Connection })[] = [];
  for (const target of request.targets) {
    if (context.request.signal.aborted) throw gatewayError('interrupted');
    started.push(await start(target, request, context));
  }
  return Promise.all(
    started.map(async (item) => {
      if (!('target' in item)) return item;
      const { target, connection } = item as { readonly target: ConnectionTarget; readonly connection: Connection };
      return context.surface === 'card' ? waitForCard(target, connection, context) : linkOf(target, connection);
    }),
  );
}

async function start(
  target: ConnectionTarget,
  { action, force }: ConnectionRequest,
  { client, connectors, request }: ConnectContext,
): Promise<TargetResult | { readonly target: ConnectionTarget; readonly connection: Connection }> {
  const known = connectors.find(({ connector }) => connector.toLowerCase() === target.name);
  if (known === undefined) return unknownConnector(target, connectors);
  const linked = known.connections.filter(({ alias }) => target.alias === undefined || alias === target.alias);
  const connected = linked.find(({ status }) => status === 'connected');
  if (action === 'connect' && connected !== undefined && !force) {
    return {
      connector: target.name,
      status: 'connected',
      connection_id: connected.connection_id,
      hint: 'Connected already. Use force for a further account.',
    };
  }
  const renewed = action === 'reconnect' ? (connected ?? linked[0]) : undefined;
  if (action === 'reconnect' && renewed === undefined) return nothingToRenew(target);
  const begin: ConnectionStart = {
    connector: known.connector,
    ...(target.alias === undefined ? {} : { alias: target.alias }),
    ...(renewed === undefined ? {} : { reconnect: renewed.connection_id }),
  };
  try {
    return { target, connection: await client.startConnection(begin, request) };
  } catch (error) {
    if (request.signal.aborted) throw error;
    return { connector: target.name, ...describeFailure(error) };
  }
}

function linkOf(target: ConnectionTarget, connection: Connection): TargetResult {
  const { connection_id, status, connect_url: connectUrl } = connection;
  if (connectUrl === undefined) return { connector: target.name, connection_id, status };
  return {
    connector: target.name,
    connection_id,
    status,
    connect_url: connectUrl,
    hint: 'Give the user this link to connect the account.',
  };
}

/** The error of a target whose connector does not exist, with those that do. */
export function unknownConnector(target: ConnectionTarget, connectors: readonly ConnectorState[]): TargetResult {
  const names = connectors.slice(0, 20).map(({ connector }) => connector);
  const message = `There is no connector ${JSON.stringify(target.name)}.${names.length === 0 ? '' : ` There are: ${names.join(', ')}${connectors.length > 20 ? ', …' : ''}.`}`;
  return { connector: target.name, error: { code: 'CONNECTOR_NOT_FOUND', message } };
}

function nothingToRenew(target: ConnectionTarget): TargetResult {
  const message = `No account of ${target.name}${target.alias === undefined ? '' : ` is called ${JSON.stringify(target.alias)}`} is linked.`;
  return { connector: target.name, error: { code: 'NOT_CONNECTED', message, call: { action: 'connect', connectors: [target.name] } } };
}
