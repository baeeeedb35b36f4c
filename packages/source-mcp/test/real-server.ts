import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';

const require = createRequire(import.meta.url);

/** A server program that listens on the loopback address. */
export interface RunningServer {
  readonly port: number;
  stop(): void;
}

/** The program of one of the reference servers. */
export function program(name: string): string {
  return require.resolve(`@modelcontextprotocol/server-${name}/dist/index.js`);
}

/** Starts the everything server on a free port; `mode` is `streamableHttp` or `sse`. */
export async function startEverything(mode: string): Promise<RunningServer> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  const child = spawn(process.execPath, [program('everything'), mode], {
    env: { PATH: process.env['PATH'], PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  await new Promise<void>((resolve, reject) => {
    child.stderr.on('data', (chunk: Buffer) => {
      if (/running on port|listening/i.test(String(chunk))) resolve();
    });
    child.once('exit', (code) => reject(new Error(`everything ${mode} exited with ${code}`)));
  });
  return { port, stop: () => void child.kill('SIGKILL') };
}
