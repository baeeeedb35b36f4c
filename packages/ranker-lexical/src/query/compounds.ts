import { stemPiece } from '../text/analyzer.js';

/** The two terms that a word written in one is made of. */
export type CompoundParts = readonly [string, string];

const shortestPart = 3;
const shortestWord = 7;

/**
 * Splits a word that no tool has (`addperson`) into two that some tool has; of several ways the one whose shorter part is longest.
 * `find` tells whether a term is in use.
 */
export function splitCompound(word: string, find: (term: string) => number | undefined): CompoundParts | undefined {
  if (word.length < shortestWord || !/^[a-z]+$/.test(word)) return undefined;
  let best: CompoundParts | undefined;
  let longest = 0;
  for (let cut = shortestPart; cut <= word.length - shortestPart; cut += 1) {
    const shorter = Math.min(cut, word.length - cut);
    if (shorter <= longest) continue;
    const left = stemPiece(word.slice(0, cut));
    const right = stemPiece(word.slice(cut));
    if (find(left) !== undefined && find(right) !== undefined) {
      best = [left, right];
      longest = shorter;
    }
  }
  return best;
}
