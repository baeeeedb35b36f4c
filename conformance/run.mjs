// Runs the official MCP conformance suite against both faces of Toolrack, each required scenario at its own revision.
// Fails on a failure that expected-failures.json does not explain, and on one that it explains and that no longer happens.
// Options: --short (all servers and two clients of each revision), --face server|client, --revision REVISION, --verbose.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { requiredScenarios, runSuite } from './suite.mjs';

const { values: options } = parseArgs({
  options: { short: { type: 'boolean' }, verbose: { type: 'boolean' }, face: { type: 'string' }, revision: { type: 'string' } },
});
const revisions = ['2025-11-25', '2026-07-28'].filter((revision) => (options.revision ?? revision) === revision);
const faces = ['server', 'client'].filter((face) => (options.face ?? face) === face);
const expected = JSON.parse(readFileSync(new URL('expected-failures.json', import.meta.url), 'utf8'));
const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const clientsAtOnce = 2;
/** Clients of each revision in the short form, where starting them takes most of the time. */
const shortClients = 2;

/** Starts a program beside this file that prints an address; its input stays open until `stop`. */
async function start(name, ...programArguments) {
  const child = spawn(process.execPath, [here(name), ...programArguments], { stdio: ['pipe', 'pipe', 'inherit'] });
  const url = await new Promise((resolve, reject) => {
    child.stdout.once('data', (part) => resolve(String(part).trim().split('\n')[0]));
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code} before it served.`)));
  });
  const stop = () =>
    new Promise((resolve) => {
      const timer = setTimeout(() => child.kill('SIGKILL'), 10_000);
      child.once('exit', () => {
        clearTimeout(timer);
        resolve();
      });
      child.stdin.end();
    });
  return { url, stop };
}

/** The server face: the suite talks to a gateway, with a server of the same revision behind it. */
async function servers(revision) {
  const fixture = revision === '2026-07-28' ? await start('fixture-server.mjs', '--http') : undefined;
  const gateway = await start('gateway.mjs', ...(fixture === undefined ? [] : [fixture.url]));
  try {
    const { checks, output } = await runSuite('server', ['--url', gateway.url, '--requirements', revision], 240_000);
    if (options.verbose) console.log(output);
    return checks;
  } finally {
    await gateway.stop();
    await fixture?.stop();
  }
}

/** The client face: the suite starts the client for each scenario. */
async function clients(revision) {
  const required = requiredScenarios(revision, 'client');
  const names = options.short ? required.slice(0, shortClients) : required;
  const results = new Map();
  const next = names.values();
  const lane = async () => {
    for (const name of next) {
      const command = `${process.execPath} ${here('client.mjs')}`;
      const { checks, output } = await runSuite('client', ['--command', command, '--scenario', name, '--spec-version', revision], 60_000);
      if (options.verbose) console.log(output);
      results.set(name, checks.get(name));
    }
  };
  await Promise.all(Array.from({ length: clientsAtOnce }, lane));
  return results;
}

/** Compares the failed checks of one scenario with those that are expected. */
function judge(face, revision, name, checks) {
  const explained = expected[face]?.[revision]?.[name];
  const failed = checks === undefined ? ['no result'] : checks.filter(({ status }) => status === 'FAILURE').map(({ id }) => id);
  const wanted = new Set(explained?.checks ?? []);
  // `*` stands for whatever fails.
  const surprising = wanted.has('*') ? [] : [...new Set(failed)].filter((id) => !wanted.has(id));
  const healed = [...wanted].filter((id) => (id === '*' ? failed.length === 0 : !failed.includes(id)));
  const passed = (checks ?? []).filter(({ status }) => status === 'SUCCESS').length;
  const verdict = surprising.length > 0 ? 'FAILED' : healed.length > 0 ? 'now passes' : wanted.size > 0 ? 'expected' : 'ok';
  const note =
    surprising.length > 0 ? surprising.join(', ') : healed.length > 0 ? `remove: ${healed.join(', ')}` : (explained?.reason ?? '');
  return { face, revision, name, verdict, passed, failed: failed.length, note, checks: checks ?? [] };
}

const rows = [];
for (const face of faces) {
  for (const revision of revisions) {
    const found = await (face === 'server' ? servers : clients)(revision);
    const names = requiredScenarios(revision, face).filter((name) => face === 'server' || found.has(name));
    rows.push(...names.map((name) => judge(face, revision, name, found.get(name))));
  }
}
for (const { face, revision, name, verdict, passed, failed, note } of rows) {
  console.log(
    `${face.padEnd(6)} ${revision} ${name.padEnd(46)} ${verdict.padEnd(10)} ${String(passed).padStart(3)} ok ${String(failed).padStart(2)} failed  ${note}`,
  );
}
const bad = rows.filter(({ verdict }) => verdict === 'FAILED' || verdict === 'now passes');
for (const { name, checks } of bad) {
  for (const { id, status, errorMessage } of checks) if (status === 'FAILURE') console.log(`  ${name}: ${id}: ${errorMessage ?? ''}`);
}
for (const face of faces) {
  const own = rows.filter((row) => row.face === face);
  const ok = own.filter(({ verdict }) => verdict === 'ok').length;
  const known = own.filter(({ verdict }) => verdict === 'expected').length;
  console.log(`${face}: ${ok} of ${own.length} required scenarios pass, ${known} fail as expected`);
}
console.log(`${rows.length - bad.length} passed, ${bad.length} failed`);
process.exitCode = bad.length === 0 ? 0 : 1;
