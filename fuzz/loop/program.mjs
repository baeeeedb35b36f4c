import { Coverage, words } from './coverage.mjs';
import { openSync, writeSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

import { check, checkPrototypes } from './check.mjs';
import { readCorpus, writeCorpus } from './corpus.mjs';
import { minimise } from './minimise.mjs';
import { Mutator } from './mutator.mjs';
import { Random } from './random.mjs';

/** Longest time for one operation, in microseconds of processor time. A target that does several with one input says how many. */
const mostMicroseconds = 1_000_000;

const { targets, seconds, seed, mostRuns, keeps, current } = JSON.parse(process.argv[2]);
const file = openSync(current, 'w');
const state = new SharedArrayBuffer(4);
const running = new Int32Array(state);
new Worker(new URL('./watchdog.mjs', import.meta.url), { workerData: { state }, execArgv: [] }).unref();

/** What was thrown outside of any promise that a target waits for. */
let stray;
process.on('uncaughtException', (error) => (stray = error));
process.on('unhandledRejection', (error) => (stray = error));

const tell = (message) => process.send(message);
const spent = () => {
  const { user, system } = process.cpuUsage();
  return user + system;
};

/** Runs one input; throws what is wrong with it. */
async function execute(target, input) {
  const head = Buffer.from(JSON.stringify({ target: target.name, bytes: input.length }).padEnd(120) + '\n');
  writeSync(file, Buffer.concat([head, input]), 0, undefined, 0);
  Atomics.add(running, 0, 1);
  const before = spent();
  try {
    await target.run(input);
    if (stray !== undefined) throw new Error(`outside of any call: ${stray?.stack ?? stray}`);
    checkPrototypes();
    return spent() - before;
  } finally {
    stray = undefined;
    Atomics.add(running, 0, 1);
  }
}

async function attempt(target, input, report) {
  try {
    let used = await execute(target, input);
    // The first time may compile code and collect garbage of others; what is slow is slow again.
    const most = mostMicroseconds * (target.operations ?? 1);
    if (used > most) used = Math.min(used, await execute(target, input));
    check(used <= most, `took ${(used / 1e6).toFixed(1)} s of processor time`);
  } catch (error) {
    report(input, error instanceof Error ? error.stack : String(error));
  }
}

async function fuzz(name) {
  const module = await import(`../targets/${name}.mjs`);
  const target = { name, ...(await module.create()) };
  const random = new Random(seed);
  const coverage = new Coverage();
  const reported = new Set();
  const report = (input, problem) => {
    const frames = problem.split('\n').filter((line) => /^\s+at /u.test(line));
    const key = [problem.slice(0, 40), ...frames.slice(0, 3)].join('\n');
    if (reported.has(key)) return;
    reported.add(key);
    tell({ type: 'finding', target: name, problem: problem.slice(0, 1_500), input: input.toString('base64') });
  };
  const corpus = readCorpus(name);
  if (corpus.length === 0) corpus.push(Buffer.from('{}'));
  for (const input of corpus) {
    Coverage.reset();
    await attempt(target, input, report);
    coverage.add();
  }
  const replayed = corpus.length;
  const startBranches = coverage.branches;
  const vocabulary = [...words(), ...(module.words ?? [])].sort();
  const mutator = new Mutator(random, vocabulary);
  const until = Date.now() + seconds * 1_000;
  let runs = 0;
  while (runs < mostRuns && Date.now() < until) {
    // What was found last is worth most.
    const at = random.chance(0.5) ? random.below(corpus.length) : corpus.length - 1 - random.below(Math.ceil(corpus.length / 4));
    const input = mutator.mutate(corpus[at], random.pick(corpus));
    Coverage.reset();
    await attempt(target, input, report);
    const news = coverage.add();
    if (news === 2 || (news === 1 && corpus.length < 4_000 && input.length < 16_384)) corpus.push(input);
    runs += 1;
    if (runs % 64 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  tell({ type: 'done', target: name, replayed, runs, found: corpus.length - replayed, startBranches, branches: coverage.branches });
  if (keeps) writeCorpus(name, await minimise(corpus, (input) => attempt(target, input, () => undefined)));
  await target.close?.();
}

for (const name of targets) {
  tell({ type: 'start', target: name });
  try {
    await fuzz(name);
  } catch (error) {
    console.error(error);
    process.exit(1);
  }
}
process.exit(0);
