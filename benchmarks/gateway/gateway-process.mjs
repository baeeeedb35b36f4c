// The gateway under test in a process of its own: node gateway-process.mjs URL_OF_THE_SERVER. Talks to run.mjs over IPC.
import { createRuntime } from '@toolrack/kernel';
import { serveHttp } from '@toolrack/gateway';
import { standard } from '@toolrack/presets';
import { mcpSource } from '@toolrack/source-mcp';

const runtime = await createRuntime({
  plugins: standard({ add: [mcpSource({ servers: { target: { url: process.argv[2], trust: 'trusted' } } })] }),
  limits: { discoveryTimeoutMs: 60_000 },
});
const handle = await serveHttp(runtime, { drainTimeoutMs: 1_000 });

process.on('message', (message) => {
  if (message === 'cpu') process.send({ cpu: process.cpuUsage() });
  if (message === 'memory') {
    globalThis.gc?.();
    setTimeout(() => {
      globalThis.gc?.();
      process.send({ memory: process.memoryUsage() });
    }, 50);
  }
});
process.on('disconnect', () => void handle.close().then(() => runtime.dispose()));
process.send({ url: handle.url });
