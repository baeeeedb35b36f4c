import { neutraliseUntrusted, type SearchAnswer, type SourceSummary } from '@toolrack/contracts';
import { inOneLine } from '../text/bounded-text.js';

/** Most sources that a note names. */
const mostSources = 8;
/** Longest reason that a note repeats, in UTF-16 code units. */
const reasonLength = 160;
const outages: ReadonlySet<string> = new Set(['failed', 'unauthorised', 'starting']);

/** No tool is named: one that could not be loaded was never put to the policy, which may hide it from this run. */
function sourceLine(source: SourceSummary): string {
  const state = outages.has(source.state) ? source.state : 'some of its tools could not be loaded';
  const words = source.reason === undefined ? '' : ` (${inOneLine(neutraliseUntrusted(source.reason), reasonLength)})`;
  return `${inOneLine(neutraliseUntrusted(source.id), 80)}: ${state}${words}`;
}

/**
 * Says which sources are missing from a search, so that a model does not take an outage for an absent ability and does
 * not go on searching. `undefined` when all sources answered.
 */
export function outageNote(answers: readonly SearchAnswer[]): string | undefined {
  const missing = new Map<string, SourceSummary>();
  for (const answer of answers) {
    for (const source of answer.sources ?? []) {
      const isPartial = answer.hits.length === 0 && (source.problems?.length ?? 0) > 0;
      if (outages.has(source.state) || isPartial) missing.set(source.id, source);
    }
  }
  if (missing.size === 0) return undefined;
  const lines = [...missing.values()].slice(0, mostSources).map(sourceLine);
  const rest = missing.size - lines.length;
  return [
    'Some sources are missing from this search. Their tools may exist; do not repeat the search, say what is unavailable.',
    ...lines.map((line) => `- ${line}`),
    ...(rest > 0 ? [`- and ${rest} more`] : []),
  ].join('\n');
}
