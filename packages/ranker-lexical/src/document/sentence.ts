const stops = /[.!?](?=\s|$)/g;
const abbreviation = /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|cf|approx|incl|no|dr|mr|mrs|st)\.$/i;

/** Length of the first sentence of a text; a full stop after `e.g.` and the like ends none. */
export function firstSentenceLength(text: string): number {
  for (const match of text.matchAll(stops)) {
    const end = match.index + 1;
    if (!abbreviation.test(text.slice(Math.max(0, end - 12), end))) return end;
  }
  return text.length;
}
