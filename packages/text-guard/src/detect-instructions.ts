import { withoutHidden } from '@toolrack/contracts';
import { signs } from './signs.js';

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
/** Letters of other scripts inside a Latin word, as look-alikes. */
const mixedWord = /[a-z][\u0400-\u04FF\u0370-\u03FF][a-z]|[a-z]{2}[\u0430\u0435\u043E\u0440\u0441\u0443\u0445\u0456](?![\u0400-\u04FF])/iu;

function hiddenCharacters(text: string): Finding[] {
  const findings: Finding[] = [];
  if (tags.test(text)) findings.push({ sign: 'tag characters, which only a model reads', weight: 4, excerpt: '' });
  if (unseen.test(text)) findings.push({ sign: 'characters that nobody sees', weight: 2, excerpt: '' });
  if (mixedWord.test(text)) findings.push({ sign: 'letters of another script inside a word', weight: 2, excerpt: '' });
  return findings;
}

/** Looks for instructions that hide in the description of a tool. Offline, deterministic and linear in the length of the text. */
export function detectInstructions(text: string): Detection {
  const read = text.length <= mostText ? text : `${text.slice(0, mostText / 2)}\n${text.slice(-mostText / 2)}`;
  const findings = hiddenCharacters(read);
  const plain = withoutHidden(read.normalize('NFKC'));
  for (const { name, weight, pattern } of signs) {
    const match = pattern.exec(plain);
    if (match !== null) findings.push({ sign: name, weight, excerpt: match[0].replaceAll(/\s+/gu, ' ').slice(0, 80) });
  }
  const score = findings.reduce((sum, { weight }) => sum + weight, 0);
  return { score, isSuspicious: score >= suspiciousFrom, findings };
}
