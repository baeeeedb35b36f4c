import { stem } from 'porter2';

const runs = /[A-Za-z0-9]+/g;
const mostRemembered = 16_384;
const remembered = new Map<string, string>();

function stemOf(word: string): string {
  let stemmed = remembered.get(word);
  if (stemmed === undefined) {
    stemmed = stem(word);
    if (remembered.size >= mostRemembered) remembered.clear();
    remembered.set(word, stemmed);
  }
  return stemmed;
}

/** Tokens as Hermes makes them: runs of ASCII letters and digits, lower case, Snowball English. No splitting, no stop words, no other scripts. */
export function bagTokens(text: string): string[] {
  return (text.match(runs) ?? []).map((run) => stemOf(run.toLowerCase()));
}
