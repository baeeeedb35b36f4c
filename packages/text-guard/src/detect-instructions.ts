import { withoutHidden } from '@toolrack/contracts';
import { places, type Passage } from './definition-texts.js';
import type { Finding } from './finding.js';
import { unseenFindings } from './hidden-characters.js';
import { plainWords } from './look-alikes.js';
import { jointOdds, oddsOf } from './sentence-odds.js';
import { sentencesOf, type Sentence } from './sentence-features.js';
import { threshold } from './sentence-weights.js';
import { signs } from './signs.js';
import { conceptNames } from './vocabulary.js';

/** What a script or a flag needs to be drawn and no word consists of; the odds were learned without it. */
const unspoken = /\u200B|[\u{E0000}-\u{E01EF}]/gu;

/** What the detector makes of a text. */
export interface Detection {
  /** Sum of the weights of distinct signs. */
  readonly score: number;
  readonly isSuspicious: boolean;
  readonly findings: readonly Finding[];
}

/** The score from which a text is taken for one that hides instructions; chosen on the development half of `benchmarks/poison`. */
export const suspiciousFrom = 4;

/** Longer texts are read at both ends: what hides needs no more room, and time stays bounded. */
const mostText = 20_000;

/** The signs with patterns in small letters for small text: folding case at every character takes twice the time. */
const quickSigns = signs.map((sign) => {
  const ignoresCase = sign.pattern.ignoreCase;
  const source = sign.pattern.source.replaceAll(/\\.|[A-Z]/gu, (piece) => (piece.length > 1 ? piece : piece.toLowerCase()));
  return { ...sign, ignoresCase, pattern: ignoresCase ? new RegExp(source, sign.pattern.flags.replace('i', '')) : sign.pattern };
});

/** What a sentence speaks of, for a person who reviews it. */
function topicsOf({ concepts }: Sentence): string {
  const topics = conceptNames.filter((_, place) => (concepts >>> place) & 1);
  return topics.length === 0 ? '' : ` (it speaks of: ${topics.slice(0, 6).join(', ')})`;
}

/** A text as its sentences are read, and as it is shown. */
interface Reading extends Passage {
  readonly shown: string;
}

/** The sentence that is most probably a planted instruction, if the definition is one that probably holds any. */
function plantedSentence(readings: readonly Reading[]): Finding | undefined {
  const all: number[] = [];
  let best = -Infinity;
  let found: readonly [Reading, Sentence] | undefined;
  for (const reading of readings)
    for (const sentence of sentencesOf(reading.text, reading.place)) {
      const odds = oddsOf(sentence.features);
      all.push(odds);
      if (odds <= best) continue;
      best = odds;
      found = [reading, sentence];
    }
  if (found === undefined || jointOdds(all) <= threshold) return undefined;
  const [{ text, shown }, sentence] = found;
  // Small letters may be more or fewer characters than those they stand for; then the small text is shown.
  const excerpt = (shown.length === text.length ? shown : text)
    .slice(sentence.start, Math.min(sentence.end, sentence.start + 240))
    .replaceAll(/\s+/gu, ' ')
    .trim()
    .slice(0, 80);
  return { sign: `a sentence that speaks like an order to an agent${topicsOf(sentence)}`, weight: 4, excerpt };
}

/** The passages without the middle of what is longer than is read. */
function ends(passages: readonly Passage[]): readonly Passage[] {
  const total = passages.reduce((sum, { text }) => sum + text.length, 0);
  if (total <= mostText) return passages;
  const kept: Passage[] = [];
  let start = 0;
  for (const { text, place } of passages) {
    const end = start + text.length;
    const head = text.slice(0, Math.max(0, mostText / 2 - start));
    const tail = text.slice(Math.max(head.length, total - mostText / 2 - start));
    for (const part of [head, tail]) if (part !== '') kept.push({ text: part, place });
    start = end;
  }
  return kept;
}

const unusual = /[^\n\t -~]/u;

/** Passages as they are read: no hidden characters, one form of each letter, small, look-alikes as Latin letters. */
export function readingsOf(passages: readonly Passage[]): { readonly readings: readonly Reading[]; readonly mixedWords: number } {
  let mixedWords = 0;
  const readings = passages.map(({ text, place }) => {
    // Most texts are plain, and nothing of the following changes those.
    if (!unusual.test(text)) return { text: text.toLowerCase(), place, shown: text };
    const shown = withoutHidden(text.normalize('NFKC')).replace(unspoken, '');
    const plain = plainWords(shown.toLowerCase());
    mixedWords += plain.mixedWords;
    return { text: plain.text, place, shown };
  });
  return { readings, mixedWords };
}

/**
 * Looks for instructions that hide in a definition (its passages, `passagesOf`) or in a text, which is read as a description. Offline, deterministic
 * and linear in the length of the text.
 */
export function detectInstructions(given: string | readonly Passage[]): Detection {
  const passages = ends(typeof given === 'string' ? [{ text: given, place: places.description }] : given);
  const { readings, mixedWords } = readingsOf(passages);
  const findings: Finding[] = [...unseenFindings(passages.map(({ text }) => text).join('\n'), mixedWords)];
  const plain = readings.map(({ shown }) => shown).join('\n');
  const lower = readings.map(({ text }) => text).join('\n');
  for (const { name, weight, pattern, ignoresCase } of quickSigns) {
    const match = pattern.exec(ignoresCase ? lower : plain);
    if (match !== null) {
      const excerpt = plain.slice(match.index, match.index + match[0].length);
      findings.push({ sign: name, weight, excerpt: excerpt.replaceAll(/\s+/gu, ' ').slice(0, 80) });
    }
  }
  const planted = plantedSentence(readings);
  if (planted !== undefined) findings.push(planted);
  const score = findings.reduce((sum, { weight }) => sum + weight, 0);
  return { score, isSuspicious: score >= suspiciousFrom, findings };
}
