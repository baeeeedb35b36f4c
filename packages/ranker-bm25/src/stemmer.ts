/** Suffixes in the order in which they are tried; the first that fits is removed. */
const suffixes = Object.freeze(['ies', 'ing', 'ed', 'ly', 'es', 'er', 's', 'e'] as const);
/** A pass may leave no fewer letters than this. */
const leastStem = 3;
const mostPasses = 3;

/** Words that end like a plural and are none. */
const protectedWords: ReadonlySet<string> = new Set(
  'news status alias canvas lens bus atlas bias campus chaos corpus focus gas radius series'.split(' '),
);

/** Forms that the suffixes do not bring together, each with its stem. */
const irregular: ReadonlyMap<string, string> = new Map([
  ...['analysis', 'analyses', 'analyse', 'analysed', 'analysing', 'analyze', 'analyzed', 'analyzing', 'analyzes'].map(
    (word) => [word, 'analys'] as const,
  ),
  ['used', 'use'],
  ['using', 'use'],
  ['ids', 'id'],
  ['children', 'child'],
  ['people', 'person'],
  ['indices', 'index'],
]);

/** `runn` → `run`: drops one of a doubled final consonant unless it is l, s, f or z, or the stem is too short. */
function undouble(stem: string): string {
  if (stem.length <= 3) return stem;
  const last = stem.charAt(stem.length - 1);
  if (last !== stem.charAt(stem.length - 2) || /[lsfzaeiou]/u.test(last)) return stem;
  return stem.slice(0, -1);
}

/** Codes of the last letters of the suffixes and of "tion". */
const lastLetters: ReadonlySet<number> = new Set([...'sgdyren'].map((letter) => letter.charCodeAt(0)));

/** False when no suffix ends in the character with this code, nor does an irregular form: a word with this end is its own stem. */
export function mayEndInSuffix(code: number): boolean {
  return lastLetters.has(code);
}

function strip(word: string): string {
  if (!mayEndInSuffix(word.charCodeAt(word.length - 1))) return word;
  for (const suffix of suffixes) {
    if (!word.endsWith(suffix)) continue;
    if (suffix === 's' && word.endsWith('ss')) continue;
    const stem = word.slice(0, -suffix.length);
    const kept = suffix === 'ies' ? `${stem}y` : stem;
    if (kept.length < leastStem) continue;
    return suffix === 'ing' || suffix === 'ed' || suffix === 'er' ? undouble(kept) : kept;
  }
  // creation → creat like create; at least five letters stay, so that "station" does not become "stat".
  return word.length >= 8 && word.endsWith('tion') && 'aeiou'.includes(word.charAt(word.length - 5)) ? word.slice(0, -3) : word;
}

function reduce(word: string): string {
  let stem = word;
  for (let pass = 0; pass < mostPasses; pass += 1) {
    if (stem.length <= leastStem || protectedWords.has(stem)) break;
    const next = strip(stem);
    if (next === stem) break;
    stem = next;
  }
  return stem;
}

/**
 * The stems of a lower-cased word: one, or two for words that end in "ies" (`policies` → `policy`, `polici`), because English
 * does not tell a plural of -y from one of -ie. The light stemmer of OpenClaw's recipe: up to three passes, each of which removes
 * one suffix; words of up to three letters stay as they are. Beyond it: a short table of irregular forms, and `-ation` like `-ate`.
 */
export function stemWord(word: string): readonly string[] {
  const known = irregular.get(word);
  if (known !== undefined) return [known];
  const stem = reduce(word);
  if (word.length <= 4 || !word.endsWith('ies') || protectedWords.has(word)) return [stem];
  const other = reduce(word.slice(0, -1));
  return other === stem ? [stem] : [stem, other];
}
