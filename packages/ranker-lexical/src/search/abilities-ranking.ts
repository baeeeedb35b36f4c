import type { LexicalSettings } from '../settings.js';
import type { Scored } from './scoring.js';

/**
 * Brings the best tool of each ability into the first positions: `winners` that cover enough of their ability and are not there yet
 * take the places of the lowest tools there that win no ability; the first one stays first.
 */
export function placeAbilities(ranked: readonly Scored[], winners: readonly Scored[], settings: LexicalSettings): readonly Scored[] {
  const able = winners.filter((winner) => winner.coverage >= settings.abilityCoverage);
  if (able.length < 2) return ranked;
  const head = ranked.slice(0, settings.abilityPositions);
  const present = new Set(head.map((hit) => hit.ordinal));
  const winning = new Set(able.map((winner) => winner.ordinal));
  const missing: Scored[] = [];
  for (const winner of [...able].sort((left, right) => right.score - left.score)) {
    if (present.has(winner.ordinal)) continue;
    present.add(winner.ordinal);
    missing.push(winner);
  }
  if (missing.length === 0) return ranked;
  let free = settings.abilityPositions - head.length;
  for (let place = head.length - 1; place > 0 && free < missing.length; place -= 1) {
    if (winning.has((head[place] as Scored).ordinal)) continue;
    head.splice(place, 1);
    free += 1;
  }
  const merged = [...head, ...missing.slice(0, free)];
  const placed = new Set(merged.map((hit) => hit.ordinal));
  return withFallingScores([...merged, ...ranked.filter((hit) => !placed.has(hit.ordinal))]);
}

/** Scores of an answer never rise from one hit to the next; a tool that was brought forward lowers what stands behind it. */
function withFallingScores(hits: readonly Scored[]): readonly Scored[] {
  let lowest = Number.POSITIVE_INFINITY;
  return hits.map((hit) => {
    lowest = Math.min(lowest, hit.score);
    return { ...hit, score: lowest };
  });
}
