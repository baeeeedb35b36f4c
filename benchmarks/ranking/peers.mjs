import { create, insertMultiple, search as oramaSearch } from '@orama/orama';
import { collectSchemaTexts } from '@toolrack/contracts';
import { createBm25Ranker } from '@toolrack/ranker-bm25';
import { makeRanker } from '@toolrack/ranker-lexical';
import { createMinisearchRanker } from '@toolrack/ranker-minisearch';
import flexsearch from 'flexsearch';
import lunr from 'lunr';
import MiniSearch from 'minisearch';
import { createRequire } from 'node:module';
import { stem } from 'porter2';

const bm25 = createRequire(import.meta.url)('wink-bm25-text-search');

// What every peer gets: words split at humps, stemmed, lower case. They would do far worse on `createIssue` without it.
const stopWords = new Set('a an and are as at be by for from in is it of on or that the this to with you me my i'.split(' '));
const split = (text) => (text.replace(/([a-z0-9])([A-Z])/g, '$1 $2').match(/[A-Za-z]+|[0-9]+/g) ?? []).map((word) => word.toLowerCase());
const tokens = (text) =>
  split(text)
    .filter((word) => !stopWords.has(word))
    .map((word) => stem(word));
const fieldsOf = (document) => ({
  id: document.id,
  name: document.name,
  source: document.source.owner,
  description: document.description,
  parameters: collectSchemaTexts(document.inputSchema)
    .map(({ name, description }) => `${name} ${description}`)
    .join(' '),
});
const stemmed = (document) => {
  const { id, ...fields } = fieldsOf(document);
  return { id, ...Object.fromEntries(Object.entries(fields).map(([key, text]) => [key, tokens(text).join(' ')])) };
};
const weights = { name: 3, source: 1.5, description: 1, parameters: 0.5 };

/** A ranker of ours, through the contract that the kernel uses. */
function ours(name, ranker) {
  return {
    name,
    build: async (documents) => {
      const index = await ranker.index(documents);
      // Some build at the first search, which is to count as building.
      await index.search({ text: 'list', limit: 1 });
      return async (text, limit) => (await index.search({ text, limit })).hits.map(({ id }) => id);
    },
  };
}

function wink(documents) {
  const engine = bm25();
  engine.defineConfig({ fldWeights: { name: 3, source: 2, description: 1, parameters: 1 } });
  engine.definePrepTasks([tokens]);
  documents.forEach((document, place) => engine.addDoc(fieldsOf(document), place));
  engine.consolidate();
  return (text, limit) => engine.search(text, limit).map(([place]) => documents[Number(place)].id);
}

function mini(options) {
  return (documents) => {
    const engine = new MiniSearch({
      fields: Object.keys(weights),
      tokenize: split,
      processTerm: (term) => (stopWords.has(term) ? null : stem(term)),
      searchOptions: { boost: weights, ...options },
    });
    engine.addAll(documents.map(fieldsOf));
    return (text, limit) =>
      engine
        .search(text)
        .slice(0, limit)
        .map(({ id }) => id);
  };
}

function lunrIndex(documents) {
  const engine = lunr(function configure() {
    this.ref('id');
    this.pipeline.reset();
    this.searchPipeline.reset();
    for (const [field, boost] of Object.entries(weights)) this.field(field, { boost });
    documents.forEach((document) => this.add(stemmed(document)));
  });
  return (text, limit) => {
    const found = engine.query((query) => tokens(text).forEach((term) => query.term(term, {})));
    return found.slice(0, limit).map(({ ref }) => ref);
  };
}

async function orama(documents) {
  const engine = create({ schema: { id: 'string', name: 'string', source: 'string', description: 'string', parameters: 'string' } });
  await insertMultiple(engine, documents.map(stemmed), 1_000);
  return async (text, limit) => {
    const properties = Object.keys(weights);
    const found = await oramaSearch(engine, { term: tokens(text).join(' '), properties, boost: weights, limit, threshold: 1 });
    return found.hits.map(({ document }) => document.id);
  };
}

function flex(documents) {
  const engine = new flexsearch.Index({ tokenize: 'forward' });
  documents.forEach((document, place) => {
    const { name, source, description, parameters } = stemmed(document);
    engine.add(place, `${name} ${source} ${description} ${parameters}`);
  });
  return (text, limit) => engine.search(tokens(text).join(' '), { limit, suggest: true }).map((place) => documents[place].id);
}

/** BM25 as in the textbook: one bag, k1 1.2, b 0.75, a map of posting lists. */
function naive(documents) {
  const postings = new Map();
  const bags = documents.map((document) => tokens(Object.values(fieldsOf(document)).slice(1).join(' ')));
  bags.forEach((bag, place) => {
    const counts = new Map();
    for (const term of bag) counts.set(term, (counts.get(term) ?? 0) + 1);
    for (const [term, count] of counts) {
      if (!postings.has(term)) postings.set(term, []);
      postings.get(term).push([place, count]);
    }
  });
  const average = bags.reduce((sum, bag) => sum + bag.length, 0) / bags.length;
  return (text, limit) => {
    const scores = new Map();
    for (const term of new Set(tokens(text))) {
      const list = postings.get(term) ?? [];
      const idf = Math.log(1 + (bags.length - list.length + 0.5) / (list.length + 0.5));
      for (const [place, count] of list) {
        const slope = 1.2 * (0.25 + (0.75 * bags[place].length) / average);
        scores.set(place, (scores.get(place) ?? 0) + (idf * count * 2.2) / (count + slope));
      }
    }
    return [...scores]
      .sort((left, right) => right[1] - left[1])
      .slice(0, limit)
      .map(([place]) => documents[place].id);
  };
}

/** Every ranker of the comparison: `build(documents)` gives `search(text, limit)`, which gives ids. */
export const rankers = [
  ours('ranker-lexical', makeRanker()),
  ours('ranker-lexical, recipe hermes', makeRanker({ recipe: 'hermes' })),
  ours('ranker-bm25', createBm25Ranker()),
  ours('ranker-minisearch', createMinisearchRanker()),
  { name: 'wink-bm25-text-search', build: wink },
  { name: 'minisearch', build: mini({}) },
  { name: 'minisearch, fuzzy and prefix', build: mini({ fuzzy: 0.2, prefix: true }) },
  { name: 'lunr', build: lunrIndex },
  { name: 'orama', build: orama },
  { name: 'flexsearch', build: flex },
  { name: 'naive BM25', build: naive },
];
