import { withoutHidden } from '@toolrack/contracts';
import { oddsOf } from './sentence-odds.js';
import { sentencesOf, type Sentence } from './sentence-features.js';
import { threshold } from './sentence-weights.js';
import { signs } from './signs.js';
import { conceptNames } from './vocabulary.js';

/** A sign that was found, with where it stands. */
export interface Finding {
  readonly sign: string;
  readonly weight: number;
  /** The matched text, at most 80 characters, without hidden ones. */
  readonly excerpt: string;
}

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

/** Characters that only a model reads. Marks of direction occur in right-to-left texts, so they count less. */
const tags = /[\u{E0020}-\u{E007F}]/u;
const unseen = /[\u200B\u2060-\u2064\u202A-\u202E\u2066-\u2069\u00AD\uFFF9-\uFFFB]/u;
/** What hides a text from a person but not from a model: escapes of terminals, text turned around, invisible separators inside words. */
const hiding = /[\u202D\u202E]|(?:\w(?:\u200B|\u200C|\u200D|\u2060)){4}|\w(?:\u200B|\u2060)\w/u;
const terminalEscape = '\u001B[';
/** Letters of other scripts inside a Latin word, as look-alikes. */
const mixedWord = /[a-z][\u0400-\u04FF\u0370-\u03FF][a-z]|[a-z]{2}[\u0430\u0435\u043E\u0440\u0441\u0443\u0445\u0456](?![\u0400-\u04FF])/iu;

function hiddenCharacters(text: string): Finding[] {
  const findings: Finding[] = [];
  if (tags.test(text)) findings.push({ sign: 'tag characters, which only a model reads', weight: 4, excerpt: '' });
  if (hiding.test(text) || text.includes(terminalEscape))
    findings.push({ sign: 'text that is hidden from people', weight: 4, excerpt: '' });
  if (unseen.test(text)) findings.push({ sign: 'characters that nobody sees', weight: 2, excerpt: '' });
  if (mixedWord.test(text)) findings.push({ sign: 'letters of another script inside a word', weight: 2, excerpt: '' });
  return findings;
}

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

/** The sentence that is most probably a planted instruction, if one is probable enough. */
function plantedSentence(text: string, shown: string): Finding | undefined {
  let best = threshold;
  let found: Sentence | undefined;
  for (const sentence of sentencesOf(text)) {
    const odds = oddsOf(sentence.features);
    if (odds <= best) continue;
    best = odds;
    found = sentence;
  }
  if (found === undefined) return undefined;
  // Small letters may be more or fewer characters than those they stand for; then the small text is shown.
  const excerpt = (shown.length === text.length ? shown : text)
    .slice(found.start, Math.min(found.end, found.start + 240))
    .replaceAll(/\s+/gu, ' ')
    .trim()
    .slice(0, 80);
  return { sign: `a sentence that speaks like an order to an agent${topicsOf(found)}`, weight: 4, excerpt };
}

/** Looks for instructions that hide in the description of a tool. Offline, deterministic and linear in the length of the text. */
export function detectInstructions(text: string): Detection {
  const read = text.length <= mostText ? text : `${text.slice(0, mostText / 2)}\n${text.slice(-mostText / 2)}`;
  const findings = hiddenCharacters(read);
  const plain = withoutHidden(read.normalize('NFKC'));
  const lower = plain.toLowerCase();
  for (const { name, weight, pattern, ignoresCase } of quickSigns) {
    const match = pattern.exec(ignoresCase ? lower : plain);
    if (match !== null) {
      const excerpt = plain.slice(match.index, match.index + match[0].length);
      findings.push({ sign: name, weight, excerpt: excerpt.replaceAll(/\s+/gu, ' ').slice(0, 80) });
    }
  }
  const planted = plantedSentence(lower, plain);
  if (planted !== undefined) findings.push(planted);
  const score = findings.reduce((sum, { weight }) => sum + weight, 0);
  return { score, isSuspicious: score >= suspiciousFrom, findings };
}
