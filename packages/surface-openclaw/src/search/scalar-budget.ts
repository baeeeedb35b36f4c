import { type ToolDescriptor } from '@toolrack/contracts';
import { firstUnits, prettyJson } from '../text/bounded-text.js';
import { compactCandidate, type CompactCandidate } from './compact-candidate.js';
import { shownCandidate } from './shown-candidate.js';

/**
 * Longest JSON of a scalar answer, in UTF-16 code units. OpenClaw does not bound it; this leaves an ordinary answer
 * alone and, with the wrapper of untrusted text, stays below that wrapper's own limit of 20,000.
 */
export const scalarResponseLimit = 16_000;
/** Lengths that descriptions are cut to, in turn, while an answer is too long. */
const descriptionSteps = [1_600, 720, 360, 180] as const;

/** A scalar answer; `truncated` when descriptions were cut or hits dropped. */
export interface ScalarAnswer {
  readonly candidates: readonly CompactCandidate[];
  readonly json: string;
  readonly truncated: boolean;
}

function cut(candidate: CompactCandidate, most: number): CompactCandidate {
  const { description } = candidate;
  if (description.length <= most) return candidate;
  return { ...candidate, description: `${firstUnits(description, most - 3).trimEnd()}...` };
}

const jsonOf = (candidates: readonly CompactCandidate[]): string => prettyJson(candidates.map(shownCandidate));

/**
 * Bounds a scalar answer: descriptions stay whole while all fits, then the long ones are cut, and only then do the
 * lowest hits go. The first hit always stays.
 */
export function fitScalar(tools: readonly ToolDescriptor[]): ScalarAnswer {
  const whole = tools.map(compactCandidate);
  let candidates: readonly CompactCandidate[] = whole;
  const size = whole.reduce((sum, candidate) => sum + candidate.description.length, 0);
  let json = size > scalarResponseLimit ? undefined : jsonOf(whole);
  if (json !== undefined && json.length <= scalarResponseLimit) return { candidates, json, truncated: false };
  for (const step of descriptionSteps) {
    candidates = whole.map((candidate) => cut(candidate, step));
    json = jsonOf(candidates);
    if (json.length <= scalarResponseLimit) break;
  }
  while (json === undefined || (json.length > scalarResponseLimit && candidates.length > 1)) {
    candidates = candidates.slice(0, -1);
    json = jsonOf(candidates);
  }
  return { candidates, json, truncated: true };
}
