// Serves the fixture server through a gateway, every tool direct and every name unchanged. Prints the address; ends with its input.
import { fileURLToPath } from 'node:url';
import { serveHttp } from '@toolrack/gateway';
import { createRuntime } from '@toolrack/kernel';
import { standard } from '@toolrack/presets';
import { mcpSource } from '@toolrack/source-mcp';

// Given the address of a fixture, or none: then it is started over standard input and output.
const url = process.argv[2];
const program = { command: process.execPath, args: [fileURLToPath(new URL('fixture-server.mjs', import.meta.url))] };
const fixture = { ...(url === undefined ? program : { url }), trust: 'trusted' };
const logger = Object.fromEntries(['debug', 'info', 'warn', 'error'].map((level) => [level, (...line) => console.error(level, ...line)]));
const silent = { ...logger, debug: () => undefined };
const runtime = await createRuntime({
  plugins: standard({ toolSearch: false, add: [mcpSource({ clientQuestions: true, servers: { fixture } })] }),
  limits: { discoveryTimeoutMs: 20_000 },
  logger: process.env.CONFORMANCE_DEBUG === undefined ? silent : logger,
});
// The first run starts the server, so that its offers are known at the first handshake.
await (await runtime.startRun()).end();
const handle = await serveHttp(runtime, { contentNames: 'original', logger: silent });
console.log(handle.url);
process.stdin.resume().on('end', async () => {
  await handle.close();
  await runtime.dispose();
  process.exit(0);
});
