// Fits the weights of packages/text-guard/src/sentence-weights.ts and prints that file (build before and after, then format):
//   node benchmarks/poison/fit.mjs > /tmp/weights.ts && mv /tmp/weights.ts packages/text-guard/src/sentence-weights.ts
//   node benchmarks/poison/fit.mjs --held-out      figures on data that the fit had not seen
// Logistic regression over definitions of several sentences of which one may be planted (multi-instance): the odds of a definition are those of
// its most suspicious sentence, and each sentence takes part in the gradient by its share of the soft maximum. Deterministic; the test part is not read.
import { passagesOf } from '../../packages/text-guard/dist/definition-texts.js';
import { detectInstructions, readingsOf, suspiciousFrom } from '../../packages/text-guard/dist/detect-instructions.js';
import { sentencesOf, tableSize } from '../../packages/text-guard/dist/sentence-features.js';
import { damping, jointOdds } from '../../packages/text-guard/dist/sentence-odds.js';
import { read } from './definitions.mjs';
import { randomFrom, shareOf } from './statistics.mjs';

const [decay, epochs, rate, poisonedWeight, cleanShare] = [3e-4, 25, 0.08, 1.5, 0.04];
/** Share of features that is left out at each step, and of poisoned definitions that are read together with a clean one. */
const [dropped, joined] = [0.3, 0.5];
const seeds = [20_261_201, 20_261_202, 20_261_203, 20_261_204];
const parts = ['training', 'development', 'validation', 'former-test'];
const realParts = parts.slice(1);
/** Batches of the training part in other voices than the rest of it. */
const lastBatches = ['p19', 'h07'];
const passages = (definition) => passagesOf({ inputSchema: {}, ...definition });
const dampOf = (features) => (features.length + damping.offset) ** damping.exponent;
const sumOf = (weights, features) => features.reduce((sum, feature) => sum + weights[feature], 0) / dampOf(features);

const examples = parts.flatMap((half) =>
  ['poisoned', 'clean'].flatMap((label) =>
    read(label, half).map((definition) => ({
      half: lastBatches.includes(definition.part) ? 'last batches' : half,
      kind: definition.kind,
      label: label === 'poisoned' ? 1 : 0,
      signs: detectInstructions(passages(definition))
        .findings.filter(({ sign }) => !sign.startsWith('a sentence'))
        .reduce((sum, { weight }) => sum + weight, 0),
      sentences: readingsOf(passages(definition)).readings.flatMap(({ text, place }) =>
        sentencesOf(text, place).map(({ features }) => features),
      ),
    })),
  ),
);

function shuffle(members, random) {
  for (let place = members.length - 1; place > 0; place--) {
    const other = Math.floor(random() * (place + 1));
    [members[place], members[other]] = [members[other], members[place]];
  }
}

/** AdaGrad (Duchi, Hazan and Singer 2011) with decay, over the definitions in random order from a fixed seed. */
function trainOnce(chosen, seed) {
  const weights = new Float64Array(tableSize);
  const squares = new Float64Array(tableSize).fill(1e-3);
  let [bias, biasSquares] = [-2, 1e-3];
  const random = randomFrom(seed);
  const order = chosen.filter(({ sentences }) => sentences.length > 0);
  const clean = order.filter(({ label }) => label === 0);
  for (let epoch = 0; epoch < epochs; epoch++) {
    shuffle(order, random);
    for (const { sentences: own, label } of order) {
      const all = label === 1 && random() < joined ? [...own, ...clean[Math.floor(random() * clean.length)].sentences] : own;
      const damps = all.map((features) => dampOf(features) * (1 - dropped));
      const sentences = all.map((features) => features.filter(() => random() >= dropped));
      const sums = sentences.map((features, place) => features.reduce((sum, feature) => sum + weights[feature], 0) / damps[place]);
      const most = Math.max(...sums);
      const shares = sums.map((sum) => Math.exp(sum - most));
      const total = shares.reduce((sum, share) => sum + share, 0);
      const error = (1 / (1 + Math.exp(-(jointOdds(sums) + bias))) - label) * (label === 1 ? poisonedWeight : 1);
      biasSquares += error ** 2;
      bias -= (rate * error) / Math.sqrt(biasSquares);
      sentences.forEach((features, place) => {
        const share = shares[place] / total;
        if (share < 0.02) return;
        for (const feature of features) {
          const slope = (error * share) / damps[place] + decay * weights[feature];
          squares[feature] += slope ** 2;
          weights[feature] -= (rate * slope) / Math.sqrt(squares[feature]);
        }
      });
    }
  }
  return { weights, bias };
}

/** The average of fits from several fixed seeds, which differ in order and in what is left out. */
function train(chosen) {
  const models = seeds.map((seed) => trainOnce(chosen, seed));
  const average = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return {
    weights: models[0].weights.map((_, place) => average(models.map(({ weights }) => weights[place]))),
    bias: average(models.map(({ bias }) => bias)),
  };
}

/** Signs count alone when they are enough. */
const scoreOf = ({ weights, bias }, { signs, sentences }) =>
  signs >= suspiciousFrom ? Infinity : jointOdds(sentences.map((features) => sumOf(weights, features) + bias));

/** Scores of the definitions that `isOut` leaves out, by a fit on the others. */
function heldOut(isOut) {
  const model = train(examples.filter((example) => !isOut(example)));
  return examples.filter(isOut).map((example) => ({ ...example, score: scoreOf(model, example) }));
}
const folds = [...realParts, 'last batches'].flatMap((half) => heldOut((example) => example.half === half));
const cleanScores = folds.filter(({ half, label }) => label === 0 && half !== 'last batches').map(({ score }) => score).sort((left, right) => right - left); // prettier-ignore
const threshold = cleanScores[Math.floor(cleanScores.length * cleanShare)];

if (process.argv.includes('--held-out')) {
  const show = (name, members) => console.log(`${name}: ${shareOf(members.filter(({ score }) => score > threshold).length, members.length)} of ${members.length}`); // prettier-ignore
  for (const half of [...realParts, 'last batches'])
    for (const label of [1, 0]) show(`${half} held out, ${label === 1 ? 'poisoned' : 'clean'}`, folds.filter((example) => example.half === half && example.label === label)); // prettier-ignore
  const all = [...new Set(examples.map(({ kind }) => kind))].filter((kind) => kind !== undefined).flatMap((kind) => {
    const members = heldOut((example) => example.kind === kind);
    show(`kind ${kind} held out`, members);
    return members;
  }); // prettier-ignore
  show('all kinds, each held out', all);
} else {
  const { weights, bias } = train(examples);
  const scale = weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0) / 127;
  const bytes = Buffer.from(Int8Array.from(weights, (weight) => Math.round(weight / scale)).buffer);
  console.log(`// Made by benchmarks/poison/fit.mjs; not edited by hand.

/** Logarithm of the odds of a sentence that speaks of nothing. */
export const bias = ${bias.toFixed(4)};

/** Worth of one step of a weight. */
export const scale = ${scale.toFixed(6)};

/** Odds from which a sentence is reported: ${(100 * cleanShare).toFixed(1)} % of the clean definitions that the fit had not seen are above it. */
export const threshold = ${threshold.toFixed(4)};

/** One signed byte a feature, in base64. */
export const weights =
  '${bytes.toString('base64')}';`);
}
