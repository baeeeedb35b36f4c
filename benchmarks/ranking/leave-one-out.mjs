// node benchmarks/ranking/leave-one-out.mjs [--data DIR] [--sets a,b]
// How much of the recipe's constants is tuned to the sets: each set is judged with the values that are best on the other sets.
import { parseArgs } from 'node:util';
import { makeRanker } from '@toolrack/ranker-lexical';
import { ownData, qualitySets, readSet } from './data-sets.mjs';
import { mean, recall, table } from './measures.mjs';

const { values } = parseArgs({
  options: { data: { type: 'string', default: ownData }, sets: { type: 'string', default: qualitySets.join(',') } },
});
const sets = values.sets.split(',').flatMap((name) => readSet(name, values.data) ?? []);
/** Values around the chosen one, which is the second of each. */
const grid = {
  saturation: [1.2, 1.8, 2.6],
  coveragePower: [0.15, 0.3, 0.5],
  nameBonus: [0.15, 0.25, 0.4],
  synonymWeight: [0.25, 0.4, 0.6],
  variantWeight: [0.8, 0.9, 1],
  stopWordWeight: [0.15, 0.3, 0.5],
  actionWeight: [0.5, 0.7, 0.9],
  actionBonus: [0.05, 0.1, 0.2],
};
const score = (settings) => {
  const ranker = makeRanker({ settings });
  return sets.map((set) => {
    const index = ranker.index(set.documents);
    const found = set.queries.map((query) => {
      const ids = index.search({ text: query.query, limit: 8 }).hits.map(({ id }) => id);
      return [recall(ids, query, 1), recall(ids, query, 5)];
    });
    return [mean(found.map(([one]) => one)), mean(found.map(([, five]) => five))];
  });
};
const without = (scores, left) => mean(scores.filter((_, place) => place !== left).map(([one, five]) => (one + five) / 2));
const chosen = score({});
const rows = [];
for (const [name, options] of Object.entries(grid)) {
  process.stderr.write(`${name}\n`);
  const all = options.map((value, place) => (place === 1 ? chosen : score({ [name]: value })));
  const picked = sets.map((_, left) =>
    all.map((scores) => without(scores, left)).reduce((best, value, place, list) => (value > list[best] ? place : best), 1),
  );
  const change = picked.map((place, set) => [0, 1].map((measure) => 100 * (all[place][set][measure] - chosen[set][measure])));
  const shown = change.map(([one, five], set) => `${options[picked[set]]}: ${one.toFixed(1)} / ${five.toFixed(1)}`);
  const total = [0, 1].map((measure) => mean(change.map((each) => each[measure])).toFixed(2));
  rows.push([`${name} (${options[1]})`, ...shown, total.join(' / ')]);
}
process.stdout.write(`${table(['constant (chosen)', ...sets.map(({ name }) => name), 'mean change'], rows)}\n`);
