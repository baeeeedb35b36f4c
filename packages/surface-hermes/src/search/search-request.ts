import { type HermesSettings } from '../settings/hermes-settings.js';
import { wholeNumber } from '../settings/resolve-tool-search.js';
import { controlInput } from '../controls/control-input.js';
import { stringList } from '../controls/string-list.js';

/** Most queries of one call: the gateway of remote connectors answers an error from 8 on. */
const mostQueries = 7;

/** A search as a model asked for it. */
export interface HermesSearch {
  readonly queries: readonly string[];
  /** Most matches for each query. */
  readonly limit: number;
}

/** Reads the arguments of `tool_search`. Throws `ERR_TOOL_INPUT`. */
export function searchRequest(callArguments: unknown, settings: HermesSettings): HermesSearch {
  const input = controlInput(callArguments, 'queries');
  const hint = 'Retry with fewer, more targeted queries.';
  const queries = stringList(input, 'queries', { most: mostQueries, distinct: false, hint, singular: 'query' });
  const { searchDefaultLimit, maxSearchLimit } = settings;
  const { limit } = input as { limit?: unknown };
  return {
    queries,
    limit: limit === undefined || limit === null ? searchDefaultLimit : wholeNumber(limit, searchDefaultLimit, 1, maxSearchLimit),
  };
}
