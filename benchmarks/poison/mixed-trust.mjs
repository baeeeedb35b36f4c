// Table 3: what the places by provenance cost honest tools in catalogs of mixed trust, and what they take from attackers.
import { makeRanker } from '@toolrack/ranker-lexical';
import { ownData, readSet } from '../ranking/data-sets.mjs';
import { recall } from '../ranking/measures.mjs';
import { attacks, companions, ownerOfAttack, sampled } from './attacks.mjs';
import { randomFrom } from './statistics.mjs';

/** Settings of the rule, from none to the first one of Toolrack. */
export const rules = [
  ['off', { trustedShare: 1, establishedShare: 1 }],
  ['score 0.9, coverage 0.7', { trustedShare: 0.9, trustedCoverage: 0.7 }],
  ['**score 0.8, coverage 0.7 (chosen)**', {}],
  ['score 0.7, coverage 0.5', { trustedShare: 0.7, trustedCoverage: 0.5 }],
  ['score 0.5, coverage 0.5', { trustedShare: 0.5, trustedCoverage: 0.5 }],
  ['score 0.3, any coverage', { trustedShare: 0.3, trustedCoverage: 0 }],
  ['any trusted tool of some confidence (before)', { trustedShare: 0, trustedCoverage: 0 }],
];

const ownersOf = (set) => [...new Set(set.documents.map(({ source }) => source.owner))].sort();
const most = (set) => {
  const counts = new Map();
  for (const { source } of set.documents) counts.set(source.owner, (counts.get(source.owner) ?? 0) + 1);
  return [...counts].sort((left, right) => right[1] - left[1]).map(([owner]) => owner);
};

/** Who is trusted, by name. */
export function arrangements(set) {
  const owners = ownersOf(set);
  const half = (rest) => new Set(owners.filter((_, place) => place % 2 === rest));
  const [first, second] = most(set);
  return [
    ['all trusted', new Set(owners)],
    ['none', new Set()],
    ['one half', half(0)],
    ['the other half', half(1)],
    [`only ${first}`, new Set([first])],
    [`only ${second}`, new Set([second])],
  ];
}

const withTrust = (documents, trusted) =>
  documents.map((document) => ({ ...document, trust: trusted.has(document.source.owner) ? 'trusted' : 'untrusted' }));

/** Recall at 1 (or at `count`), in per cent, of a set whose sources are trusted as said. */
export function mixedRecall(set, trusted, settings, count = 1) {
  const index = makeRanker({ settings }).index(withTrust(set.documents, trusted));
  const found = set.queries.map((query) =>
    recall(
      index.search({ text: query.query, limit: 8 }).hits.map(({ id }) => id),
      query,
      count,
    ),
  );
  return (100 * found.reduce((sum, share) => sum + share, 0)) / found.length;
}

/** Wins and attempts of an attacker with one tool, or with `others` beside it, among 500 trusted tools. */
export function attack(set, settings, others, queries, trust = 'untrusted') {
  const chosen = sampled(set, 500, queries, randomFrom(20_261_130));
  const byId = new Map(chosen.documents.map((document) => [document.id, document]));
  const cases = chosen.queries.flatMap(({ query, gold }) =>
    Object.keys(attacks).map((kind) => ({ kind, query, right: byId.get(gold[0]) })),
  );
  const planted = cases.map(({ kind, query, right }, place) => {
    const owner = ownerOfAttack(kind, place, query, right);
    const { name, title, description, inputSchema } = attacks[kind](query, right);
    return [{ name, title, description, inputSchema }, ...others].map((tool) => ({
      ...tool,
      id: `mcp:${owner}:${tool.name}`,
      source: { kind: 'mcp', owner },
      trust,
    }));
  });
  const index = makeRanker({ settings }).index([...chosen.documents, ...planted.flat()]);
  const bits = (documents, from) => {
    const bitmap = from?.slice() ?? new Uint32Array(Math.ceil(index.ordinals / 32));
    for (const { id } of documents) bitmap[index.ordinal(id) >>> 5] |= 1 << (index.ordinal(id) & 31);
    return bitmap;
  };
  const real = bits(chosen.documents);
  const wins = cases.filter(({ query }, place) => {
    const [first] = index.view(bits(planted[place], real)).search({ text: query, limit: 1 }).hits;
    return planted[place].some(({ id }) => id === first?.id);
  });
  return { wins: wins.length, total: cases.length, queries: chosen.queries.length };
}

/** One row a rule: recall at 1 of each arrangement, and the success of both attackers. */
export function mixedTrust(name, data = ownData, queries = 60) {
  const set = readSet(name, data);
  if (set === undefined) return undefined;
  const arranged = arrangements(set);
  const rows = rules.map(([rule, settings]) => ({
    rule,
    recalls: arranged.map(([, trusted]) => mixedRecall(set, trusted, settings)),
    one: attack(set, settings, [], queries),
    several: attack(set, settings, companions, queries),
  }));
  return { names: arranged.map(([each]) => each), rows };
}
