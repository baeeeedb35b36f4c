import type { RankAnswer, RankDocument, RankIndex, Ranker, RankQuery, RankView } from '@toolrack/contracts';
import { collectSchemaTexts } from '@toolrack/contracts';
import { collectSuite, type SuiteRunner, testRanker } from './index.js';

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
const textOf = (document: RankDocument): string[] =>
  wordsOf(
    [
      document.name,
      document.title ?? '',
      document.description,
      ...(document.trust === 'trusted'
        ? collectSchemaTexts(document.inputSchema).flatMap(({ name, description }) => [name, description])
        : []),
    ].join(' '),
  );

/** Counts shared words; written for clarity, as the oracle of this test. */
function searchNaively(documents: readonly RankDocument[], { text, limit }: RankQuery): RankAnswer {
  const wanted = [...new Set(wordsOf(text))];
  const asked = text.trim().toLowerCase();
  const scored = documents.map((document) => {
    const words = new Set(textOf(document));
    const exact = document.id.toLowerCase() === asked || document.name.toLowerCase() === asked;
    return {
      id: document.id,
      score: wanted.filter((word) => words.has(word)).length + (exact && asked !== '' ? 1000 : 0),
    };
  });
  const hits = scored
    .filter(({ score }) => score > 0)
    .sort((left, right) => right.score - left.score || (left.id < right.id ? -1 : 1))
    .slice(0, limit);
  return { hits };
}

class NaiveIndex implements RankIndex {
  readonly slots: (RankDocument | undefined)[] = [];
  constructor(documents: readonly RankDocument[]) {
    this.slots.push(...documents);
  }
  get documents(): RankDocument[] {
    return this.slots.filter((slot) => slot !== undefined);
  }
  get size(): number {
    return this.documents.length;
  }
  get ordinals(): number {
    return this.slots.length;
  }
  ordinal(id: string): number | undefined {
    const found = this.slots.findIndex((slot) => slot?.id === id);
    return found < 0 ? undefined : found;
  }
  search(query: RankQuery): RankAnswer {
    return searchNaively(this.documents, query);
  }
  view(allowed: Uint32Array): RankView {
    const kept = this.slots.filter((_, slot) => (((allowed[slot >>> 5] ?? 0) >>> (slot & 31)) & 1) === 1);
    return {
      search: (query) =>
        searchNaively(
          // A document that is gone or was replaced is no longer among the slots.
          kept.filter((slot): slot is RankDocument => slot !== undefined && this.slots.includes(slot)),
          query,
        ),
    };
  }
  apply({ remove, add }: { remove: readonly string[]; add: readonly RankDocument[] }): void {
    for (const id of [...remove, ...add.map((document) => document.id)]) {
      const slot = this.ordinal(id);
      if (slot !== undefined) this.slots[slot] = undefined;
    }
    this.slots.push(...add);
  }
}

const naive = (): Ranker => ({ name: 'naive', index: (documents) => new NaiveIndex(documents) });
const changed = (change: (answer: RankAnswer, query: RankQuery) => RankAnswer): Ranker => ({
  name: 'mutant',
  index: (documents) => {
    const index = new NaiveIndex(documents);
    const search = index.search.bind(index);
    index.search = (query) => change(search(query), query);
    return index;
  },
});
const patched = (patch: (index: NaiveIndex, documents: readonly RankDocument[]) => void): Ranker => ({
  name: 'mutant',
  index: (documents) => {
    const index = new NaiveIndex(documents);
    patch(index, documents);
    return index;
  },
});
const supports = { view: true, apply: true };

testRanker({ name: 'the naive ranker', create: naive, supports });

const silent: SuiteRunner = { describe: (_name, body) => body(), it: () => undefined };

