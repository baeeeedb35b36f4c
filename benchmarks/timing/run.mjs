// Can a denied tool be told from an unknown one by the clock? node benchmarks/timing/run.mjs [--short] [--write]
//
// Two runtimes hold the same tools, except that each has hidden tools of its own: those of the one do not exist in the other. Every name is asked for
// in both, so it is a denied tool in the one and an unknown one in the other, and neither the name nor the runtime is on one side alone. The
// calls are made in random order, one at a time; the times are compared with Mann and Whitney's test. Two controls show what the test can see:
// unknown names against unknown names, and a policy that takes a few microseconds longer for one half of them.
//
// Exit code 1 when a difference is visible: p below 0.01, corrected for the number of comparisons (Bonferroni). `--short` makes 2,000 calls a side
// and only fails on a plain difference (p below 1e-9 and more than 70 % of the times on one side, some 15 µs), so that no loaded machine fails by chance.
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { definePlugin, ToolSources } from '@toolrack/contracts';
import { createRuntime } from '@toolrack/kernel';
import { hermes, openclaw, standard } from '@toolrack/presets';
import { createPolicyRules, policyWith } from '@toolrack/policy';
import { mannWhitney, median, randomFrom } from './statistics.mjs';

const short = process.argv.includes('--short');
const callsPerSide = short ? 2_000 : 10_000;
const namesPerRuntime = 100;
const random = randomFrom(20_261_130);

const letters = 'abcdefghijklmnopqrstuvwxyz';
const word = (length) => Array.from({ length }, () => letters[Math.floor(random() * letters.length)]).join('');
const names = (count) => Array.from({ length: count }, () => `${word(6)}_${word(7)}`);
const visible = names(300).map((name, index) => ({
  name,
  description: `${name.replace('_', ' ')} for the team, number ${index % 17}, and answer with its identifier and state`,
  inputSchema: { type: 'object', properties: { [word(5)]: { type: 'string', description: 'the value to use' } } },
}));
const hidden = [names(namesPerRuntime), names(namesPerRuntime)];
const definition = (name) => ({ name, description: `Secret work ${name}`, inputSchema: { type: 'object', properties: {} } });

const server = (tools) =>
  definePlugin({
    name: 'timing-server',
    version: '1.0.0',
    api: '^1',
    apply: (host) =>
      host.contribute(ToolSources, {
        kind: 'mcp',
        owner: 'files',
        trust: 'trusted',
        list: async () => ({ tools }),
        call: async () => ({ content: [{ type: 'text', text: 'ok' }] }),
      }),
  })();

const presets = {
  standard: (options) => standard(options),
  openclaw: (options) => openclaw(options),
  hermes: (options) => hermes(options),
};
const requests = (preset) =>
  preset === 'hermes'
    ? {
        search: (name) => ['tool_search', { queries: [name] }],
        describe: (name) => ['tool_describe', { names: [`mcp__files__${name}`] }],
        call: (name) => ['tool_call', { calls: [{ name: `mcp__files__${name}`, arguments: {} }] }],
        'by name': (name) => [`mcp__files__${name}`, {}],
      }
    : {
        search: (name) => ['tool_search', { query: name }],
        describe: (name) => ['tool_describe', { id: `mcp:files:${name}` }],
        call: (name) => ['tool_call', { id: `mcp:files:${name}`, args: {} }],
        'by name': (name) => [name, {}],
      };

async function openPair(preset, { delayed } = {}) {
  const pair = [];
  for (const own of hidden) {
    const rules = createPolicyRules({ rules: [{ deny: own }] });
    const slow = definePlugin({
      name: 'timing-delay',
      version: '1.0.0',
      api: '^1',
      apply: (host) => host.hooks.query.tap((query) => (delayed?.has(query.text) ? busy(query, 20) : query)),
    })();
    const plugins = presets[preset]({
      without: ['@toolrack/policy'],
      add: [policyWith(rules), server([...visible, ...own.map(definition)]), ...(delayed === undefined ? [] : [slow])],
    });
    const runtime = await createRuntime({ plugins, trust: { 'mcp:*': 'trusted' } });
    pair.push({ runtime, run: await runtime.startRun() });
  }
  return pair;
}

/** Keeps the processor for that many microseconds. */
function busy(value, microseconds) {
  const end = performance.now() + microseconds / 1000;
  while (performance.now() < end);
  return value;
}

