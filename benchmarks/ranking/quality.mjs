import { createBm25Ranker } from '@toolrack/ranker-bm25';
import { enrichedRanker, readEnrichments } from '@toolrack/ranker-enriched';
import { makeRanker } from '@toolrack/ranker-lexical';
import { createMinisearchRanker } from '@toolrack/ranker-minisearch';
import { join } from 'node:path';
import { readUnanswerable } from './data-sets.mjs';
import { arrangements, mixedRecall } from '../poison/mixed-trust.mjs';
import { areaUnderCurve, mean, recall, table } from './measures.mjs';
import { rankers } from './peers.mjs';

const percent = (share) => (share * 100).toFixed(1);

/** Mean recall at 1 and at 5 of a search over one set. */
async function recalls(search, set) {
  const first = [];
  const five = [];
  for (const query of set.queries) {
    const ids = await search(query.query, 8);
    first.push(recall(ids, query, 1));
    five.push(recall(ids, query, 5));
  }
  return [mean(first), mean(five)];
}

function row(name, results, extra) {
  const cells = results.map(([one, five]) => `${percent(one)} / ${percent(five)}`);
  const means = [0, 1].map((place) => percent(mean(results.map((result) => result[place]))));
  return [name, ...cells, ...(extra === undefined ? [] : [extra]), means.join(' / ')];
}

/** Every ranker on every set. */
export async function compare(sets, paraphrases, log) {
  const rows = [];
  for (const ranker of rankers) {
    log(`quality: ${ranker.name}`);
    const results = [];
    for (const set of sets) results.push(await recalls(await ranker.build(set.documents), set));
    const [one, five] = await recalls(await ranker.build(paraphrases.documents), paraphrases);
    rows.push(row(ranker.name, results, `${percent(one)} / ${percent(five)}`));
  }
  return table(['recall at 1 / at 5, %', ...sets.map(({ name }) => name), 'paraphrases', 'mean without paraphrases'], rows);
}

const withoutField = (name) => ({ settings: { fields: { [name]: { weight: 0 } } } });
const flat = Object.fromEntries(
  ['name', 'source', 'title', 'summary', 'description', 'parameterNames', 'parameterDescriptions', 'parameterValues'].map((name) => [
    name,
    { weight: 1 },
  ]),
);
/** Parts of the recipe that are taken out one at a time. */
const ablations = [
  ['everything', {}],
  ['no source name', withoutField('source')],
  ['no parameter names', withoutField('parameterNames')],
  ['no parameter descriptions', withoutField('parameterDescriptions')],
  ['no parameter values', withoutField('parameterValues')],
  ['all fields weighted 1', { settings: { fields: flat } }],
  ['first sentence as the rest', { settings: { fields: { summary: { weight: 0.6 } } } }],
  ['soft words as any', { settings: { stopWordWeight: 1, fillerWeight: 1, generalWeight: 1 } }],
  ['stop words only', { settings: { fillerWeight: 1, generalWeight: 1 } }],
  ['numbers as words', { settings: { numberWeight: 1 } }],
  ['quoted words as words', { settings: { quotedWeight: 1 } }],
  ['no synonyms', { settings: { synonymWeight: 0 } }],
  ['no word forms', { settings: { variantWeight: 0 } }],
  ['no correction of typos', { settings: { typoWeight: 0 } }],
  ['no prefixes', { settings: { prefixWeight: 0 } }],
  ['no coverage', { settings: { coveragePower: 0 } }],
  ['no name bonus', { settings: { nameBonus: 0 } }],
  ['no bonus for the whole name', { settings: { wholeNameBonus: 0 } }],
  ['no places by provenance', { settings: { trustedShare: 1, establishedShare: 1 } }],
  ['repeated words without limit', { settings: { mostRepeats: 1000 } }],
  ['no places for abilities', { settings: { abilityPositions: 0 } }],
];

/** Our recipe with one part taken out. */
export async function ablate(sets, log) {
  const rows = [];
  for (const [name, options] of ablations) {
    log(`ablation: ${name}`);
    const ranker = makeRanker(options);
    const results = [];
    for (const set of sets) {
      const index = ranker.index(set.documents);
      const search = (text, limit) => index.search({ text, limit }).hits.map(({ id }) => id);
      results.push(await recalls(search, set));
    }
    rows.push(row(name, results));
  }
  return table(['recall at 1 / at 5, %', ...sets.map(({ name }) => name), 'mean'], rows);
}

/** How well `confidence` and `weak` tell the queries that nothing answers from the others. */
export function judgeConfidence(answerable, typos, paraphrases, directory) {
  const index = makeRanker().index(answerable.documents);
  const ask = (texts) => texts.map((text) => index.search({ text, limit: 8 }));
  const none = ask(readUnanswerable(directory));
  const groups = [
    ['answerable (mcp-agent)', answerable],
    ['answerable, with typos', typos],
    ['paraphrases', paraphrases],
  ].map(([name, set]) => [name, ask(set.queries.map(({ query }) => query))]);
  const confidences = (answers) => answers.map(({ confidence }) => confidence);
  const rows = [['unanswerable', none], ...groups].map(([name, answers]) => [
    name,
    answers.length,
    percent(answers.filter(({ weak }) => weak).length / answers.length),
    percent(answers.filter(({ hits }) => hits.length === 0).length / answers.length),
    name === 'unanswerable' ? '' : areaUnderCurve(confidences(answers), confidences(none)).toFixed(3),
  ]);
  return table(['queries', 'count', 'marked weak, %', 'empty, %', 'area under the curve against unanswerable'], rows);
}

/** What the phrases of `enrichments/` do for each ranker on the catalog that they were written for. */
export async function judgeEnrichment(sets, log) {
  const phrases = readEnrichments(join(import.meta.dirname, 'enrichments', 'mcp-agent.json'));
  const rows = [];
  for (const ranker of [makeRanker(), createBm25Ranker(), createMinisearchRanker()]) {
    for (const [name, each] of [
      [ranker.name, ranker],
      [`${ranker.name}, enriched`, enrichedRanker(ranker, phrases)],
    ]) {
      log(`enrichment: ${name}`);
      const cells = [];
      for (const set of sets) {
        const index = await each.index(set.documents);
        const search = async (text, limit) => (await index.search({ text, limit })).hits.map(({ id }) => id);
        cells.push((await recalls(search, set)).map(percent).join(' / '));
      }
      rows.push([name, ...cells]);
    }
  }
  return table(['recall at 1 / at 5, %', ...sets.map(({ name }) => name)], rows);
}

/** Sets whose tools come from many sources. */
const manySources = ['bfcl', 'mcp-agent', 'openapi', 'sealtools'];

/** The recipe when sources are trusted differently: what an untrusted tool says of its parameters is not read, and the first place goes by provenance. */
export function mixTrust(sets, log) {
  const rows = sets
    .filter(({ name }) => manySources.includes(name))
    .map((set) => {
      log(`mixed trust: ${set.name}`);
      const cells = arrangements(set).map(([, trusted]) =>
        [1, 5].map((count) => mixedRecall(set, trusted, {}, count).toFixed(1)).join(' / '),
      );
      return [set.name, ...cells];
    });
  const head = ['all trusted', 'none', 'one half', 'the other half', 'only the largest source', 'only the second'];
  return table(['recall at 1 / at 5, %, by the sources that are trusted', ...head], rows);
}
