import { randomNumbers } from './measures.mjs';
import { qualitySets, readSet } from './data-sets.mjs';

export const readSets = (directory) => qualitySets.map((set) => readSet(set, directory)).filter((set) => set !== undefined);

/** A shuffle that is the same in every run. */
export function shuffled(random) {
  return (values) =>
    values
      .map((value) => [random(), value])
      .sort((left, right) => left[0] - right[0])
      .map(([, value]) => value);
}

/** As many tools as asked for: the real ones in one order, then the same under other ids and source names. */
export function repeatedTools(size, directory, shuffle = shuffled(randomNumbers(7))) {
  const distinct = new Map(readSets(directory).flatMap((set) => set.documents.map((document) => [document, set.name])));
  const real = shuffle([...distinct].map(([document, set]) => ({ ...document, id: `${set}/${document.id}` })));
  return Array.from({ length: size }, (_, place) => {
    const document = real[place % real.length];
    const round = Math.floor(place / real.length);
    const owner = `${document.source.owner}${round}`;
    return round === 0 ? document : { ...document, id: `${round}/${document.id}`, source: { kind: 'catalog', owner } };
  });
}

/** The queries of the sets that people would type. */
export const shortQueries = (directory) =>
  readSets(directory)
    .filter((set) => ['mcp-agent', 'openapi'].includes(set.name))
    .flatMap((set) => set.queries.map(({ query }) => query));
