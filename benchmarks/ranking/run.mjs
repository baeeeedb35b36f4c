// node benchmarks/ranking/run.mjs [--data DIR] [--sets a,b] [--parts quality,enrichment,mixed-trust,ablations,confidence,cross-sets,reliability,hybrid,views,scale] [--sizes 1000,10000] [--write]
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ablate } from './ablations.mjs';
import { judgeAcrossSets } from './cross-sets.mjs';
import { ownData, qualitySets, readSet } from './data-sets.mjs';
import { compare, judgeConfidence, judgeEnrichment, mixTrust } from './quality.mjs';
import { judgeHybrid } from './hybrid.mjs';
import { judgeReliability } from './reliability.mjs';
import { measureScale, measureViews } from './scale.mjs';

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: ownData },
    sets: { type: 'string', default: qualitySets.join(',') },
    parts: { type: 'string', default: 'quality,enrichment,mixed-trust,ablations,confidence,cross-sets,reliability,hybrid,views,scale' },
    sizes: { type: 'string', default: '1000,10000,100000' },
    'peer-size': { type: 'string', default: '10000' },
    write: { type: 'boolean', default: false },
  },
});
const log = (line) => process.stderr.write(`${line}\n`);
const parts = values.parts.split(',');
const sets = values.sets.split(',').flatMap((name) => readSet(name, values.data) ?? []);
if (sets.length === 0) {
  log(`No set of ${values.sets} is in ${values.data}. A set is a folder with META.json, catalog.jsonl and queries.jsonl.`);
  process.exit(1);
}
const answerable = readSet('mcp-agent', values.data);
const paraphrases = readSet('mcp-agent-para', values.data);
const sections = [];
const add = (title, text) => sections.push(`## ${title}\n\n${text}`);

if (parts.includes('quality')) add('Quality', await compare(sets, paraphrases, log));
if (parts.includes('enrichment')) {
  const asked = [paraphrases, answerable, readSet('mcp-agent-typo', values.data)];
  add('Enriched definitions', await judgeEnrichment(asked, log));
}
if (parts.includes('mixed-trust')) add('Mixed trust', mixTrust(sets, log));
if (parts.includes('ablations'))
  add(
    'What each part of the recipe is worth',
    ablate(
      sets.map(({ name }) => name),
      values.data,
      log,
    ),
  );
if (parts.includes('confidence')) {
  add('Answers that are no answers', judgeConfidence(answerable, readSet('mcp-agent-typo', values.data), paraphrases, values.data));
}
if (parts.includes('cross-sets')) add('Answers that are no answers, across the sets', judgeAcrossSets(sets, log));
if (parts.includes('reliability')) add('Whether the confidence is a probability', judgeReliability(sets, log));
if (parts.includes('hybrid')) add('ranker-hybrid with a scripted endpoint', await judgeHybrid([answerable, paraphrases, readSet('mcp-agent-typo', values.data)], log)); // prettier-ignore
if (parts.includes('views')) add('Ten thousand views in one process', measureViews([10_000, 100_000], 10_000, values.data, log));
if (parts.includes('scale')) {
  const sizes = values.sizes.split(',').map(Number);
  add('Speed and memory', measureScale(sizes, Number(values['peer-size']), values.data, log));
}

const versionOf = (name) => {
  const path = [import.meta.dirname, join(import.meta.dirname, '..'), join(import.meta.dirname, '../..')]
    .map((folder) => join(folder, 'node_modules', name, 'package.json'))
    .find(existsSync);
  return path === undefined ? name : `${name} ${JSON.parse(readFileSync(path, 'utf8')).version}`;
};
const versions = ['wink-bm25-text-search', 'minisearch', 'lunr', '@orama/orama', 'flexsearch'].map(versionOf);
const machine = `${cpus().length} × ${cpus()[0].model.trim()}, Node ${process.version}, load average ${loadavg()[0].toFixed(1)}`;
const report = `# Ranking: results

${machine}. ${versions.join(', ')}.

Sets: ${sets.map((set) => `${set.name} (${set.documents.length} tools, ${set.queries.length} queries)`).join(', ')}.

${sections.join('\n\n')}
`;
process.stdout.write(report);
if (values.write) writeFileSync(join(import.meta.dirname, 'RESULTS.md'), report);
