import { readFileSync } from 'node:fs';
import { callBehind, childProcesses, pause } from './zoo-gateway.mjs';

const rounds = 3;
const quietMs = 8_000;
const disturbedMs = 10_000;
const workers = 4;

/** Runs a load of calls to healthy servers, in quiet and disturbed phases by turns, so that what else the machine does falls on both. */
export async function disturb({ gateway, clients, healthy, definitions, journals }) {
  const numbers = counter();
  const phases = { quiet: [], disturbed: [] };
  const events = [];
  await load(clients, healthy, 3_000);
  for (let round = 0; round < rounds; round += 1) {
    phases.quiet.push(...(await load(clients, healthy, quietMs)));
    const trouble = causeTrouble({ gateway, client: clients[0], definitions, journals, numbers });
    phases.disturbed.push(...(await load(clients, healthy, disturbedMs)));
    events.push(await trouble);
  }
  const backoff = await watchBackoff({ client: clients[0], numbers, journal: journals.dying });
  const final = await settledStates(gateway);
  return { phases, events, backoff, final, journal: readJournals(journals, numbers) };
}

/** Each worker calls one healthy server after the other, with a short pause. */
async function load(clients, healthy, milliseconds) {
  const done = [];
  const end = performance.now() + milliseconds;
  let turn = 0;
  await Promise.all(
    Array.from({ length: workers }, async (_, worker) => {
      while (performance.now() < end) {
        const { server, id, args, expected } = healthy[(turn += 1) % healthy.length];
        const before = performance.now();
        const answer = await callBehind(clients[worker % clients.length], id, args).catch((error) => ({
          isError: true,
          text: String(error),
        }));
        const isGood = !answer.isError && answer.text.toLowerCase().includes(expected.toLowerCase());
        done.push({ server, milliseconds: performance.now() - before, ...(isGood ? {} : { failure: answer.text.slice(0, 300) }) });
        await pause(10);
      }
    }),
  );
  return done;
}

/** One server floods, one hangs, and two are killed, one of them with calls under way. Ends within `disturbedMs` where all goes well. */
async function causeTrouble({ gateway, client, definitions, journals, numbers }) {
  const call = (tool, extra = {}) => {
    const number = numbers.next(tool);
    const answer = callBehind(client, `mcp:fault-${tool.split('_')[0]}:${tool}`, { number, ...extra });
    return answer.then(
      (result) => (numbers.ended(tool, number, result), result),
      (error) => ({ isError: true, text: String(error) }),
    );
  };
  const stateOf = async (server) => (await gateway.ask('sources')).find(({ owner }) => owner === server);
  await call('flooding_switch', { on: true });
  const hanging = Array.from({ length: 4 }, () => call('hanging_call'));
  const flooded = [];
  const before = arrivals(journals.dying, 'dying_slow');
  const underWay = Array.from({ length: 3 }, () => call('dying_slow'));
  await arrived(journals.dying, 'dying_slow', before + underWay.length);
  const processes = childProcesses(gateway.pid, definitions);
  const killed = ['fault-dying', 'memory'].filter((server) => processes.has(server));
  for (const server of killed) process.kill(processes.get(server).pid, 'SIGKILL');
  // Asked before the gateway can have heard of the end: they fail or run in the next process, and never twice.
  const atOnce = Array.from({ length: 3 }, () => call('dying_echo'));
  const noticed = await noticedDeath(gateway, 'memory');
  const lost = await Promise.all(underWay);
  const raced = await Promise.all(atOnce);
  const floodedCalls = (async () => {
    for (let count = 0; count < 5; count += 1) {
      flooded.push(await call('flooding_echo'));
      await pause(200);
    }
  })();
  const back = await returned(() => call('dying_echo'));
  const backReal = await returned(() => callBehind(client, 'mcp:memory:read_graph', {}));
  await floodedCalls;
  const hung = await Promise.all(hanging);
  const whileHanging = await stateOf('fault-hanging');
  await call('flooding_switch', { on: false });
  return { killed, lost, raced, noticed, afterReturn: await Promise.all(killed.map(stateOf)), flooded, back, backReal, hung, whileHanging };
}

/** Waits, five seconds at most, until so many calls of a tool are in a fixture's journal. */
async function arrived(journal, tool, count) {
  for (let tries = 0; tries < 100 && arrivals(journal, tool) < count; tries += 1) await pause(50);
}

const arrivals = (journal, tool) => readLines(journal).filter(({ call }) => call === tool).length;

/** How long the gateway goes on showing a killed server as started, in milliseconds, and what it shows then. */
async function noticedDeath(gateway, server) {
  const since = performance.now();
  for (;;) {
    const { state, reason } = (await gateway.ask('sources')).find(({ owner }) => owner === server);
    const milliseconds = performance.now() - since;
    if (state !== 'started' || milliseconds > 5_000) return { milliseconds, server, state, reason };
    await pause(20);
  }
}

/** Asks anew (each time another call) until the server answers; milliseconds since the first, and refusals before that. */
async function returned(ask) {
  const since = performance.now();
  for (let refused = 0; ; refused += 1) {
    const answer = await ask().catch((error) => ({ isError: true, text: String(error) }));
    if (!answer.isError) return { milliseconds: performance.now() - since, refused };
    if (performance.now() - since > 30_000) return { milliseconds: undefined, refused, reason: answer.text.slice(0, 300) };
    await pause(250);
  }
}

/** A server that dies at every call, asked ten times a second: how often it is really started. Then whether it comes back. */
async function watchBackoff({ client, numbers, journal }) {
  const since = Date.now();
  const before = performance.now();
  let asked = 0;
  const words = new Set();
  while (performance.now() - before < 9_000) {
    asked += 1;
    const answer = await callBehind(client, 'mcp:fault-dying:dying_exit', { number: numbers.next('dying_exit') });
    words.add(answer.text.replace(/\d+ s\b/gu, 'N s').slice(0, 250));
    await pause(100);
  }
  const runs = readLines(journal).filter(({ call, at }) => call === 'dying_exit' && at >= since);
  const gaps = runs.slice(1).map(({ at }, index) => at - runs[index].at);
  const back = await returned(async () => {
    const number = numbers.next('dying_echo');
    const answer = await callBehind(client, 'mcp:fault-dying:dying_echo', { number });
    numbers.ended('dying_echo', number, answer);
    return answer;
  });
  return { asked, ran: runs.length, gaps, back, words: [...words] };
}

/** States once every server had a moment to be listed again. */
async function settledStates(gateway) {
  await pause(1_500);
  return await gateway.ask('sources');
}

/** Numbers the calls of the fixtures and remembers which were answered. */
function counter() {
  let last = 0;
  const answered = [];
  return {
    next: () => (last += 1),
    ended: (tool, number, { isError }) => (isError ? undefined : answered.push({ tool, number })),
    answered,
    get made() {
      return last;
    },
  };
}

const readLines = (file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

/** What reached the fixtures: a number seen twice was sent twice; an answered one that is missing was made up. */
function readJournals(journals, numbers) {
  const seen = new Map();
  for (const file of Object.values(journals)) {
    for (const { number } of readLines(file)) if (number !== undefined) seen.set(number, (seen.get(number) ?? 0) + 1);
  }
  return {
    made: numbers.made,
    arrived: seen.size,
    doubled: [...seen.values()].filter((times) => times > 1).length,
    lost: numbers.answered.filter(({ number }) => !seen.has(number)).length,
  };
}
