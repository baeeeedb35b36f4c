import { doingVerbs } from '../lexicon/soft-words.js';
import { longestQuery } from './query-words.js';
import type { QueryUnit } from './query-units.js';

/** Verbs of doing beside those of the lexicon. */
const furtherVerbs =
  'archive assign attach book comment describe email fix invoice merge message notify order pay refund reply roll save share transfer watch';
const verbs = `${doingVerbs} ${furtherVerbs}`.trim().split(/\s+/).join('|');

/** Ends of a part of a request: the end of a sentence, a word that leads over to the next wish, "and" or a comma, with the verb of doing behind it. */
const ends = new RegExp(
  [
    String.raw`[.!?;\n](?=\s|$)`,
    String.raw`\b(?:then|also|additionally|finally|afterwards|after that|as well as|plus)\b`,
    String.raw`(?:\band\b|[,&])(?=(\s+(?:${verbs}|look up|look at)\s)?)`,
  ].join('|'),
  'gi',
);
/** Words of a request up to which "and" and commas part abilities also where no verb follows: in longer ones they part what a tool is given. */
const fewWords = 10;
const listMark = /^(?:and|[,&])$/i;
const contentWeight = 0.8;
const fewestContentWords = 2;
const mostAbilities = 8;

interface Part {
  units: QueryUnit[];
  content: number;
  /** The part ends before a verb of doing. */
  verbAfter: boolean;
}

function readPart(units: readonly QueryUnit[], from: number, cut: number, verbAfter: boolean): Part & { next: number } {
  const part = { units: [] as QueryUnit[], content: 0, verbAfter, next: from };
  for (; part.next < units.length && (units[part.next] as QueryUnit).word.at < cut; part.next += 1) {
    const unit = units[part.next] as QueryUnit;
    if (unit.alternatives.length === 0) continue;
    part.units.push(unit);
    if (unit.weight >= contentWeight) part.content += 1;
  }
  return part;
}

/**
 * Splits a request that names several abilities. A part has at least two words that can name something, beside "and <verb of doing>" one;
 * a shorter one belongs to the part before it. Returns one group of units a part, at most 8; none when the request is about one thing.
 */
export function splitAbilities(text: string, units: readonly QueryUnit[]): readonly (readonly QueryUnit[])[] {
  const isShort = units.length <= fewWords;
  const cuts = [...text.slice(0, longestQuery).matchAll(ends)].flatMap((match) => {
    const isVerb = match[1] !== undefined;
    return !isShort && !isVerb && listMark.test(match[0]) ? [] : [{ at: match.index + match[0].length, verb: isVerb }];
  });
  if (cuts.length === 0) return [];
  const parts: Part[] = [];
  let place = 0;
  for (const { at, verb } of [...cuts, { at: Number.POSITIVE_INFINITY, verb: false }]) {
    const part = readPart(units, place, at, verb);
    place = part.next;
    const before = parts.at(-1);
    const fewest = before?.verbAfter === true ? 1 : fewestContentWords;
    if (before !== undefined && (part.content < fewest || before.content < fewest)) {
      before.units.push(...part.units);
      before.content += part.content;
      before.verbAfter = verb;
    } else parts.push(part);
  }
  const able = parts.filter((part) => part.content > 0).map((part) => part.units);
  return able.length < 2 ? [] : able.slice(0, mostAbilities);
}
