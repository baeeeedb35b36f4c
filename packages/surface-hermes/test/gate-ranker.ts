import type { RankAnswer, RankChange, RankDocument, Ranker, RankIndex, RankQuery } from '@toolrack/contracts';

const words = (text: string): readonly string[] => text.toLowerCase().match(/[a-z0-9]+/gu) ?? [];

class GateIndex implements RankIndex {
  private readonly bags = new Map<string, ReadonlySet<string>>();

  constructor(documents: readonly RankDocument[]) {
    this.add(documents);
  }

  get size(): number {
    return this.bags.size;
  }

  apply({ remove, add }: RankChange): void {
    for (const id of remove) this.bags.delete(id);
    this.add(add);
  }

  search({ text, limit }: RankQuery): RankAnswer {
    const query = [...new Set(words(text))];
    const count = (word: string): number => [...this.bags.values()].filter((bag) => bag.has(word)).length;
    const [rarest] = [...query].sort((left, right) => count(left) - count(right));
    const hits = [...this.bags]
      .filter(([, bag]) => rarest !== undefined && bag.has(rarest))
      .map(([id, bag]) => ({ id, score: query.filter((word) => bag.has(word)).length }))
      .sort((left, right) => right.score - left.score)
      .slice(0, limit);
    return { hits, unmatched: query.filter((word) => count(word) === 0) };
  }

  private add(documents: readonly RankDocument[]): void {
    for (const { id, name, source, description } of documents) this.bags.set(id, new Set(words(`${name} ${source.owner} ${description}`)));
  }
}

/** A small ranker with the rarest-word rule, so that groups empty as they do in a deployment. `inPlace` false hides `apply`. */
export function gateRanker(inPlace = true): Ranker & { readonly indexed: number[] } {
  const indexed: number[] = [];
  return {
    name: 'gate',
    indexed,
    index: (documents) => {
      indexed.push(documents.length);
      const index = new GateIndex(documents);
      return inPlace ? index : { size: index.size, search: (query) => index.search(query) };
    },
  };
}
