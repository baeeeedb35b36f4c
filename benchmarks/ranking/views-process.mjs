// Ten thousand live views of one index: prints one line of JSON.
import { makeRanker } from '@toolrack/ranker-lexical';
import { quantile, randomNumbers } from './measures.mjs';
import { repeatedTools, shortQueries } from './repeated-tools.mjs';

const { size, count, directory } = JSON.parse(process.argv[2]);
const memory = () => {
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 1e6;
};
const random = randomNumbers(11);
const documents = repeatedTools(size, directory);
const texts = shortQueries(directory);
const index = makeRanker().index(documents);
// A run sees a tenth of the tools; the bitmaps are the caller's and are counted apart.
const bitmaps = Array.from({ length: count }, () => {
  const bits = new Uint32Array(Math.ceil(index.ordinals / 32));
  for (let place = 0; place < size / 10; place += 1) {
    const ordinal = Math.floor(random() * size);
    bits[ordinal >>> 5] |= 1 << (ordinal & 31);
  }
  return bits;
});
index.search({ text: texts[0], limit: 8 });
const before = memory();
const made = [];
const first = [];
const second = [];
const views = bitmaps.map((bits) => {
  const from = performance.now();
  const view = index.view(bits);
  made.push(performance.now() - from);
  return view;
});
const ask = (into) =>
  views.forEach((view, place) => {
    const from = performance.now();
    view.search({ text: texts[place % texts.length], limit: 8 });
    into.push(performance.now() - from);
  });
ask(first);
ask(second);
const used = memory() - before;
const both = (values) => [quantile(values, 0.5), quantile(values, 0.95)];
const held = (bitmaps.length * bitmaps[0].byteLength) / 1e6;
process.stdout.write(`${JSON.stringify({ used, held, made: both(made), first: both(first), second: both(second), live: views.length })}\n`);
