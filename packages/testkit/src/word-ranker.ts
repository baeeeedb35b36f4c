import { compareCodeUnits, type RankAnswer, type RankDocument, type Ranker, type RankIndex } from '@toolrack/contracts';

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** The plainest ranker with views and changes, for tests of what wraps a ranker: it counts shared words; exact names and ids come first. */
export const wordRanker: Ranker = {
  name: 'words',
  index(documents) {
    const slots: (RankDocument | undefined)[] = [];
    const texts = new Map<string, Set<string>>();
    const put = (document: RankDocument): void => {
      const place = slots.findIndex((slot) => slot?.id === document.id);
      if (place < 0) slots.push(document);
      else slots[place] = document;
      texts.set(document.id, new Set(wordsOf(`${document.name} ${document.title ?? ''} ${document.description}`)));
    };
    const answer = (text: string, limit: number, allows: (ordinal: number) => boolean): RankAnswer => {
      const [wanted, words] = [text.trim().toLowerCase(), [...new Set(wordsOf(text))]];
      const found = slots.flatMap((slot, ordinal) => {
        if (slot === undefined || !allows(ordinal)) return [];
        const exact = slot.id.toLowerCase() === wanted ? 2000 : slot.name.toLowerCase() === wanted ? 1000 : 0;
        const score = exact + words.filter((word) => texts.get(slot.id)?.has(word)).length;
        return score === 0 ? [] : [{ id: slot.id, score }];
      });
      found.sort((left, right) => right.score - left.score || compareCodeUnits(left.id, right.id));
      return { hits: found.slice(0, limit), confidence: found.length === 0 ? 0 : 1, weak: found.length === 0 };
    };
    documents.forEach(put);
    const index: RankIndex = {
      get size() {
        return slots.filter((slot) => slot !== undefined).length;
      },
      get ordinals() {
        return slots.length;
      },
      ordinal: (id) => {
        const place = slots.findIndex((slot) => slot?.id === id);
        return place < 0 ? undefined : place;
      },
      search: ({ text, limit }) => answer(text, limit, () => true),
      view: (allowed) => ({
        search: ({ text, limit }) => answer(text, limit, (ordinal) => (((allowed[ordinal >>> 5] ?? 0) >>> (ordinal & 31)) & 1) === 1),
      }),
      apply: ({ remove, add }) => {
        for (const id of remove) {
          const place = slots.findIndex((slot) => slot?.id === id);
          if (place >= 0) slots[place] = undefined;
        }
        add.forEach(put);
      },
    };
    return index;
  },
};
