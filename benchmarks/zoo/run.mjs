// Starts the zoo behind one gateway, measures it, and disturbs it: node benchmarks/zoo/run.mjs [--write]. Needs `npm run build`.
// Exit code 1 when fewer than 25 servers start, fewer than 15 answer, or the disturbance reaches the others.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os, { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values: options } = parseArgs({ options: { write: { type: 'boolean', default: false } } });
const folder = dirname(fileURLToPath(import.meta.url));
if (!existsSync(join(folder, 'node_modules/.package-lock.json'))) {
  console.log('Installing the servers (some minutes; no install scripts are run) …');
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' });
}
// These need what has just been installed.
const { childProcesses, connect, pause, startGateway } = await import('./zoo-gateway.mjs');
const { smoke } = await import('./smoke.mjs');
const { disturb } = await import('./disturbance.mjs');
const { report } = await import('./report.mjs');

const loadAtStart = os.loadavg()[0].toFixed(1);
const configuration = JSON.parse(readFileSync(join(folder, 'toolrack.json'), 'utf8'));
const definitions = configuration.plugins[0][1].servers;
/** Not under load: `memory` is killed, and `code-runner` writes each snippet into the same file, so that of two calls at once one may run nothing. */
const unfit = new Set(['memory', 'code-runner']);
const scratch = mkdtempSync(join(tmpdir(), 'toolrack-zoo-'));
const journals = Object.fromEntries(
  ['dying', 'hanging', 'flooding', 'mute'].map((mode) => [mode, join(scratch, `toolrack-zoo-${mode}.jsonl`)]),
);
const gateway = await startGateway({ ZOO_SCRATCH: scratch });
process.once('SIGINT', () => void gateway.close().then(() => process.exit(130)));
try {
  const start = await watchStart(gateway);
  const client = await connect(gateway.url, 'auto');
  const clients = [client, await connect(gateway.url, 'legacy')];
  const servers = await describeServers(gateway, start);
  const started = new Set(servers.filter(({ state }) => state === 'started').map(({ name }) => name));
  const smoked = await smoke(client, started);
  const healthy = smoked.filter(({ server, isAnswered, milliseconds }) => isAnswered && !unfit.has(server) && milliseconds < 300);
  console.log(`${started.size} servers started, ${smoked.filter(({ isAnswered }) => isAnswered).length} answered; disturbing …`);
  const disturbance = await disturb({ gateway, clients, healthy, definitions, journals });
  const everything = await gateway.ask('prompt');
  const { text, faults } = report({ servers, start, smoked, healthy, disturbance, everything, loadAtStart });
  console.log(text);
  if (options.write) writeFileSync(join(folder, 'RESULTS.md'), text);
  for (const fault of faults) console.error(`FAULT: ${fault}`);
  process.exitCode = faults.length > 0 ? 1 : 0;
  await Promise.all(clients.map((each) => each.close()));
} finally {
  await gateway.close();
  rmSync(scratch, { recursive: true, force: true });
}

/** Has every server asked for its tools, and notes when each was up; gives up after five minutes. */
async function watchStart({ ask, pid }) {
  const before = Date.now();
  const processes = new Map();
  const upAt = new Map();
  void ask('start');
  for (;;) {
    await pause(100);
    for (const [server, process] of childProcesses(pid, definitions)) processes.set(server, process);
    const sources = await ask('sources');
    for (const { owner, state } of sources) if (state === 'started' && !upAt.has(owner)) upAt.set(owner, Date.now());
    const isDone = sources.every(({ state }) => state !== 'starting' && state !== 'configured');
    if (isDone || Date.now() - before > 300_000) return { allMs: Date.now() - before, processes, upAt, sources };
  }
}

/** One row for each server of the configuration. */
async function describeServers({ ask }, { processes, upAt, sources }) {
  const revisions = new Map(await ask('revisions'));
  const { direct } = await ask('prompt');
  const rows = [];
  // Tools of Toolrack's own plugins come from no server.
  const servers = sources.filter(({ owner }) => Object.hasOwn(definitions, owner));
  for (const { owner: name, state, tools, reason, problems } of servers) {
    const process = processes.get(name);
    rows.push({
      name,
      ...packageOf(definitions[name]),
      isFixture: name.startsWith('fault-'),
      revision: revisions.get(name),
      state,
      reason,
      problems: problems ?? [],
      tools,
      startMs: process !== undefined && upAt.has(name) ? upAt.get(name) - process.startedAt : undefined,
      residentBytes: process?.residentBytes,
      directBytes: direct[name],
      aloneBytes: state === 'started' ? (await ask('prompt', { allow: [`mcp:${name}:*`] })).shownBytes : undefined,
    });
  }
  return rows;
}

/** Name and version of the package that a definition runs. */
function packageOf({ args }) {
  const match = /^node_modules\/((?:@[^/]+\/)?[^/]+)\//u.exec(args[0]);
  if (match === null) return { package: 'fixture', version: '' };
  const { version } = JSON.parse(readFileSync(join(folder, 'node_modules', match[1], 'package.json'), 'utf8'));
  return { package: match[1], version };
}
