// Calls through the gateway over HTTP against the same calls straight to the server.
//   node benchmarks/gateway/run.mjs [--quick] [--integrity CALLS] [--only-integrity] [--write]
// Needs `npm run build`. Each part runs in a process of its own: server, gateway, and this one with the clients.
import { fork } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import os from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    integrity: { type: 'string' },
    'only-integrity': { type: 'boolean', default: false },
  },
});
const rounds = options.quick ? 1 : 3;
const callsPerRound = options.quick ? { 1: 200, 16: 640, 64: 640 } : { 1: 1_000, 16: 3_200, 64: 3_200 };
const integrityCalls = Number(options.integrity ?? (options.quick ? 2_000 : 100_000));
const require = createRequire(import.meta.url);
const children = [];

/** Starts a child that reports its address; `ask` waits for its next message. */
async function start(file, args = [], execArgv = []) {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), args, {
    execArgv: [...execArgv, ...process.execArgv],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  children.push(child);
  const next = () =>
    new Promise((resolve, reject) => {
      const failed = (code) => reject(new Error(`${file} ended with code ${code}`));
      child.once('exit', failed);
      child.once('message', (message) => {
        child.off('exit', failed);
        resolve(message);
      });
    });
  const { url } = await next();
  return {
    url,
    ask: (message) => {
      const answer = next();
      child.send(message);
      return answer;
    },
  };
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** The everything server over Streamable HTTP, as its package starts it. */
async function startEverything() {
  const port = await freePort();
  const file = require.resolve('@modelcontextprotocol/server-everything/dist/index.js');
  const child = fork(file, ['streamableHttp'], {
    env: { ...process.env, PORT: String(port) },
    execArgv: ['--import', new URL('keep-alive.mjs', import.meta.url).href],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  children.push(child);
  const url = `http://127.0.0.1:${port}/mcp`;
  for (let tries = 0; tries < 200; tries += 1) {
    if (
      await fetch(url, { method: 'GET' }).then(
        () => true,
        () => false,
      )
    )
      return url;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('the everything server did not start');
}

async function connect(url, mode) {
  const client = new Client({ name: 'benchmark', version: '1.0.0' }, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  await client.listTools();
  return client;
}

/** Every client calls one after the other; returns the milliseconds of each call. */
async function load(clients, calls, callOne) {
  const durations = [];
  let number = 0;
  await Promise.all(
    clients.map(async (client) => {
      while (number < calls) {
        number += 1;
        const own = number;
        const before = performance.now();
        await callOne(client, own);
        durations.push(performance.now() - before);
      }
    }),
  );
  return durations;
}

const through = (id, args) => ({ name: 'tool_call', arguments: { id, args } });
const ways = (everything, gateway) => [
  { name: 'straight, 2025-11-25', url: everything, mode: 'legacy', params: (message) => ({ name: 'echo', arguments: { message } }) },
  { name: 'gateway, 2025-11-25', url: gateway, mode: 'legacy', params: (message) => through('mcp:target:echo', { message }) },
  { name: 'gateway, 2026-07-28', url: gateway, mode: 'auto', params: (message) => through('mcp:target:echo', { message }) },
];

async function compare(everything, gateway) {
  const cpu = async () => {
    const { user, system } = (await gateway.ask('cpu')).cpu;
    return (user + system) / 1000;
  };
  const rows = [];
  for (const [count, calls] of Object.entries(callsPerRound)) {
    const measured = ways(everything, gateway.url).map((way) => ({ ...way, durations: [], lost: 0, seconds: 0, cpu: 0 }));
    for (const way of measured) way.clients = await Promise.all(Array.from({ length: Number(count) }, () => connect(way.url, way.mode)));
    for (let round = -1; round < rounds; round += 1) {
      // Alternating, so that what else the machine does falls on all alike. The first round warms up.
      for (const way of measured) {
        const cpuBefore = await cpu();
        const before = performance.now();
        const durations = await load(way.clients, round < 0 ? Math.max(200, calls / 10) : calls, async (client, number) => {
          const message = `${way.name} ${round} ${number}`;
          const answer = await client.callTool(way.params(message));
          if (!answer.content.some((block) => block.text?.includes(message))) way.lost += 1;
        });
        if (round < 0) continue;
        way.seconds += (performance.now() - before) / 1000;
        way.cpu += (await cpu()) - cpuBefore;
        way.durations.push(...durations);
      }
    }
    for (const way of measured) await Promise.all(way.clients.map((client) => client.close()));
    rows.push(...measured.map((way) => row(count, way, measured[0])));
  }
  return rows;
}

const percentile = (sorted, part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
const sorted = (numbers) => [...numbers].sort((left, right) => left - right);

function row(count, way, base) {
  const own = sorted(way.durations);
  const p50 = percentile(own, 0.5);
  return {
    clients: count,
    way: way.name,
    calls: own.length,
    p50: p50.toFixed(2),
    p95: percentile(own, 0.95).toFixed(2),
    'added p50': way === base ? '' : (p50 - percentile(sorted(base.durations), 0.5)).toFixed(2),
    'gateway CPU a call': way === base ? '' : (way.cpu / own.length).toFixed(2),
    'calls/s': Math.round(own.length / way.seconds),
    'wrong answers': way.lost,
  };
}

const megabytes = ({ memory }) => ({ heap: memory.heapUsed / 1024 / 1024, resident: memory.rss / 1024 / 1024 });

/** The control answers with an envelope that holds what the tool said. */
function isAnswerTo(answer, number) {
  const text = answer.content.map((block) => block.text).join('');
  return JSON.parse(text).result.content[0].text === String(number);
}

/** Every call exactly once, and the memory of the gateway while they are made. */
async function integrity(counting, gateway) {
  const clients = await Promise.all(
    Array.from({ length: 64 }, (_unused, index) => connect(gateway.url, index % 2 === 0 ? 'auto' : 'legacy')),
  );
  const memory = [];
  let wrong = 0;
  let next = 0;
  const part = Math.ceil(integrityCalls / 10);
  for (let done = 0; done < integrityCalls; done += part) {
    await load(clients, Math.min(part, integrityCalls - done), async (client) => {
      const number = (next += 1);
      const answer = await client.callTool(through('mcp:target:count', { number }));
      if (!isAnswerTo(answer, number)) wrong += 1;
    });
    memory.push(megabytes(await gateway.ask('memory')));
  }
  const counts = await (await fetch(new URL('/counts', counting.url))).json();
  await Promise.all(clients.map((client) => client.close()));
  return { calls: next, arrived: counts.distinct, lost: next - counts.distinct, doubled: counts.doubled, wrong, memory };
}

const table = (rows) => {
  const keys = Object.keys(rows[0]);
  return [keys, keys.map(() => '---'), ...rows.map((each) => keys.map((key) => each[key]))]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
};
/** Of the installed copy; some packages do not export their package.json. */
const version = (name) => JSON.parse(readFileSync(new URL(`../../node_modules/${name}/package.json`, import.meta.url), 'utf8')).version;

async function compareWithServer() {
  const everything = await startEverything();
  const gateway = await start('gateway-process.mjs', [everything]);
  return compare(everything, gateway);
}

async function main() {
  const [loadBefore] = os.loadavg();
  const rows = options['only-integrity'] ? [] : await compareWithServer();
  const counting = await start('counting-server.mjs');
  const counted = await start('gateway-process.mjs', [counting.url], ['--expose-gc']);
  const whole = await integrity(counting, counted);
  const [first, last] = [whole.memory[0], whole.memory.at(-1)];
  const memoryRows = whole.memory.map(({ heap, resident }, index) => ({
    'after calls': Math.min(integrityCalls, (index + 1) * Math.ceil(integrityCalls / 10)),
    'heap used, MB': heap.toFixed(1),
    'resident, MB': resident.toFixed(1),
  }));
  const busy =
    loadBefore > os.cpus().length
      ? `\n\n**The machine was busy with other work (load average ${loadBefore.toFixed(1)} at the start): the times say little, the counts hold.**`
      : '';
  const report = `# Gateway: calls over HTTP

\`node benchmarks/gateway/run.mjs${process.argv
    .slice(2)
    .map((each) => ` ${each}`)
    .join('')}\` on ${os.cpus()[0].model.trim()}, ${os.cpus().length} cores, load average ${os.loadavg()[0].toFixed(1)}
(server, gateway and clients are three processes on the same machine), Node ${process.versions.node},
server-everything ${version('@modelcontextprotocol/server-everything')}, MCP client ${version('@modelcontextprotocol/client')}. Milliseconds.${busy}

The same call of \`echo\`: straight to the everything server, and as \`tool_call\` through the gateway (with its policy, validation and
events), which calls the server over HTTP in turn.

${rows.length === 0 ? '(left out)' : table(rows)}

## Each call once

${whole.calls} calls by 64 clients of both protocol eras through the gateway to a server that counts: ${whole.arrived} arrived, ${whole.lost} lost, ${whole.doubled} doubled,
${whole.wrong} answered to the wrong caller. Memory of the gateway after a forced collection, heap ${(last.heap - first.heap).toFixed(1)} MB more at the end than after the first tenth:

${table(memoryRows)}
`;
  console.log(report);
  if (options.write) writeFileSync(new URL('RESULTS.md', import.meta.url), report);
  if (whole.lost + whole.doubled + whole.wrong + rows.reduce((sum, each) => sum + each['wrong answers'], 0) > 0) process.exitCode = 1;
}

try {
  await main();
} finally {
  for (const child of children) child.kill();
}
