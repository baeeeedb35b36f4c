import type { ConnectContext, TargetResult } from './connect-context.js';
import { unknownConnector } from './connect.js';
import type { ConnectionTarget } from './connection-request.js';
import { describeFailure } from './describe-failure.js';

/** Gives the account of each target its new name; where several accounts are linked, `alias` says which. */
export async function renameAll(targets: readonly ConnectionTarget[], context: ConnectContext): Promise<readonly TargetResult[]> {
  const results: TargetResult[] = [];
  for (const target of targets) results.push(await rename(target, context));
  return results;
}

async function rename(target: ConnectionTarget, { client, connectors, request }: ConnectContext): Promise<TargetResult> {
  const known = connectors.find(({ connector }) => connector.toLowerCase() === target.name);
  if (known === undefined) return unknownConnector(target, connectors);
  const meant = known.connections.filter(({ alias }) => target.alias === undefined || alias === target.alias);
  const [connection] = meant;
  if (connection === undefined) {
    return { connector: target.name, error: { code: 'NOT_CONNECTED', message: `There is no such account of ${target.name}.` } };
  }
  if (meant.length > 1) {
    const aliases = meant.map(({ alias, connection_id: id }) => alias ?? id);
    const message = `${target.name} has ${meant.length} accounts: say with "alias" which one is meant.`;
    return { connector: target.name, error: { code: 'AMBIGUOUS', message, aliases } };
  }
  try {
    const renamed = await client.renameConnection(connection.connection_id, target.to as string, request);
    return { connector: target.name, connection_id: renamed.connection_id, status: renamed.status, alias: renamed.alias ?? target.to };
  } catch (error) {
    if (request.signal.aborted) throw error;
    return { connector: target.name, ...describeFailure(error) };
  }
}
