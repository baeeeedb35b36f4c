import type { QueryUnit } from './query-units.js';

/** Ends of a part of a request: the end of a sentence, or a word that leads over to the next wish. */
const ends = /[.!?;\n]+(?=\s|$)|\b(?:then|also|additionally|finally|afterwards)\b/gi;
const contentWeight = 0.9;
const fewestContentWords = 2;
const mostAbilities = 8;

interface Part {
  units: QueryUnit[];
  content: number;
}

/**
 * Splits a request that names several abilities. A part has at least two words that can name something; a shorter one belongs to the part before it.
 * Returns one group of units a part, at most 8; none when the request is about one thing.
 */
export function splitAbilities(text: string, units: readonly QueryUnit[]): readonly (readonly QueryUnit[])[] {
  const cuts = [...text.matchAll(ends)].map((match) => match.index + match[0].length);
  if (cuts.length === 0) return [];
  const parts: Part[] = [];
  let place = 0;
  for (const cut of [...cuts, Number.POSITIVE_INFINITY]) {
    const part: Part = { units: [], content: 0 };
    for (; place < units.length && (units[place] as QueryUnit).word.at < cut; place += 1) {
      const unit = units[place] as QueryUnit;
      if (unit.alternatives.length === 0) continue;
      part.units.push(unit);
      if (unit.weight >= contentWeight) part.content += 1;
    }
    const before = parts.at(-1);
    if (before !== undefined && (part.content < fewestContentWords || before.content < fewestContentWords)) {
      before.units.push(...part.units);
      before.content += part.content;
    } else parts.push(part);
  }
  const able = parts.filter((part) => part.content > 0).map((part) => part.units);
  return able.length < 2 ? [] : able.slice(0, mostAbilities);
}
