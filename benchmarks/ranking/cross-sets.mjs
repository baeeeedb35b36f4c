import { makeRanker } from '@toolrack/ranker-lexical';
import { areaUnderCurve, mean, table } from './measures.mjs';

/** Sets whose catalogs are asked, and whose queries are put to the others. */
const names = ['bfcl', 'mcp-agent', 'metatool', 'sealtools'];
/** Queries of a set that are asked of another catalog. */
const most = 250;
/** A gold tool's name that the other catalog has too may answer the query there, so such a query is left out. */
const spelled = (name) => name.toLowerCase().replace(/[^a-z0-9]/g, '');
/** Content words of a name that another catalog's tool also has: most of them means the same ability. */
const words = (name) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > 2 && !['get', 'the', 'for', 'and', 'list', 'find', 'search', 'calculate'].includes(word));

export function mayAnswer(set, query, others) {
  const gold = set.documents.filter(({ id }) => query.gold.includes(id));
  return gold.some(({ name }) => {
    if (others.names.has(spelled(name))) return true;
    const asked = words(name);
    return asked.length > 0 && others.words.some((have) => asked.every((word) => have.has(word)));
  });
}

/** What `mayAnswer` compares with. */
export const namesOf = (set) => ({
  names: new Set(set.documents.map(({ name }) => spelled(name))),
  words: set.documents.map(({ name }) => new Set(words(name))),
});

export const every = (list, count) => list.filter((_, place) => place % Math.max(1, Math.ceil(list.length / count)) === 0);

/**
 * The mark for answers that are no answers on longer, model-written queries: each catalog is asked its own queries, and those of the other sets
 * as queries that it does not answer, without those whose tool it seems to have as well.
 */
export function judgeAcrossSets(sets, log) {
  const chosen = sets.filter(({ name }) => names.includes(name));
  const rows = [];
  const areas = [];
  for (const set of chosen) {
    log(`cross-set: ${set.name}`);
    const index = makeRanker().index(set.documents);
    const ask = (queries) => queries.map(({ query }) => index.search({ text: query, limit: 8 }));
    const own = ask(every(set.queries, most * 2));
    const known = namesOf(set);
    const cells = chosen.map((other) => {
      if (other === set) return `${((100 * own.filter(({ weak }) => weak).length) / own.length).toFixed(1)} weak`;
      const foreign = ask(every(other.queries, most).filter((query) => !mayAnswer(other, query, known)));
      const area = areaUnderCurve(
        own.map(({ confidence }) => confidence),
        foreign.map(({ confidence }) => confidence),
      );
      areas.push(area);
      return `${area.toFixed(3)} (${((100 * foreign.filter(({ weak }) => weak).length) / foreign.length).toFixed(0)} % of ${foreign.length})`;
    });
    rows.push([set.name, ...cells]);
  }
  const head = ['catalog', ...chosen.map(({ name }) => `queries of ${name}`)];
  const note = `Area under the curve of the confidence, own queries against queries of another set (share of these marked weak, and their number); on the diagonal the share of own queries marked weak, %. Mean area ${mean(areas).toFixed(3)}.`;
  return `${note}\n\n${table(head, rows)}`;
}
