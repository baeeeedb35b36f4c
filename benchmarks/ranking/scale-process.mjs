// One ranker at one size in a process of its own: prints one line of JSON.
import { documentsDigest } from '@toolrack/contracts';
import { makeRanker, LexicalRanker } from '@toolrack/ranker-lexical';
import { quantile, randomNumbers } from './measures.mjs';
import { rankers } from './peers.mjs';
import { readSets, repeatedTools, shortQueries, shuffled } from './repeated-tools.mjs';

const { name, size, directory } = JSON.parse(process.argv[2]);
const random = randomNumbers(7);
const shuffle = shuffled(random);
const documents = repeatedTools(size, directory, shuffle);
const every = shuffle(readSets(directory).flatMap((set) => set.queries.map(({ query }) => query)));
const texts = every.slice(0, 1_000);
const short = shortQueries(directory);

const memory = () => {
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 1e6;
};
async function times(search, queries) {
  const taken = [];
  for (const text of queries) {
    const start = performance.now();
    await search(text, 8);
    taken.push(performance.now() - start);
  }
  return [quantile(taken, 0.5), quantile(taken, 0.95)];
}

/** Other queries than those that are timed, for at most three seconds: a server that has run for a while is meant, not its first searches. */
async function warmUp(search, queries) {
  const end = performance.now() + 3_000;
  for (const text of queries) {
    if (performance.now() > end) return;
    await search(text, 8);
  }
}

const ranker = rankers.find((each) => each.name === name);
await ranker.build(documents.slice(0, 300));
const before = memory();
const start = performance.now();
const search = await ranker.build(documents);
const build = performance.now() - start;
const used = memory() - before;
await warmUp(search, every.slice(1_000));
const result = { build, memory: used, long: await times(search, texts), short: await times(search, short) };
if (name === 'ranker-lexical') Object.assign(result, own());
process.stdout.write(`${JSON.stringify(result)}\n`);

/** What only our index does: changes in place, views, saving and loading. */
function own() {
  const index = makeRanker().index(documents);
  const changes = [];
  for (let round = 0; round < 9; round += 1) {
    const source = documents.slice(round * 100, round * 100 + 100);
    const add = source.map((document) => ({ ...document, description: `${document.description} Revision ${round}.` }));
    const from = performance.now();
    index.apply({ remove: [], add });
    changes.push(performance.now() - from);
  }
  const bitmap = () => Uint32Array.from({ length: Math.ceil(index.ordinals / 32) }, () => random() * 2 ** 32);
  const opened = [];
  const answered = [];
  for (let round = 0; round < 50; round += 1) {
    const allowed = bitmap();
    const from = performance.now();
    const view = index.view(allowed);
    opened.push(performance.now() - from);
    view.search({ text: short[round % short.length], limit: 8 });
    answered.push(performance.now() - from);
  }
  const held = memory();
  const allowed = Array.from({ length: 200 }, bitmap);
  const views = allowed.map((bits) => index.view(bits));
  views.forEach((view, place) => view.search({ text: short[place % short.length], limit: 8 }));
  const viewMemory = ((memory() - held) / views.length) * 1000;
  const lexical = new LexicalRanker();
  // As the kernel hands tools to a ranker: with the digests of their definitions.
  const known = documents.map((document) => ({ ...document, digest: documentsDigest([document]) }));
  const saved = lexical.index(known).save(known);
  const loads = [];
  for (let round = 0; round < 3; round += 1) {
    const from = performance.now();
    lexical.load(saved, documentsDigest(known));
    loads.push(performance.now() - from);
  }
  const middle = (values) => quantile(values, 0.5);
  return {
    change: middle(changes),
    view: middle(opened),
    viewAnswer: middle(answered),
    viewMemory,
    load: middle(loads),
    saved: saved.length / 1e6,
  };
}
