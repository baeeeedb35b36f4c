const capital = 1;
const letter = 2;
const digit = 3;

/** What an ASCII code stands for inside a chunk; 0 for an underscore. */
function kindOf(code: number): number {
  if (code >= 97 && code <= 122) return letter;
  if (code >= 48 && code <= 57) return digit;
  return code >= 65 && code <= 90 ? capital : 0;
}

/**
 * Writes to `bounds` where the parts of the ASCII chunk between two places of a text begin and end, two numbers each, and answers how many
 * parts there are: capitals (with a plural s, as in `URLs`), a capitalised or lower-case word, or digits. The same as the expression of
 * the tokenizer for other scripts finds, without one and without a list: names are all unlike each other, and there are as many as tools.
 */
export function asciiParts(text: string, from: number, to: number, bounds: Int32Array): number {
  let count = 0;
  let index = from;
  while (index < to) {
    const start = index;
    const kind = kindOf(text.charCodeAt(start));
    index = endOfRun(text, start, to, kind);
    if (kind === 0) continue;
    if (kind === capital) index = endOfCapitals(text, start, index, to);
    bounds[count * 2] = start;
    bounds[count * 2 + 1] = index;
    count += 1;
  }
  return count;
}

function endOfRun(text: string, start: number, to: number, kind: number): number {
  let end = start + 1;
  while (end < to && kindOf(text.charCodeAt(end)) === kind) end += 1;
  return end;
}

/** The end of the part that a run of capitals begins: it takes a plural s, leaves its last capital to the word behind it, or is that word's first letter. */
function endOfCapitals(text: string, start: number, end: number, to: number): number {
  if (end === to || kindOf(text.charCodeAt(end)) !== letter) return end;
  const after = endOfRun(text, end, to, letter);
  if (after === end + 1 && text.charAt(end) === 's') return after;
  return end === start + 1 ? after : end - 1;
}
