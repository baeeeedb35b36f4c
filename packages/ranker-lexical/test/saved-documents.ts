import { documentsDigest, ToolrackError, type RankDocument, type RankIndex } from '@toolrack/contracts';
import { LexicalRanker } from '../src/lexical-ranker.js';

const words = ['create', 'list', 'issue', 'message', 'mail', 'error', 'Straße', '消息', 'getUser'];
/** A made-up tool; equal numbers give equal tools. */
export const tool = (number: number): RankDocument => ({
  id: `mcp:s${number % 3}:t${number}\n"${words[number % 9]}"`,
  name: `${words[number % 9]}_${words[(number * 7) % 9]}`,
  description: `Will ${words[(number * 5) % 9]} the ${words[(number * 2) % 9]}.`,
  source: { kind: 'mcp', owner: `s${number % 3}` },
  trust: number % 4 === 0 ? 'untrusted' : 'trusted',
});
export const documents = Array.from({ length: 50 }, (_, number) => tool(number));
const queries = ['create issue', 'mail', 'getUser', 'isue', 'list_message', '消息', 's1', 'strasse'];
/** What an index answers to some queries. */
export const answers = (index: Pick<RankIndex, 'search'>): unknown => queries.map((text) => index.search({ text, limit: 10 }));
/** The text of the refusal, or `accepted`. */
export const refusal = (act: () => unknown): string => {
  try {
    act();
  } catch (error) {
    if (ToolrackError.is(error) && error.code === 'ERR_INDEX_FILE') return error.toModelText();
    throw error;
  }
  return 'accepted';
};

export const ranker = new LexicalRanker();
const changed = { remove: [tool(4).id, tool(30).id], add: [tool(60), { ...tool(7), description: 'Refunds a payment.' }] };
/** The tools of `index`. */
export const now = [...documents.filter((_, number) => ![4, 30, 7].includes(number)), ...changed.add];
export const digest = documentsDigest(now);
export const index = ranker.index(documents);
index.apply(changed);
export const saved = index.save(now);
