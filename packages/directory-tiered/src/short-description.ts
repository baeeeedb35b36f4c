import { textForModel } from '@toolrack/contracts';

/** Longest short description in characters, without the ellipsis that marks a cut. */
const longest = 60;

/** White space and what else starts a line in some reader: a description must never look like a row of its own. */
const blanks = /[\s\p{Cc}]+/gu;

/** Abbreviations whose full stop ends no sentence. The peer knows the first three; `Dr.` and `vs.` cut its listing lines short. */
const abbreviation = /(?:^|[^\p{L}\p{N}])(?:e\.g|i\.e|etc|dr|vs)\.$/iu;

/** One line that shows all it says, without tokens of chat templates: every run of white space is one space. */
export function collapseBlanks(text: string): string {
  return textForModel(text.replace(blanks, ' ')).trim();
}

function firstSentence(text: string): string {
  for (const match of text.matchAll(/[.!?](?=\s|$)/gu)) {
    const sentence = text.slice(0, match.index + 1);
    if (!abbreviation.test(sentence)) return sentence;
  }
  return text;
}

/**
 * The first sentence with its stop. Longer than 60 characters: the first 60 without the last word, trailing commas, semicolons, colons
 * and spaces taken off, and an ellipsis; so at most 61 characters. `""` stays `""`.
 */
export function shortDescription(description: string): string {
  // Only the beginning can show; a description may have hundreds of kilobytes.
  const sentence = firstSentence(collapseBlanks(description.slice(0, 4096)));
  const characters = [...sentence];
  if (characters.length <= longest) return sentence;
  const head = characters.slice(0, longest).join('');
  const lastSpace = head.lastIndexOf(' ');
  return `${(lastSpace < 0 ? head : head.slice(0, lastSpace)).replace(/[,;: ]+$/u, '')}…`;
}
