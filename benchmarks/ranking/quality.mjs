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
