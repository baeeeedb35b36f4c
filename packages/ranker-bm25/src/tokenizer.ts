import { asciiParts } from './ascii-parts.js';
import { splitChunks } from './split-chunks.js';
import { stemWord } from './stemmer.js';
import { longestStopWord, stopWords } from './stop-words.js';

/** A lower-cased word of a chunk with its stems. */
export interface Piece {
  readonly word: string;
  readonly stems: readonly string[];
}

/** A run of letters, digits and underscores with everything that it is indexed under. */
export interface Chunk {
  /** Lower-cased. */
  readonly text: string;
  /** The chunk as a whole, unless it is a stop word, then its parts when it has at least two. */
  readonly pieces: readonly Piece[];
  /** The pieces that carry its meaning: its parts when it has some that count, else the whole. */
  readonly words: readonly Piece[];
}

/** Longer runs are cut: no word is longer, and a hostile one must not cost time. */
export const longestChunk = 256;
// Capitals (with a plural s, as in URLs), a capitalised or lower-case word, digits, or letters without case.
const partPattern = /\p{Lu}+s?(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{N}+|[\p{Lo}\p{Lm}\p{M}\p{Lt}]+/gu;
const lowerPattern = /^[a-z]+$/u;
const asciiPattern = /^[\0-\x7f]*$/u;
// Scripts that are written without spaces between words.
const unspacedPattern = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}ー]{2,}/gu;

/** Overlapping pairs of letters of scripts without spaces, so that a part of a sentence finds it. */
function pairsOf(chunk: string): readonly string[] {
  if (asciiPattern.test(chunk)) return [];
  return (chunk.match(unspacedPattern) ?? []).flatMap((run) => {
    const letters = [...run];
    if (letters.length < 3 && run === chunk) return [];
    return letters.slice(1).map((letter, index) => `${letters[index] as string}${letter}`);
  });
}

/** The parts of a chunk, as written. */
function partsAsWritten(chunk: string): readonly string[] {
  if (!asciiPattern.test(chunk)) return chunk.match(partPattern) ?? [];
  const bounds = new Int32Array(chunk.length * 2);
  return Array.from({ length: asciiParts(chunk, 0, chunk.length, bounds) }, (_part, number) =>
    chunk.slice(bounds[number * 2], bounds[number * 2 + 1]),
  );
}

/** The lower-cased parts of a chunk when it has at least two, and the pairs of letters of scripts without spaces. */
function partsOf(chunk: string): readonly string[] {
  if (lowerPattern.test(chunk)) return [];
  const parts = partsAsWritten(chunk);
  const several = parts.length < 2 ? [] : parts.map((part) => part.toLowerCase());
  return [...several, ...pairsOf(chunk)];
}

/**
 * The lower-cased words that a chunk is indexed under, stop words included: itself, then its parts. `getURLs` gives `geturls`,
 * `get` and `urls`; `web_search` gives `web_search`, `web` and `search`.
 */
export function chunkWords(raw: string): { readonly whole: string; readonly parts: readonly string[] } {
  const chunk = raw.length > longestChunk ? raw.slice(0, longestChunk) : raw;
  return { whole: chunk.toLowerCase(), parts: partsOf(chunk) };
}

/** The stems of a lower-cased word; none for a stop word and for mere underscores. */
export function wordStems(word: string): readonly string[] {
  return isUsable(word) ? stemWord(word) : [];
}

/** False for a stop word, mere underscores and nothing at all. */
export function isUsable(word: string): boolean {
  if (word.startsWith('_')) return !/^_*$/u.test(word);
  return word !== '' && !(word.length <= longestStopWord && stopWords.has(word));
}

/** Takes a chunk apart. Stop words drop out before stemming, also among the parts. */
export function analyzeChunk(raw: string): Chunk {
  const { whole, parts } = chunkWords(raw);
  const piecesOf = (words: readonly string[]): readonly Piece[] =>
    words.map((word) => ({ word, stems: wordStems(word) })).filter(({ stems }) => stems.length > 0);
  const [wholePieces, partPieces] = [piecesOf([whole]), piecesOf(parts)];
  return {
    text: whole,
    pieces: [...wholePieces, ...partPieces],
    words: partPieces.length > 0 ? partPieces : wholePieces,
  };
}

/** All stems of a text, in order and with repetitions. */
export function tokenize(text: string): readonly string[] {
  return splitChunks(text).flatMap((chunk) => analyzeChunk(chunk).pieces.flatMap(({ stems }) => stems));
}
