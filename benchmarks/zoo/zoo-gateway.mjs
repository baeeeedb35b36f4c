import { fork } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

export const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Starts the gateway in a process of its own. Rejects when it ends before it serves. */
export async function startGateway(environment) {
  const child = fork(fileURLToPath(new URL('gateway-process.mjs', import.meta.url)), {
    // The servers' paths in toolrack.json are relative to this folder.
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const waiting = new Map();
  const exited = new Promise((resolve) => child.once('exit', resolve));
  let last = 0;
  const served = await new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the gateway ended with code ${code}`)));
    child.on('message', (message) => (message.url === undefined ? waiting.get(message.id)(message) : resolve(message)));
  });
  return {
    ...served,
    /** Asks the gateway's process for one of the operations in gateway-process.mjs. */
    ask: (operation, rest = {}) =>
      new Promise((resolve, reject) => {
        last += 1;
        waiting.set(last, ({ result, error }) => (error === undefined ? resolve(result) : reject(new Error(error))));
        child.send({ id: last, operation, ...rest });
      }),
    /** Ends the gateway and with it every server; killed after 20 seconds. */
    close: async () => {
      if (child.connected) child.disconnect();
      const timer = setTimeout(() => child.kill('SIGKILL'), 20_000);
      await exited;
      clearTimeout(timer);
    },
  };
}

/** An MCP client of the gateway: `legacy` keeps a session (2025-11-25), `auto` is stateless (2026-07-28). */
export async function connect(url, mode) {
  const client = new Client({ name: 'toolrack-zoo', version: '1.0.0' }, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  await client.listTools();
  return client;
}

/** Calls a tool behind the gateway, and returns its words. */
export async function callBehind(client, id, args) {
  const answer = await client.callTool({ name: 'tool_call', arguments: { id, args } }, { timeout: 60_000 });
  return { isError: answer.isError === true, text: textOf(answer) };
}

export const textOf = ({ content }) => content.map((block) => block.text ?? `[${block.type}]`).join('\n');

/**
 * Processes that the gateway started, by the command line of their definition: `{ pid, startedAt, residentBytes }`. Read from /proc, so on
 * Linux only; empty elsewhere.
 */
export function childProcesses(gatewayPid, definitions) {
  const found = new Map();
  if (!existsSync('/proc')) return found;
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/u.test(entry))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      if (Number(fields[1]) !== gatewayPid) continue;
      const line = readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0').slice(1, -1).join(' ');
      // Start time in ticks of 10 ms since the machine's start.
      const uptimeMs = Number(readFileSync('/proc/uptime', 'utf8').split(' ')[0]) * 1_000;
      const startedAt = Date.now() - (uptimeMs - Number(fields[19]) * 10);
      const residentBytes = Number(readFileSync(`/proc/${name}/statm`, 'utf8').split(' ')[1]) * 4_096;
      for (const [server, { args }] of Object.entries(definitions)) {
        if (line === args.join(' ')) found.set(server, { pid: Number(name), startedAt, residentBytes });
      }
    } catch {
      // It ended meanwhile.
    }
  }
  return found;
}
