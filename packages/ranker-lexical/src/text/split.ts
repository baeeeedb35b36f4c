import { foldAccents, isAscii, lowerCase } from './fold.js';

const segmentedStart = /^[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const anyUnspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]+|[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;
// An acronym in the plural (`URLs`), a hump (`fooBar`), the end of an acronym (`HTTPServer`), or a change between letters and digits.
const humps = /[A-Z]{2,}s(?![a-z])|[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[A-Z]|\d+|[^A-Za-z\d]+/g;

const wideHump = /(?<=\p{Ll})(?=\p{Lu})/u;

const plainWord = /^[A-Z]?[a-z]+$/;

/** A word taken apart: its pieces in order, lower case; `whole` when there are several pieces that also make one word. */
export interface SplitWord {
  readonly pieces: readonly string[];
  readonly whole?: string;
}

let segmenter: Intl.Segmenter | undefined;

/** Text without spaces: overlapping pairs for Chinese, Japanese and Korean, dictionary words for Thai, Lao, Khmer and Burmese. */
function splitUnspaced(run: string): string[] {
  if (segmentedStart.test(run)) {
    segmenter ??= new Intl.Segmenter('th', { granularity: 'word' });
    return [...segmenter.segment(run)].filter((part) => part.isWordLike === true).map((part) => part.segment);
  }
  const characters = [...run];
  if (characters.length === 1) return characters;
  return characters.slice(1).map((character, index) => (characters[index] as string) + character);
}

/** Splits `fooBar`, `HTTPServer` and `oauth2`. A short mix of letters and digits (`s3`, `k8s`, `mp4`) stays one piece. */
function splitSpaced(word: string): SplitWord {
  const lower = word.toLowerCase();
  if (plainWord.test(word)) return { pieces: [lower] };
  const parts = word.match(humps) ?? [];
  if (parts.length <= 1) return { pieces: [lower] };
  const hasDigit = /\d/.test(word);
  if (hasDigit && word.length <= 4) return { pieces: [lower] };
  const pieces = joinShort(parts.map((part) => part.toLowerCase()));
  return pieces.length <= 1 ? { pieces: [lower] } : { pieces, whole: lower };
}

/** Glues what is too short to mean anything (`iPhone`, `eBay`, `v2Beta`) to its neighbour. */
function joinShort(parts: readonly string[]): string[] {
  const joined: string[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    const single = last !== undefined && last.length === 1 && joined.length === 1;
    if (single || (last !== undefined && /^\d{1,2}$/.test(part))) joined[joined.length - 1] = last + part;
    else joined.push(part);
  }
  return joined;
}

/** As `splitSpaced` for letters beyond ASCII: `создатьСчёт`. */
function splitSpelled(word: string): SplitWord {
  const pieces = word.split(wideHump).map(lowerCase);
  return pieces.length === 1 ? { pieces } : { pieces, whole: pieces.join('') };
}

/** Takes a run of letters and digits apart at identifier humps and at changes of script, folded and in lower case. */
export function splitWord(word: string): SplitWord {
  if (isAscii(word)) return splitSpaced(word);
  const folded = foldAccents(word);
  if (isAscii(folded)) return splitSpaced(folded);
  if (!anyUnspaced.test(folded)) return splitSpelled(folded);
  const pieces: string[] = [];
  let from = 0;
  for (const match of folded.matchAll(unspaced)) {
    if (match.index > from) pieces.push(...splitSpaced(folded.slice(from, match.index)).pieces);
    pieces.push(...splitUnspaced(match[0]));
    from = match.index + match[0].length;
  }
  if (from < folded.length) pieces.push(...splitSpaced(folded.slice(from)).pieces);
  return { pieces };
}
