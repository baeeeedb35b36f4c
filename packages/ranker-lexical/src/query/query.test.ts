import type { RankDocument } from '@toolrack/contracts';
import fc from 'fast-check';
import { LexicalRanker } from '../lexical-ranker.js';
import { makeLexicon } from '../lexicon/lexicon.js';
import { defaultSettings } from '../settings.js';
import { splitCompound } from './compounds.js';
import { editDistance } from './edit-distance.js';
import { readQueryWords } from './query-words.js';

/** Distance by trying every single edit, breadth first. */
function reachable(from: string, edits: number, alphabet: string): Set<string> {
  let found = new Set([from]);
  for (let step = 0; step < edits; step += 1) {
    const next = new Set(found);
    for (const word of found) {
      for (let at = 0; at <= word.length; at += 1) {
        if (at < word.length) next.add(word.slice(0, at) + word.slice(at + 1));
        if (at + 1 < word.length) next.add(word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2));
        for (const letter of alphabet) {
          next.add(word.slice(0, at) + letter + word.slice(at));
          if (at < word.length) next.add(word.slice(0, at) + letter + word.slice(at + 1));
        }
      }
    }
    found = next;
  }
  return found;
}

describe('editDistance', () => {
  const word = fc.stringMatching(/^[abc]{0,6}$/);

  it('is one exactly for words one edit apart', () => {
    fc.assert(
      fc.property(word, word, (left, right) => {
        expect(editDistance(left, right, 1) <= 1).toBe(reachable(left, 1, 'abc').has(right));
      }),
    );
  });

  it('is symmetric, zero only for the same word, and bounded', () => {
    fc.assert(
      fc.property(word, word, (left, right) => {
        const distance = editDistance(left, right, 2);
        expect(editDistance(right, left, 2)).toBe(distance);
        expect(distance === 0).toBe(left === right);
        expect(distance).toBeLessThanOrEqual(3);
      }),
    );
  });
});

describe('readQueryWords', () => {
  const lexicon = makeLexicon(defaultSettings);
  const weights = (text: string): Record<string, number> =>
    Object.fromEntries(readQueryWords(text, defaultSettings, lexicon).map(({ term, weight }) => [term, weight]));

  it('weighs grammatical words, numbers and quotations less', () => {
    const found = weights('please open issue 42 with the title "broken build"');
    expect(found['pleas']).toBe(defaultSettings.stopWordWeight);
    expect(found['issu']).toBe(1);
    expect(found['42']).toBe(defaultSettings.numberWeight);
    expect(found['broken']).toBe(defaultSettings.quotedWeight);
  });

  it('takes a query that is quoted as a whole for what is wanted', () => {
    expect(weights('"create issue"')).toEqual({ creat: 1, issu: 1 });
  });

  it('reads at most 128 distinct words of a query without end', () => {
    const text = Array.from({ length: 3000 }, (_, place) => `word${place}x`).join(' ');
    expect(readQueryWords(text, defaultSettings, lexicon).length).toBeLessThanOrEqual(128);
  });
});

const tool = (name: string, description = ''): RankDocument => ({
  id: `mcp:tools:${name}`,
  name,
  description,
  source: { kind: 'mcp', owner: 'tools' },
  trust: 'trusted',
});

describe('words that the stemmer leaves as they are', () => {
  const index = new LexicalRanker().index([
    tool('create_vm'),
    tool('list_merge_requests'),
    tool('list_pull_requests', 'Lists the PRs of a repository.'),
    tool('gpu_usage'),
    tool('shorten_url'),
    tool('convert_cm'),
    tool('read_feed', 'The news of a feed.'),
    tool('new_window'),
    tool('read_file'),
  ]);
  const first = (text: string): string | undefined => index.search({ text, limit: 3 }).hits[0]?.id.replace('mcp:tools:', '');

  it.each([
    ['list VMs', 'create_vm'],
    ['vms', 'create_vm'],
    ['open MRs', 'list_merge_requests'],
    ['open PRs', 'list_pull_requests'],
    ['prs', 'list_pull_requests'],
    ['GPUs', 'gpu_usage'],
    ['gpus', 'gpu_usage'],
    ['URLs', 'shorten_url'],
  ])('are understood in the plural: %s', (query, name) => {
    expect(first(query)).toBe(name);
    expect(index.search({ text: query, limit: 3 }).unmatched).toEqual([]);
  });

  it('have no singular when they are none', () => {
    expect(first('news')).toBe('read_feed');
  });

  it('are corrected as they are written: a slip may look like an ending', () => {
    expect(first('raed_file')).toBe('read_file');
    expect(first('raed')).toBe('read_feed');
  });
});

describe('words that match nothing', () => {
  const index = new LexicalRanker().index([tool('add_person')]);
  const unmatched = (text: string): readonly string[] | undefined => index.search({ text, limit: 3 }).unmatched;

  it('are told as the user wrote them, not as stems', () => {
    expect(unmatched('Zebra Properties')).toEqual(['Zebra', 'Properties']);
    expect(unmatched('hasOwnProperties')).toContain('properties');
  });

  it('are cut when they are long, never inside a character', () => {
    expect(unmatched('z'.repeat(5000))).toEqual([`${'z'.repeat(59)}…`]);
    const [wide] = unmatched(`${'z'.repeat(58)}${'\u{10428}'.repeat(20)}`) as string[];
    expect(wide).toBe(`${'z'.repeat(58)}…`);
  });
});

describe('a limit that is no number of hits', () => {
  it.each([0, -1, 0.5, Number.NaN])('%d counts as one', (limit) => {
    const index = new LexicalRanker().index([tool('add_person'), tool('add_place'), tool('add_pet')]);
    expect(index.search({ text: 'add', limit }).hits).toHaveLength(1);
    expect(index.search({ text: 'add_pet, add_place', limit }).hits).toHaveLength(1);
  });
});

describe('splitCompound', () => {
  const known = new Set(['add', 'person', 'per', 'addper', 'son']);
  const find = (term: string): number | undefined => (known.has(term) ? 1 : undefined);

  it('prefers the split whose shorter part is longest, and the first of two', () => {
    expect(splitCompound('addperson', find)).toEqual(['add', 'person']);
  });

  it('leaves short words and unknown parts alone', () => {
    expect(splitCompound('addson', find)).toBeUndefined();
    expect(splitCompound('addzebra', find)).toBeUndefined();
  });

  it('takes a word apart before it is stemmed, or what the stemmer cuts off is missed', () => {
    const index = new LexicalRanker().index([tool('find_duplicate'), tool('list_pages'), tool('delete_file')]);
    const first = (text: string): string | undefined => index.search({ text, limit: 1 }).hits[0]?.id;
    expect(first('please findduplicate')).toBe('mcp:tools:find_duplicate');
    expect(first('some deletefiles')).toBe('mcp:tools:delete_file');
  });
});
