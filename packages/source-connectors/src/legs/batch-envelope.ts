import type { RemoteEntry, RemoteError, RemoteOutcome } from './remote-leg.js';

/** The answer to a batch: outcomes in the order of the entries, with counts. */
export interface BatchEnvelope {
  readonly results: readonly ({ readonly index: number; readonly name: string } & (
    { readonly response: unknown } | { readonly error: RemoteError }
  ))[];
  readonly success_count: number;
  readonly error_count: number;
  readonly total_count: number;
}

/** Puts outcomes into an envelope by position and counts them; a slot without an outcome is a `PROVIDER_ERROR`. */
export function batchEnvelope(entries: readonly RemoteEntry[], outcomes: readonly (RemoteOutcome | undefined)[]): BatchEnvelope {
  const results = entries.map(({ name }, index) => {
    const outcome = outcomes[index] ?? { error: { code: 'PROVIDER_ERROR', message: 'There is no result for this entry.' } };
    return { index, name, ...('error' in outcome ? { error: outcome.error } : { response: outcome.response }) };
  });
  const errorCount = results.filter((result) => 'error' in result).length;
  return { results, success_count: results.length - errorCount, error_count: errorCount, total_count: results.length };
}
