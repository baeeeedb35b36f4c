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
 * Says that the source that a reference names is not there now, so that a model neither takes the tool for one that does not exist nor goes on
 * searching. Every reference to the source gets the same words, whatever it has. `undefined` when the reference names no such source.
 */
export function outageOf(reference: string, sources: readonly SourceSummary[]): string | undefined {
  const source = sources.find(
    ({ id, kind, owner, state }) =>
      outages.has(state) && [`${id}:`, `${kind}__${owner}__`, `${owner}__`].some((head) => reference.startsWith(head)),
  );
  if (source === undefined) return undefined;
  const what = source.state === 'starting' ? 'try again in a moment' : 'do not repeat the call, say what is unavailable';
  return `Its source is missing now (${sourceLine(source)}). The tool may exist: ${what}.`;
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
