// Fits the weights of packages/text-guard/src/sentence-weights.ts on the development half and prints that file:
//   node benchmarks/poison/fit.mjs > packages/text-guard/src/sentence-weights.ts   (then build and format)
// Logistic regression over the concepts of a sentence and their pairs. Only the definition is labelled, not its sentences, so
// the most suspicious sentence of a poisoned definition and the most suspicious ones of a clean definition are trained on, in rounds.
import { textsOf } from '../../packages/text-guard/dist/definition-texts.js';
import { conceptNames } from '../../packages/text-guard/dist/concepts.js';
import { sentencesOf } from '../../packages/text-guard/dist/sentence-score.js';
import { read } from './definitions.mjs';

const size = conceptNames.length;
const width = size * size;
const [decay, poisonedWeight, rounds, steps, rate] = [0.004, 4, 8, 60, 0.3];

function featuresOf(bits) {
  const present = conceptNames.map((_, place) => place).filter((place) => (bits >>> place) & 1);
  return present.flatMap((first) => present.filter((second) => second >= first).map((second) => first * size + second));
}
const definitions = ['poisoned', 'clean'].flatMap((label) =>
  read(label, 'development').map((definition) => ({
    isPoisoned: label === 'poisoned',
    sentences: sentencesOf(
      textsOf({ inputSchema: {}, ...definition })
        .normalize('NFKC')
        .toLowerCase(),
    ).map(({ concepts }) => featuresOf(concepts)),
  })),
);

const weights = new Float64Array(width);
let bias = -3;
const oddsOf = (features) => features.reduce((sum, feature) => sum + weights[feature], bias);

/** `[features, label, importance]` of the sentences to train on. */
function examples(round) {
  return definitions.flatMap(({ isPoisoned, sentences }) => {
    if (round === 0) {
      const chosen = isPoisoned && sentences.length > 1 ? sentences.slice(1) : sentences;
      return chosen.map((features) => [
        features,
        isPoisoned ? 1 : 0,
        isPoisoned ? poisonedWeight / chosen.length : 1 / Math.sqrt(chosen.length),
      ]);
    }
    const sorted = [...sentences].sort((left, right) => oddsOf(right) - oddsOf(left));
    return isPoisoned
      ? sorted.slice(0, 1).map((features) => [features, 1, poisonedWeight])
      : sorted.slice(0, 6).map((features, place) => [features, 0, place === 0 ? 1 : 0.3]);
  });
}

for (let round = 0; round < rounds; round++) {
  const chosen = examples(round);
  const total = chosen.reduce((sum, [, , importance]) => sum + importance, 0);
  const squares = new Float64Array(width).fill(1e-8);
  let biasSquares = 1e-8;
  for (let step = 0; step < steps; step++) {
    const slopes = new Float64Array(width);
    let biasSlope = 0;
    for (const [features, label, importance] of chosen) {
      const error = (importance * (1 / (1 + Math.exp(-oddsOf(features))) - label)) / total;
      biasSlope += error;
      for (const feature of features) slopes[feature] += error;
    }
    for (let place = 0; place < width; place++) {
      const slope = slopes[place] + decay * weights[place];
      squares[place] += slope ** 2;
      weights[place] -= (rate * slope) / Math.sqrt(squares[place]);
    }
    biasSquares += biasSlope ** 2;
    bias -= (rate * biasSlope) / Math.sqrt(biasSquares);
  }
}

const terms = [];
for (let first = 0; first < size; first++)
  for (let second = first; second < size; second++) {
    const weight = weights[first * size + second].toFixed(2);
    if (Math.abs(weight) >= 0.03) terms.push(`${conceptNames[first]}${first === second ? '' : `+${conceptNames[second]}`}:${weight}`);
  }
const lines = [''];
for (const term of terms) {
  if (lines.at(-1).length + term.length > 130) lines.push('');
  lines[lines.length - 1] += `${term} `;
}
console.log(`// Made by benchmarks/poison/fit.mjs from the development half; not edited by hand.

/** Logarithm of the odds of a sentence that speaks of nothing. */
export const bias = ${bias.toFixed(2)};

/** What a concept, or two that meet in a sentence, add to it. */
export const weights = \`
${lines.map((line) => line.trim()).join('\n')}
\`;`);
