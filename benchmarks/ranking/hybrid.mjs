import { makeRanker } from '@toolrack/ranker-lexical';
import { HybridRanker } from '@toolrack/ranker-hybrid';
import { createServer } from 'node:http';
import { mean, quantile, recall, table } from './measures.mjs';

const dimensions = 256;
const logger = { debug() {}, info() {}, warn() {}, error() {} };

/** A vector without any meaning: each word adds one in a place that its letters choose. */
function vectorOf(text) {
  const vector = new Array(dimensions).fill(0);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    let hash = 0;
    for (const letter of word) hash = (hash * 31 + letter.codePointAt(0)) >>> 0;
    vector[hash % dimensions] += 1;
  }
  return vector;
}

/** A scripted OpenAI-compatible endpoint on loopback; `silent` takes requests and never answers. */
async function scriptedEndpoint(silent) {
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => (text += chunk));
    request.on('end', () => {
      if (silent) return;
      const { input } = JSON.parse(text);
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ model: 'scripted', data: input.map((each, index) => ({ index, embedding: vectorOf(each) })) }));
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => (server.closeAllConnections(), new Promise((resolve) => server.close(resolve)));
  return { url: `http://127.0.0.1:${server.address().port}/v1`, close };
}

const hybrid = (url, more = {}) => new HybridRanker({ lexical: makeRanker(), logger }, { url, model: 'scripted', ...more });

async function timed(index, texts) {
  const taken = [];
  let fallbacks = 0;
  for (const text of texts) {
    const from = performance.now();
    const { fallback } = await index.search({ text, limit: 8 });
    taken.push(performance.now() - from);
    if (fallback !== undefined) fallbacks += 1;
  }
  return { taken, fallbacks };
}

async function row(name, index, sets) {
  const cells = [];
  for (const { queries } of sets) {
    const found = [];
    for (const query of queries) found.push((await index(query).search({ text: query.query, limit: 8 })).hits.map(({ id }) => id));
    cells.push([1, 5].map((count) => (100 * mean(queries.map((query, place) => recall(found[place], query, count)))).toFixed(1)).join(' / ')); // prettier-ignore
  }
  return [name, ...cells];
}

/** `ranker-hybrid` with a scripted endpoint: what it does to the answers, what a search costs more, and how soon it gives up a dead endpoint. */
export async function judgeHybrid(sets, log) {
  log('hybrid');
  const { documents } = sets[0];
  const same = sets.filter((set) => set.documents === documents);
  const texts = same.flatMap(({ queries }) => queries.map(({ query }) => query));
  const lexical = makeRanker().index(documents);
  const endpoint = await scriptedEndpoint(false);
  const ranker = hybrid(endpoint.url, { indexWaitMs: 120_000 });
  const index = await ranker.index(documents);
  const rows = [await row('ranker-lexical', () => lexical, same), await row('ranker-hybrid, scripted vectors without meaning', () => index, same)]; // prettier-ignore
  const middle = ({ taken }) => quantile(taken, 0.5).toFixed(2);
  const words = await timed(lexical, texts);
  const fresh = hybrid(endpoint.url, { indexWaitMs: 120_000 });
  const first = await timed(await fresh.index(documents), texts);
  const again = await timed(index, texts);
  fresh.close();
  ranker.close();
  await endpoint.close();
  const times = [
    ['ranker-lexical', middle(words), Math.max(...words.taken).toFixed(0), 0],
    ['ranker-hybrid, the query asked for', middle(first), Math.max(...first.taken).toFixed(0), first.fallbacks],
    ['ranker-hybrid, the query remembered', middle(again), Math.max(...again.taken).toFixed(0), again.fallbacks],
  ];
  const silent = await scriptedEndpoint(true);
  for (const [name, url] of [
    ['ranker-hybrid, endpoint that never answers', silent.url],
    ['ranker-hybrid, endpoint that is not there', 'http://127.0.0.1:9/v1'],
  ]) {
    const dead = hybrid(url);
    const { taken, fallbacks } = await timed(await dead.index(documents), texts);
    times.push([name, quantile(taken, 0.5).toFixed(2), Math.max(...taken).toFixed(0), fallbacks]);
    dead.close();
  }
  await silent.close();
  const quality = table(['recall at 1 / at 5, %', ...same.map(({ name }) => name)], rows);
  const head = [`${texts.length} searches of ${documents.length} tools`, 'p50, ms', 'longest, ms', 'by words alone, told so'];
  return `${quality}\n\n${table(head, times)}`;
}
