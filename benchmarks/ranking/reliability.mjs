import { makeRanker } from '@toolrack/ranker-lexical';
import { every, mayAnswer, namesOf } from './cross-sets.mjs';
import { mean, recall, table } from './measures.mjs';

/** Share of requests that the catalog has no tool for, as assumed: there is no such thing as the right one. */
const unanswerable = 1 / 3;
const bins = 10;
const mostOwn = 1_200;
const mostForeign = 200;
const isDerived = (name) => name.endsWith('-typo');

/** Judgements of the confidence: own queries, right when a gold tool is among the first five, and queries of other sets, never right. A set weighs 1. */
function judge(set, others) {
  const index = makeRanker().index(set.documents);
  const known = namesOf(set);
  const own = every(set.queries, mostOwn).map((query) => {
    const { hits, confidence } = index.search({ text: query.query, limit: 5 });
    return { confidence, right: recall(hits.map(({ id }) => id), query, 5) > 0 ? 1 : 0 }; // prettier-ignore
  });
  const foreign = others.flatMap((other) =>
    every(other.queries, mostForeign)
      .filter((query) => !mayAnswer(other, query, known))
      .map(({ query }) => ({ confidence: index.search({ text: query, limit: 5 }).confidence, right: 0 })),
  );
  return [
    ...own.map((each) => ({ ...each, weight: (1 - unanswerable) / own.length })),
    ...foreign.map((each) => ({ ...each, weight: unanswerable / foreign.length })),
  ];
}

const binOf = (confidence) => Math.min(bins - 1, Math.floor(confidence * bins));

/** Weighed mean distance between the confidence of a bin and its share of right answers. */
function calibrationError(judgements) {
  const sums = Array.from({ length: bins }, () => 0);
  for (const { confidence, right, weight } of judgements) sums[binOf(confidence)] += weight * (confidence - right);
  return sums.reduce((sum, each) => sum + Math.abs(each), 0) / judgements.reduce((sum, { weight }) => sum + weight, 0);
}

const logit = (share) => Math.log(Math.max(1e-6, share) / Math.max(1e-6, 1 - share));
const logistic = (value) => 1 / (1 + Math.exp(-value));

/** Slope and constant of the logistic line that fits the judgements best, by Newton's method (Platt, "Probabilistic outputs for support vector machines", 1999). */
function fitLine(judgements) {
  let [slope, constant] = [1, 0];
  for (let round = 0; round < 50; round += 1) {
    let [first, second, square, cross, plain] = [0, 0, 1e-6, 0, 1e-6];
    for (const { confidence, right, weight } of judgements) {
      const value = logit(confidence);
      const guess = logistic(slope * value + constant);
      const miss = weight * (right - guess);
      const bend = weight * guess * (1 - guess);
      first += miss * value;
      second += miss;
      square += bend * value * value;
      cross += bend * value;
      plain += bend;
    }
    const determinant = square * plain - cross * cross;
    slope += (first * plain - second * cross) / determinant;
    constant += (second * square - first * cross) / determinant;
  }
  return { slope, constant };
}

const adjusted = (judgements, { slope, constant }) =>
  judgements.map((each) => ({ ...each, confidence: logistic(slope * logit(each.confidence) + constant) }));

/** Whether the confidence is a probability: how often an answer of some confidence is right, over all sets and in each. */
export function judgeReliability(sets, log) {
  const chosen = sets.filter(({ name }) => !isDerived(name));
  const judged = chosen.map((set) => {
    log(`reliability: ${set.name}`);
    return judge(set, chosen.filter((other) => other !== set)); // prettier-ignore
  });
  const all = judged.flat();
  const rows = Array.from({ length: bins }, (_, bin) => {
    const members = all.filter(({ confidence }) => binOf(confidence) === bin);
    const total = members.reduce((sum, { weight }) => sum + weight, 0);
    const share = (value) => ((100 * members.reduce((sum, each) => sum + each.weight * value(each), 0)) / total).toFixed(0);
    return [`${(bin / bins).toFixed(1)} to ${((bin + 1) / bins).toFixed(1)}`, members.length, share(({ confidence }) => confidence), share(({ right }) => right)]; // prettier-ignore
  });
  const line = fitLine(all);
  const bySet = chosen.map(({ name }, place) => {
    const others = judged.filter((_, other) => other !== place).flat();
    const [now, fitted] = [judged[place], adjusted(judged[place], fitLine(others))].map(calibrationError);
    return [name, judged[place].length, now.toFixed(3), fitted.toFixed(3)];
  });
  const average = [2, 3].map((column) => mean(bySet.map((row) => Number(row[column]))).toFixed(3));
  const note = `Share of answers with a right tool among the first five, by their confidence, if a third of all requests have no answer in the catalog (own queries two thirds, queries of other sets one third; every set weighs the same). Expected calibration error over all sets ${calibrationError(all).toFixed(3)}; a logistic line fitted on all of them has slope ${line.slope.toFixed(2)} and constant ${line.constant.toFixed(2)}, where 1 and 0 would be no change.`;
  const second = table(
    ['catalog', 'queries', 'calibration error', 'after a line fitted on the other sets'],
    [...bySet, ['mean', '', ...average]],
  );
  return `${note}\n\n${table(['confidence', 'queries', 'mean confidence, %', 'right, %'], rows)}\n\n${second}`;
}
