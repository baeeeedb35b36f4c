const abbreviation = /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|cf|approx|incl|no|dr|mr|mrs|st)\.$/i;

const isStop = (code: number): boolean => code === 46 || code === 33 || code === 63;
const isSpace = (code: number): boolean => code === 32 || (code >= 9 && code <= 13);

/** Length of the first sentence of a text; a full stop after `e.g.` and the like ends none. */
export function firstSentenceLength(text: string): number {
  for (let index = 0; index < text.length; index += 1) {
    if (!isStop(text.charCodeAt(index))) continue;
    const end = index + 1;
    if (end < text.length && !isSpace(text.charCodeAt(end))) continue;
    if (!abbreviation.test(text.slice(Math.max(0, end - 12), end))) return end;
  }
  return text.length;
}
