import { linkedController } from '@toolrack/contracts';
import { setTimeout as pause } from 'node:timers/promises';

import { gatewayError } from '../gateway/gateway-error.js';
import type { Connection } from '../gateway/wire.js';
import type { ConnectContext, TargetResult } from './connect-context.js';
import type { ConnectionTarget } from './connection-request.js';

/** How a card ended. `failed`: the gateway says that the sign-in was refused. */
type CardEnd = 'connected' | 'skipped' | 'timed_out' | 'failed';

/** Shows the card and watches the connection until it is linked, skipped or out of time. The answer holds no link. */
export async function waitForCard(target: ConnectionTarget, connection: Connection, context: ConnectContext): Promise<TargetResult> {
  const { controller, release } = linkedController(context.request.signal);
  const timer = setTimeout(() => controller.abort(new Error('timed out')), context.timeouts.cardMs);
  try {
    const ends = [watch(connection, context, controller.signal), show(target, connection, context, controller.signal)];
    const status = await Promise.race(ends);
    if (context.request.signal.aborted) throw gatewayError('interrupted');
    return { connector: target.name, connection_id: connection.connection_id, status };
  } finally {
    clearTimeout(timer);
    controller.abort(new Error('ended'));
    release();
  }
}

/** Looks at the connection again and again; a look that fails is no end. */
async function watch(connection: Connection, context: ConnectContext, signal: AbortSignal): Promise<CardEnd> {
  let { status } = connection;
  while (!signal.aborted) {
    if (status === 'connected') return 'connected';
    if (status === 'failed') return 'failed';
    try {
      await pause(context.timeouts.cardPollMs, undefined, { signal });
      ({ status } = await context.client.connection(connection.connection_id, { ...context.request, signal }));
    } catch {
      // The network may come back before the time is out.
    }
  }
  return 'timed_out';
}

/** Ends only when the user skips; a card that fails to show leaves the watching to go on. */
async function show(target: ConnectionTarget, connection: Connection, context: ConnectContext, signal: AbortSignal): Promise<CardEnd> {
  const { showCard } = context;
  const never = new Promise<CardEnd>(() => undefined);
  if (showCard === undefined || connection.status === 'connected') return never;
  try {
    const end = await showCard(
      {
        connector: target.name,
        connectionId: connection.connection_id,
        ...(connection.connect_url === undefined ? {} : { connectUrl: connection.connect_url }),
        ...(target.alias === undefined ? {} : { alias: target.alias }),
      },
      { signal },
    );
    return end === 'skipped' ? end : await never;
  } catch {
    return never;
  }
}
