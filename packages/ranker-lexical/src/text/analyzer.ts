import { stem } from 'porter2';
import { WordTable } from '../store/word-table.js';
import { splitWord } from './split.js';

/** A word as it is matched: the stems of its pieces, in order, and the stem of the whole when the pieces also make one word. */
export interface AnalyzedWord {
  readonly terms: readonly string[];
  readonly whole?: string;
}

/** Words of queries that are remembered; then all are forgotten at once. */
const mostRemembered = 16_384;
const remembered = new WordTable<AskedWord>();
const longestTerm = 64;
const english = /^[a-z]+$/;

/** Stems a lower-case piece with Snowball English; what is not plain letters stays as it is. */
export function stemPiece(piece: string): string {
  const short = piece.length > longestTerm ? piece.slice(0, longestTerm) : piece;
  return english.test(short) ? stem(short) : short;
}

/** Splits, folds and stems one run of letters and digits. */
export function analyzeWord(word: string): AnalyzedWord {
  const { pieces, whole } = splitWord(word);
  const terms = pieces.map(stemPiece);
  return whole === undefined ? { terms } : { terms, whole: stemPiece(whole) };
}

/** A word of a query, with its spelling in lower case. */
export interface AskedWord extends AnalyzedWord {
  readonly surface: string;
}

const analyzeSpelled = (word: string): AskedWord => ({ ...analyzeWord(word), surface: word.toLowerCase() });

/**
 * As `analyzeWord`, for the word that a query has at `[start, end)`, with the `hash` of `forEachRange`: answers are remembered. Words of tools
 * are not, or a word of a tool that a run may not see would be known sooner.
 */
export function analyzeAsked(text: string, start: number, end: number, hash: number): AskedWord {
  if (remembered.size >= mostRemembered) remembered.clear();
  return remembered.get(text, start, end, hash, analyzeSpelled);
}
