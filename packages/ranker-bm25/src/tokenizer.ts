import { stemWord } from './stemmer.js';
import { stopWords } from './stop-words.js';

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
const longestChunk = 256;
const chunkPattern = /[\p{L}\p{M}\p{N}_]+/gu;
// Capitals (with a plural s, as in URLs), a capitalised or lower-case word, digits, or letters without case.
const partPattern = /\p{Lu}+s?(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{N}+|[\p{Lo}\p{Lm}\p{M}\p{Lt}]+/gu;
const asciiPattern = /^[\0-\x7f]*$/u;
// Scripts that are written without spaces between words.
const unspacedPattern = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}ー]{2,}/gu;

/** Composes, and takes accents off Latin letters: `café` and `cafe` are one word. */
function fold(text: string): string {
  if (asciiPattern.test(text)) return text;
  return text
    .normalize('NFKD')
    .replace(/(\p{Script=Latin})[\u0300-\u036f]+/gu, '$1')
    .normalize('NFC');
}

/** The runs of letters, digits and underscores of a text, as written but folded. */
export function splitChunks(text: string): readonly string[] {
  return fold(text).match(chunkPattern) ?? [];
}

function partsOf(chunk: string): readonly string[] {
  const parts = chunk.split('_').flatMap((part) => part.match(partPattern) ?? []);
  return parts.length < 2 ? [] : parts.map((part) => part.toLowerCase());
}

/** Overlapping pairs of letters of scripts without spaces, so that a part of a sentence finds it. */
function pairsOf(chunk: string): readonly string[] {
  if (asciiPattern.test(chunk)) return [];
  return (chunk.match(unspacedPattern) ?? []).flatMap((run) => {
    const letters = [...run];
    return letters.length < 3 && run === chunk ? [] : letters.slice(1).map((letter, index) => `${letters[index] as string}${letter}`);
  });
}

const piece = (word: string): readonly Piece[] => (word === '' || stopWords.has(word) ? [] : [{ word, stems: stemWord(word) }]);

/**
 * Everything that a chunk is indexed under: `getURLs` gives `geturls`, `get` and `url`; `web_search` gives `web_search`, `web`
 * and `search`. Stop words drop out before stemming, also among the parts.
 */
export function analyzeChunk(raw: string): Chunk {
  const cut = raw.length > longestChunk ? raw.slice(0, longestChunk) : raw;
  const text = cut.toLowerCase();
  const parts = [...partsOf(cut), ...pairsOf(cut)].flatMap(piece);
  const whole = /^_+$/u.test(text) ? [] : piece(text);
  return { text, pieces: [...whole, ...parts], words: parts.length > 0 ? parts : whole };
}

/** All stems of a text, in order and with repetitions. */
export function tokenize(text: string): readonly string[] {
  return splitChunks(text).flatMap((chunk) => analyzeChunk(chunk).pieces.flatMap(({ stems }) => stems));
}
