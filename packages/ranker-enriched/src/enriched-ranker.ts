import { type RankChange, type RankDocument, type Ranker, type RankIndex } from '@toolrack/contracts';
import { definitionDigest } from './definition-digest.js';
import { type Enrichments } from './enrichments.js';

/**
 * A ranker that sees definitions with the phrases of their enrichments in front of the description. The definitions that models read stay as they
 * are. It has the optional parts that the given ranker has.
 */
export function enrichedRanker(ranker: Ranker, enrichments: Enrichments): Ranker {
  const enrich = (document: RankDocument): RankDocument => enrichedDocument(document, enrichments);
  return {
    name: `enriched(${ranker.name})`,
    index(documents) {
      const index = ranker.index(documents.map(enrich));
      return 'then' in index ? index.then((made) => wrap(made, enrich)) : wrap(index, enrich);
    },
  };
}

/**
 * The document with its phrases as the first sentence of the description, where rankers that weigh it look first (measured better than behind
 * the description and than in the title); itself when it has none.
 */
export function enrichedDocument(document: RankDocument, enrichments: Enrichments): RankDocument {
  const phrases = enrichments.get(definitionDigest(document))?.phrases ?? [];
  if (phrases.length === 0) return document;
  // The digest is that of the definition without phrases.
  const { digest: _, ...others } = document;
  return { ...others, description: `${phrases.join(', ')}. ${document.description}` };
}

/** Only a change and saving bring documents; everything else is the given index itself. */
function wrap(index: RankIndex, enrich: (document: RankDocument) => RankDocument): RankIndex {
  if (index.apply === undefined && index.save === undefined) return index;
  return {
    get size() {
      return index.size;
    },
    get ordinals() {
      return index.ordinals ?? 0;
    },
    search: (query) => index.search(query),
    ...(index.view === undefined ? {} : { view: (allowed: Uint32Array) => (index.view as NonNullable<RankIndex['view']>)(allowed) }),
    ...(index.ordinal === undefined ? {} : { ordinal: (id: string) => index.ordinal?.(id) }),
    ...(index.apply === undefined ? {} : { apply: ({ remove, add }: RankChange) => index.apply?.({ remove, add: add.map(enrich) }) }),
    ...(index.save === undefined ? {} : { save: (documents) => (index.save as NonNullable<RankIndex['save']>)(documents.map(enrich)) }),
  };
}
