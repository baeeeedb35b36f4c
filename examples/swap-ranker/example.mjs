// The same catalog under two rankers. The two compositions differ in one line, and so do the two configuration files.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { directoryBudgeted } from '@toolrack/directory-budgeted';
import { createRuntime } from '@toolrack/kernel';
import { policyOpen } from '@toolrack/policy';
import { rankerBm25 } from '@toolrack/ranker-bm25';
import { rankerLexical } from '@toolrack/ranker-lexical';
import { openclawSource } from '@toolrack/source-openclaw';
import { surfaceOpenclaw } from '@toolrack/surface-openclaw';
import { tools } from './tools.mjs';

const rest = () => [policyOpen(), directoryBudgeted(), surfaceOpenclaw(), openclawSource({ modules: [{ tools, owner: 'office' }] })];

const compositions = {
  bm25: [rankerBm25(), ...rest()],
  lexical: [rankerLexical(), ...rest()], // the changed line
};

const queries = ['open an issue', 'invite guests by e-mail', 'unpaid invoices'];

/** What one composition finds for each query. */
async function answers(plugins) {
  const runtime = await createRuntime({ plugins });
  try {
    const run = await runtime.startRun();
    const found = [];
    for (const text of queries) found.push((await run.search({ text, limit: 3 })).hits.map(({ tool }) => tool.name));
    return found;
  } finally {
    await runtime.dispose();
  }
}

const [bm25, lexical] = [await answers(compositions.bm25), await answers(compositions.lexical)];
for (const [index, query] of queries.entries()) {
  console.log(`"${query}"`);
  console.log(`  ranker-bm25     ${bm25[index].join(', ') || '(nothing)'}`);
  console.log(`  ranker-lexical  ${lexical[index].join(', ') || '(nothing)'}`);
}
assert.equal(bm25[0][0], 'create_issue');
assert.equal(lexical[0][0], 'create_issue');

// Two rankers at once are an error that names both.
await assert.rejects(createRuntime({ plugins: [rankerBm25(), ...compositions.lexical] }), (error) => {
  console.log(`both at once: ${error.code}: ${error.message}`);
  return error.code === 'ERR_SERVICE_CONFLICT' && /ranker-bm25/u.test(error.message) && /ranker-lexical/u.test(error.message);
});

// The same with the command: the two files differ in one line.
const path = (name) => fileURLToPath(new URL(name, import.meta.url));
const lines = (name) => readFileSync(path(name), 'utf8').split('\n');
const changed = lines('toolrack.lexical.json').filter((line, index) => line !== lines('toolrack.bm25.json')[index]);
assert.equal(changed.length, 1);
const toolrack = createRequire(import.meta.url)
  .resolve('@toolrack/cli/package.json')
  .replace('package.json', 'bin/toolrack.js');
for (const name of ['toolrack.bm25.json', 'toolrack.lexical.json']) {
  const output = execFileSync(process.execPath, [toolrack, '--config', path(name), '--json', 'inspect'], { encoding: 'utf8' });
  const { provider } = JSON.parse(output).services.find(({ id }) => id === 'kernel.ranker');
  assert.match(provider, name.includes('bm25') ? /ranker-bm25/u : /ranker-lexical/u);
  console.log(`${name.padEnd(21)} ranks with ${provider}`);
}
