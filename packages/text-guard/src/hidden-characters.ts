import type { Finding } from './finding.js';

/** Characters that only a model reads. Marks of direction occur in right-to-left texts, so they count less. */
const tags = /[\u{E0020}-\u{E007F}]/u;
const unseen = /[\u200B\u2060-\u2064\u202A-\u202E\u2066-\u2069\u00AD\uFFF9-\uFFFB\u115F\u1160\u3164\uFFA0]/u;
/**
 * What hides a text from a person but not from a model: text turned around, invisible separators inside words, and bits or bytes that are written
 * in invisible characters: runs of zero-width ones, of variation selectors (one after a character is usual), of fillers.
 */
const hiding =
  /[\u202D\u202E]|(?:\w(?:\u200B|\u200C|\u200D|\u2060)){4}|\w(?:\u200B|\u2060)\w|(?:\u200B|\u200C|\u200D|\u2060|\uFEFF|\u180E){4}|(?:[\uFE00-\uFE0E]|[\u{E0100}-\u{E01EF}]){2}|[\u115F\u1160\u3164\uFFA0]{2}|[\u2061-\u2064]{2}/u;
const terminalEscape = '\u001B[';
/** Text that begins outside the view, after a long blank: to the right, or below. */
const farAway = /[^\S\n]{60}[^\s|│]|(?:\n[^\S\n]{0,8}){12}\S/u;
/** Letters of other scripts inside a Latin word, as look-alikes. */
const mixedWord = /[a-z][\u0400-\u04FF\u0370-\u03FF][a-z]|[a-z]{2}[\u0430\u0435\u043E\u0440\u0441\u0443\u0445\u0456](?![\u0400-\u04FF])/iu;

/** Words with look-alike letters from which a text is taken for a disguised one. */
const manyMixedWords = 3;

/** What in a text is hidden from people, or disguised; linear in its length. */
export function unseenFindings(text: string, mixedWords: number): readonly Finding[] {
  const findings: Finding[] = [];
  const report = (sign: string, weight: number): number => findings.push({ sign, weight, excerpt: '' });
  if (farAway.test(text)) report('text after a long blank, out of view', 2);
  // eslint-disable-next-line no-control-regex -- most texts have nothing of the kind: one look is enough
  if (!/[^\u0000-\u001A\u001C-~]/u.test(text)) return findings;
  if (tags.test(text)) report('tag characters, which only a model reads', 4);
  if (hiding.test(text) || text.includes(terminalEscape)) report('text that is hidden from people', 4);
  if (unseen.test(text)) report('characters that nobody sees', 2);
  if (mixedWords >= manyMixedWords) report('many words with letters of another script', 4);
  else if (mixedWord.test(text)) report('letters of another script inside a word', 2);
  return findings;
}
