// What poisoned definitions can do here: node benchmarks/poison/run.mjs [--short] [--write] [--parts definitions,attacks,mixed-trust] [--sets mcp-agent,metatool] [--data DIR]
// Exit code 1 when a target is missed. --short: all definitions, but few queries of one set and our ranker alone. --write renews RESULTS.md.
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cpus } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { attacks, attackSet } from './attacks.mjs';
import { judgeHalves, speed } from './definitions.mjs';
import { mixedTrust } from './mixed-trust.mjs';
import { percent, shareOf, wilson } from './statistics.mjs';

const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    parts: { type: 'string', default: 'definitions,attacks,mixed-trust' },
    sets: { type: 'string' },
    queries: { type: 'string' },
    data: { type: 'string' },
  },
});
const { short } = values;
const parts = values.parts.split(',');
const out = [];
const missed = [];
const say = (line = '') => {
  out.push(line);
  console.log(line);
};
const table = (head, rows) => {
  for (const cells of [head, head.map(() => '---'), ...rows]) say(`| ${cells.join(' | ')} |`);
  say();
};
const target = (isMet, what) => {
  if (!isMet) missed.push(what);
  return isMet ? 'met' : 'MISSED';
};
const found = (judged) => judged.filter(({ isFound }) => isFound).length;

async function definitionTables() {
  const rows = await judgeHalves();
  say('## Table 1: definitions with planted instructions\n');
  say('Share that a runtime with `textGuard({ instructions: "quarantine" })` keeps out of the catalog, with Wilson\'s 95 % intervals.\n');
  table(
    ['half', 'poisoned found (at least 90 %)', 'clean found (at most 5 %)', 'targets'],
    rows.map(({ half, poisoned, clean }) => {
      const states = [
        target(found(poisoned) / poisoned.length >= 0.9, `recall on the ${half} half`),
        target(found(clean) / clean.length <= 0.05, `false positives on the ${half} half`),
      ];
      return [
        half,
        `${shareOf(found(poisoned), poisoned.length)} of ${poisoned.length}`,
        `${shareOf(found(clean), clean.length)} of ${clean.length}`,
        states.join(', '),
      ];
    }),
  );
  table(
    ['kind', ...rows.map(({ half }) => half)],
    Object.keys(rows[0].kinds).map((kind) => [kind, ...rows.map(({ kinds }) => `${found(kinds[kind])} of ${kinds[kind].length}`)]),
  );
  const { average, characters, worst } = speed();
  say(`Detection costs ${average.toFixed(3)} ms of CPU for a clean definition on average (${characters} characters; aim 0.1 ms).`);
  say(`The slowest of the hostile texts of 20,000 characters takes ${worst.ms.toFixed(0)} ms (aim 50 ms).\n`);
}

async function attackTables() {
  const sets = values.sets?.split(',') ?? (short ? ['mcp-agent'] : ['mcp-agent', 'metatool', 'openapi']);
  const most = Number(values.queries ?? (short ? 6 : 40));
  say('## Table 2: one planted tool among 500 real ones\n');
  say(`Share of queries whose first hit is the planted tool. Our target: under 5 % over all attacks, for the lexical ranker.\n`);
  for (const name of sets) {
    const results = await attackSet({
      name,
      most,
      only: short ? ['lexical'] : undefined,
      ...(values.data === undefined ? {} : { data: resolve(values.data) }),
    });
    if (results === undefined) {
      say(`The set ${name} is not in this data.\n`);
      continue;
    }
    say(`### ${name}: ${results[0].tools} tools, ${results[0].queries} queries\n`);
    const share = ({ wins, total }) => Object.values(wins).reduce((sum, count) => sum + count, 0) / total;
    table(
      ['attack', ...results.map(({ ranker, trust }) => `${ranker}, real tools ${trust}`)],
      Object.keys(attacks).map((kind) => [kind, ...results.map(({ wins, queries }) => percent(wins[kind] / queries))]),
    );
    for (const result of results.filter(({ ranker }) => ranker === 'lexical')) {
      const [low, high] = wilson(share(result) * result.total, result.total);
      const state =
        result.trust === 'trusted'
          ? target(share(result) < 0.05, `attacks on ${name}, real tools trusted`)
          : share(result) < 0.05
            ? 'met'
            : 'MISSED (no part of the exit code)';
      say(
        `lexical, real tools ${result.trust}: ${percent(share(result))} of all attacks (${percent(low)} to ${percent(high)}), target under 5 %: ${state}\n`,
      );
    }
  }
}

function mixedTables() {
  say('## Table 3: what the rule costs and what it takes\n');
  say(
    'Recall at 1 in per cent when these sources are trusted and the others are not, and the share of attacks that come first among 500 trusted',
  );
  say("tools: of an attacker with one tool, and of one with three more. With Wilson's 95 % intervals; one attempt an attack and query.\n");
  for (const name of values.sets?.split(',') ?? ['mcp-agent', 'sealtools']) {
    const result = mixedTrust(name, values.data === undefined ? undefined : resolve(values.data), short ? 20 : 60);
    if (result === undefined) continue;
    say(`### ${name}: ${result.rows[0].one.queries} attacked queries\n`);
    table(
      ['rule', ...result.names, 'attack, one tool', 'attack, several tools'],
      result.rows.map(({ rule, recalls, one, several }) => [
        rule,
        ...recalls.map((share) => share.toFixed(1)),
        shareOf(one.wins, one.total),
        shareOf(several.wins, several.total),
      ]),
    );
  }
}

if (parts.includes('definitions')) await definitionTables();
if (parts.includes('attacks')) await attackTables();
if (parts.includes('mixed-trust')) mixedTables();
if (missed.length > 0) console.error(`Missed: ${missed.join('; ')}`);
if (values.write) {
  const version = createRequire(import.meta.url)('@toolrack/text-guard/package.json').version;
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.versions.node}, Toolrack ${version}, ${new Date().toISOString().slice(0, 10)}`;
  writeFileSync(
    join(import.meta.dirname, 'RESULTS.md'),
    `# Poisoned definitions\n\n${machine}. Made by \`npm run benchmark:poison -- --write\`; README.md explains.\n\n${out.join('\n').trim()}\n`,
  );
}
process.exitCode = missed.length > 0 ? 1 : 0;
