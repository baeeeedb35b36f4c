// Coverage-guided fuzzing. See README.md in this folder.
import { fork } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { writeFinding } from './loop/corpus.mjs';

const known = readdirSync(join(import.meta.dirname, 'targets'))
  .filter((file) => file.endsWith('.mjs'))
  .map((file) => file.slice(0, -4));
const { values } = parseArgs({
  options: {
    seconds: { type: 'string' },
    target: { type: 'string', multiple: true },
    seed: { type: 'string' },
    short: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
  },
});
const targets = values.target ?? known;
const unknown = targets.find((target) => !known.includes(target));
if (unknown !== undefined) fail(`There is no target "${unknown}". Targets: ${known.join(', ')}.`);
const seconds = Number(values.seconds ?? (values.short ? 14 : 600));
if (!(seconds > 0)) fail('--seconds takes a number above 0: the time of all targets together.');
const seed = Number(values.seed ?? (values.short ? 1 : Date.now() % 2 ** 31));
if (!Number.isSafeInteger(seed)) fail('--seed takes a whole number.');

const folder = mkdtempSync(join(tmpdir(), 'toolrack-fuzz-'));
const current = join(folder, 'current');
const findings = [];
const rows = [];
let left = [...targets];
// A program that died is started again with the targets after the one that killed it.
while (left.length > 0) left = await runProgram(left);
rmSync(folder, { recursive: true, force: true });
print();
process.exitCode = findings.length === 0 ? 0 : 1;

function runProgram(names) {
  const options = {
    targets: names,
    seconds: seconds / targets.length,
    seed,
    current,
    keeps: values.keep,
    mostRuns: values.short ? 400 : 1e12,
  };
  const child = fork(join(import.meta.dirname, 'loop/program.mjs'), [JSON.stringify(options)], {
    execArgv: ['--max-old-space-size=1024', '--no-warnings'],
    env: { ...process.env, TOOLRACK_FUZZ_FOLDER: folder },
  });
  let target = names[0];
  child.on('message', (message) => {
    if (message.type === 'start') target = message.target;
    else if (message.type === 'done') rows.push(message);
    else report(message.target, Buffer.from(message.input, 'base64'), message.problem);
  });
  return new Promise((resolve) => {
    child.on('close', (code, signal) => {
      if (code === 0) return resolve([]);
      report(target, lastInput(), `the program ended with ${signal ?? `code ${code}`}`);
      resolve(names.slice(names.indexOf(target) + 1));
    });
  });
}

/** The input that the program was busy with. Behind it stand the ends of longer ones that came before. */
function lastInput() {
  const written = readFileSync(current);
  const start = written.indexOf(10) + 1;
  const { bytes } = JSON.parse(written.subarray(0, start).toString());
  return written.subarray(start, start + bytes);
}

function report(target, input, problem) {
  const file = writeFinding(target, input);
  findings.push({ target, file });
  console.error(`FOUND in ${target}: ${file}\n${problem}\n`);
}

function print() {
  console.log(`seed ${seed}`);
  console.table(
    Object.fromEntries(
      rows.map(({ target, replayed, runs, startBranches, branches, found }) => [
        target,
        { 'corpus replayed': replayed, executions: runs, 'branches at start': startBranches, 'at end': branches, 'inputs found': found },
      ]),
    ),
  );
  const executions = rows.reduce((sum, { runs, replayed }) => sum + runs + replayed, 0);
  console.log(`${executions} executions, ${findings.length} findings`);
}

function fail(text) {
  console.error(text);
  process.exit(2);
}