describe('testRanker', () => {
  let counter = 0;
  const mutants: [string, () => Ranker, RegExp][] = [
    ['invents ids', () => changed((answer) => ({ hits: [...answer.hits, { id: 'x:y:z', score: 0 }] })), /never indexed/u],
    ['repeats hits', () => changed(({ hits }) => ({ hits: [...hits, ...hits] })), /twice|hits for the limit/u],
    ['ignores the limit', () => changed((_, query) => searchNaively([], query)), /./u],
    ['lets scores rise', () => changed(({ hits }) => ({ hits: [...hits].reverse() })), /rises|deep/u],
    ['gives scores that are no numbers', () => changed(({ hits }) => ({ hits: hits.map(({ id }) => ({ id, score: NaN })) })), /NaN/u],
    ['is not deterministic', () => changed((answer) => ({ ...answer, confidence: (counter++ % 7) / 7 })), /differ|confidence/u],
    ['reports confidence above one', () => changed((answer) => ({ ...answer, confidence: 2 })), /0\.\.1/u],
    [
      'answers an empty query',
      () => changed((answer, { text }) => (text.trim() === '' ? { hits: [{ id: 'mcp:chat:list_channels', score: 1 }] } : answer)),
      /./u,
    ],
    [
      'throws on hostile text',
      () =>
        changed((answer, { text }) => {
          if (text.includes('__proto__')) throw new Error('broken');
          return answer;
        }),
      /broken/u,
    ],
    [
      'depends on the order of documents',
      () =>
        patched((index, documents) => {
          index.search = (query) => {
            const { hits } = searchNaively(documents, { ...query, limit: 99 });
            const order = documents.map(({ id }) => id);
            return {
              hits: [...hits].sort((a, b) => b.score - a.score || order.indexOf(a.id) - order.indexOf(b.id)).slice(0, query.limit),
            };
          };
        }),
      /differ/u,
    ],
    [
      'reads schemas of untrusted documents',
      () =>
        patched((_, documents) => {
          for (const { inputSchema } of documents) collectSchemaTexts(inputSchema);
        }),
      /read/u,
    ],
    [
      'swallows the failure of reading untrusted schemas',
      () =>
        patched((_, documents) => {
          for (const { inputSchema } of documents) {
            try {
              collectSchemaTexts(inputSchema);
            } catch {
              /* hidden */
            }
          }
        }),
      /./u,
    ],
    [
      'counts denied documents in a view',
      () =>
        patched((index) => {
          const view = index.view.bind(index);
          index.view = (allowed) => ({
            search: async (query) => {
              const { hits } = await view(allowed).search(query);
              return { hits: hits.map(({ id, score }) => ({ id, score: score + index.size })) };
            },
          });
        }),
      /differ/u,
    ],
    [
      'shows denied documents in a view',
      () =>
        patched((index) => {
          index.view = () => ({ search: (query) => index.search(query) });
        }),
      /never indexed|differ/u,
    ],
    [
      'shows in an older view what is gone',
      () =>
        patched((index) => {
          const view = index.view.bind(index);
          index.view = (allowed) => {
            const frozen = new NaiveIndex(index.slots.filter((slot) => slot !== undefined));
            const ids = new Set(
              index.slots.filter((_, slot) => (((allowed[slot >>> 5] ?? 0) >>> (slot & 31)) & 1) === 1).map((slot) => slot?.id),
            );
            const old = frozen.documents.filter(({ id }) => ids.has(id));
            return index.size > 20 ? { search: (query) => searchNaively(old, query) } : view(allowed);
          };
        }),
      /in an older view/u,
    ],
    [
      'ignores removals',
      () =>
        patched((index) => {
          const apply = index.apply.bind(index);
          index.apply = ({ add }) => {
            apply({ remove: [], add });
          };
        }),
      /./u,
    ],
    [
      'moves ordinals on a change',
      () =>
        patched((index) => {
          const apply = index.apply.bind(index);
          index.apply = (change) => {
            apply(change);
            index.slots.reverse();
          };
        }),
      /./u,
    ],
    ['lies about its size', () => patched((index) => Object.defineProperty(index, 'size', { value: 3 })), /size/u],
  ];
  it.each(mutants)('fails a ranker that %s', async (_name, create, message) => {
    const failed = (await collectSuite((runner) => testRanker({ name: 'mutant', create, supports, runner }))).filter(
      ({ passed }) => !passed,
    );
    expect(failed.map(({ error }) => String(error)).join('\n')).toMatch(message);
    expect(failed.length).toBeGreaterThan(0);
  });
  it('fails a claim that the index does not keep', async () => {
    const outcomes = await collectSuite((runner) =>
      testRanker({ name: 'claims', create: naive, supports: { view: false, apply: true }, runner }),
    );
    expect(outcomes.filter(({ passed }) => !passed)).toHaveLength(1);
  });
  it.each([
    [{ name: 'x', create: naive, supports, limits: 3 }, /unknown key "limits"/u],
    [{ name: ' ', create: naive, supports }, /non-blank/u],
    [{ name: 'x', create: 'naive', supports }, /function/u],
    [{ name: 'x', create: naive }, /lacks the key "supports"/u],
    [{ name: 'x', create: naive, supports: { view: true } }, /lacks the key "apply"/u],
    [{ name: 'x', create: naive, supports: { view: true, apply: true, shards: true } }, /"shards"/u],
  ])('refuses the options %#', (options, message) => {
    expect(() => {
      testRanker({ runner: silent, ...options } as never);
    }).toThrow(message);
  });
});
