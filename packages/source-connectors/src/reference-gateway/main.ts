// Runs the reference gateway: node main.js [--port N] [--token T] [--connected gmail,slack]. Prints its address and waits to be ended.
import { parseArgs } from 'node:util';

import { startReferenceGateway } from './reference-gateway.js';

const { values } = parseArgs({
  options: { port: { type: 'string', default: '9100' }, token: { type: 'string' }, connected: { type: 'string' } },
});
const gateway = await startReferenceGateway({
  port: Number(values.port),
  control: true,
  ...(values.token === undefined ? {} : { token: values.token }),
});
for (const connector of values.connected?.split(',') ?? []) gateway.accounts.link(connector.trim());
process.stdout.write(`${gateway.url}\n`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void gateway.close());
