import { stem } from 'porter2';
import { splitWord } from './split.js';

/** A word as it is matched: the stems of its pieces, in order, and the stem of the whole when the pieces also make one word. */
export interface AnalyzedWord {
  readonly terms: readonly string[];
  readonly whole?: string;
}

const mostRemembered = 65_536;
const remembered = new Map<string, AnalyzedWord>();
const longestTerm = 64;
const english = /^[a-z]+$/;

/** Stems a lower-case piece with Snowball English; what is not plain letters stays as it is. */
export function stemPiece(piece: string): string {
  const short = piece.length > longestTerm ? piece.slice(0, longestTerm) : piece;
  return english.test(short) ? stem(short) : short;
}

/** Splits, folds and stems one run of letters and digits. Answers are remembered (65,536 words, then forgotten all at once). */
export function analyzeWord(word: string): AnalyzedWord {
  let analyzed = remembered.get(word);
  if (analyzed === undefined) {
    const { pieces, whole } = splitWord(word);
    const terms = pieces.map(stemPiece);
    analyzed = whole === undefined ? { terms } : { terms, whole: stemPiece(whole) };
    if (remembered.size >= mostRemembered) remembered.clear();
    remembered.set(word, analyzed);
  }
  return analyzed;
}