/** Times of calls, by the side that `sideOf` puts them on. */
async function measure(pair, request, sideOf, count = callsPerSide) {
  const trials = [];
  for (let index = 0; trials.length < count * 2; index += 1) {
    const [own, at] = [index % 2, Math.floor(index / 4) % namesPerRuntime];
    trials.push({ run: pair[Math.floor(index / 2) % 2].run, name: hidden[own][at], side: sideOf(own, Math.floor(index / 2) % 2, at) });
  }
  for (let index = trials.length - 1; index > 0; index -= 1) {
    const other = Math.floor(random() * (index + 1));
    [trials[index], trials[other]] = [trials[other], trials[index]];
  }
  const times = [[], []];
  const warm = Math.min(1_000, trials.length);
  for (const { run, name } of trials.slice(0, warm)) await one(run, request(name));
  for (const { run, name, side } of trials) times[side].push(await one(run, request(name)));
  return times;
}

async function one(run, [name, given]) {
  const started = performance.now();
  await run.call({ name, arguments: given, callId: 'm' });
  return (performance.now() - started) * 1000;
}

const rows = [];
const judge = (label, [denied, unknown], expectsDifference) => {
  const result = { label, denied: median(denied), unknown: median(unknown), ...mannWhitney(denied, unknown), expectsDifference };
  rows.push(result);
  console.error(`${label}: p ${result.p.toPrecision(3)}, share ${result.auc.toFixed(4)} ± ${result.halfWidth.toFixed(4)}`);
};

for (const preset of Object.keys(presets)) {
  const pair = await openPair(preset);
  for (const [control, request] of Object.entries(requests(preset))) {
    // Denied: a name of the runtime that is asked. Unknown: a name of the other one.
    judge(`${preset}, ${control}`, await measure(pair, request, (own, asked) => (own === asked ? 0 : 1)));
  }
  if (preset === 'standard') {
    const { search } = requests(preset);
    judge('control: unknown against unknown', await measure(pair, search, (_own, _asked, at) => at % 2));
  }
  for (const { runtime } of pair) await runtime.dispose();
}
const delayed = new Set(hidden.flat().filter((_name, index) => index % 2 === 0));
const slowPair = await openPair('standard', { delayed });
judge(
  'control: 20 µs more for one half',
  await measure(slowPair, requests('standard').search, (own, _asked, at) => (delayed.has(hidden[own][at]) ? 0 : 1)),
  true,
);
for (const { runtime } of slowPair) await runtime.dispose();

const judged = rows.filter((row) => row.expectsDifference !== true);
const threshold = 0.01 / judged.length;
const isVisible = ({ p, auc }) => (short ? p < 1e-9 && Math.abs(auc - 0.5) > 0.2 : p < threshold);
const failed = judged.filter(isVisible);
const blind = rows.filter((row) => row.expectsDifference === true && !isVisible(row) && !short);
const line = (row) =>
  `| ${row.label} | ${row.denied.toFixed(1)} | ${row.unknown.toFixed(1)} | ${row.p.toPrecision(2)} | ${(100 * row.auc).toFixed(2)} % ± ${(100 * row.halfWidth).toFixed(2)} | ${isVisible(row) ? 'visible' : 'no'} |`;
const table = [
  '| what is asked | denied, median µs | unknown, median µs | p | denied is slower in | difference seen |',
  '| --- | --: | --: | --: | --: | --- |',
  ...rows.map(line),
].join('\n');
console.log(table);
if (process.argv.includes('--write')) {
  const text = `# Denied against unknown, by the clock

\`npm run benchmark:timing -- --write\`: ${callsPerSide.toLocaleString('en')} calls a side in random order, ${visible.length} visible and ${namesPerRuntime} hidden tools,
Node ${process.versions.node} on ${cpus()[0]?.model ?? 'an unknown processor'} (${cpus().length} processors). Each hidden name is denied in one of two runtimes and unknown in the other.
Mann and Whitney's test, two-sided; a difference counts as seen below p = ${threshold.toPrecision(2)} (0.01 over ${judged.length} comparisons). "Denied is slower in 50 %" means that
the times cannot be told apart; the interval is what chance alone gives.

${table}

The last row is a control that must be seen: half of the names cost 20 µs more. How it is measured stands at the top of [run.mjs](run.mjs).
`;
  writeFileSync(new URL('RESULTS.md', import.meta.url), text);
}
for (const row of failed) console.error(`A difference is visible: ${row.label}.`);
for (const row of blind) console.error(`The test is blind: ${row.label} was not seen.`);
process.exitCode = failed.length + blind.length > 0 ? 1 : 0;
