// The recipe, whole or without a part, over the sets and over kinds of queries: prints one line of JSON.
import { register } from 'node:module';

const { cut, settings = {}, names, kinds, directory } = JSON.parse(process.argv[2]);
if (cut !== undefined) register('./cut-hooks.mjs', import.meta.url, { data: cut });
// Only now, so that the hooks see the ranker being loaded.
const { makeRanker } = await import('@toolrack/ranker-lexical');
const { readSet } = await import('./data-sets.mjs');
const { readKinds } = await import('./kinds.mjs');
const { mean, recall } = await import('./measures.mjs');
const { attack } = await import('../poison/mixed-trust.mjs');

const ranker = makeRanker({ settings });
/** Recall at 1 and 5 of every query; of a request for several abilities, the share of them that the first have, and whether all are there. */
function ask({ documents, queries }) {
  const index = ranker.index(documents);
  return queries.map((query) => {
    const ids = index.search({ text: query.query, limit: 8 }).hits.map(({ id }) => id);
    if (query.abilities === undefined) return [recall(ids, query, 1), recall(ids, query, 5)];
    const found = query.abilities.filter((group) => group.some((id) => ids.slice(0, 5).includes(id))).length;
    return [found === query.abilities.length ? 1 : 0, found / query.abilities.length];
  });
}
const percent = (pairs) => [0, 1].map((place) => 100 * mean(pairs.map((each) => each[place])));

/** First places of an attacker of one tool, in per cent: one who is less trusted than the others, and one who is trusted alike. */
function attacked() {
  const set = readSet('mcp-agent', directory);
  const results = ['untrusted', 'trusted'].map((trust) => attack(set, settings, [], 60, trust));
  return { count: results[0].total, figures: results.map(({ wins, total }) => (100 * wins) / total) };
}

const sets = names.map((name) => percent(ask(readSet(name, directory))));
const made = readKinds(directory);
const results = kinds.map((kind) => {
  if (kind === 'attacks') return [kind, attacked()];
  const pairs = made[kind]().flatMap(ask);
  return [kind, { count: pairs.length, figures: percent(pairs) }];
});
const average = [0, 1].map((place) => mean(sets.map((each) => each[place])));
process.stdout.write(`${JSON.stringify({ sets, mean: average, kinds: Object.fromEntries(results) })}\n`);
