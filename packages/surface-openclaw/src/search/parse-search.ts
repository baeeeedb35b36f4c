import { isJsonObject, type JsonObject, type SearchRequest } from '@toolrack/contracts';
import { controlArguments, isGiven } from '../control/control-arguments.js';
import { inputError } from '../text/input-error.js';
import { batchLimits, exceedsGraphemes, type SearchLimits } from './search-limits.js';

/** What a `tool_search` asks for. */
export type ParsedSearch =
  { readonly kind: 'scalar'; readonly request: SearchRequest } | { readonly kind: 'batch'; readonly requests: readonly SearchRequest[] };

const emptyBatch = 'queries must be a non-empty array of { query, limit? }.';

/** A limit within the run's bounds; one above them is capped without a word. */
function readLimit(value: unknown, limits: SearchLimits, path: string): number {
  if (!isGiven(value)) return limits.searchDefaultLimit;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1) {
    throw inputError(`${path} must be a positive integer.`, { path });
  }
  return Math.min(value, limits.maxSearchLimit);
}

/** The scalar's own limit; `options.limit` is another spelling of it. */
function scalarLimit(input: JsonObject, limits: SearchLimits): number {
  const { options } = input;
  const limit = isGiven(input['limit']) || !isJsonObject(options) ? input['limit'] : options['limit'];
  return readLimit(limit, limits, 'limit');
}

function readEntry(entry: unknown, index: number, limits: SearchLimits): SearchRequest {
  const path = `queries[${index}]`;
  if (!isJsonObject(entry)) throw inputError(`${path} must be an object { query, limit? }.`, { path });
  const query = entry['query'];
  if (typeof query !== 'string' || query.trim() === '') {
    throw inputError(`${path}.query must be a non-blank string.`, { path: `${path}.query` });
  }
  const text = query.trim();
  if (exceedsGraphemes(text, batchLimits.queryGraphemes)) {
    throw inputError(`${path}.query must have at most ${batchLimits.queryGraphemes} characters.`, {
      path: `${path}.query`,
    });
  }
  return { text, limit: readLimit(entry['limit'], limits, `${path}.limit`) };
}

function checkBudgets(requests: readonly SearchRequest[], limits: SearchLimits): void {
  if (requests.length > batchLimits.searches) {
    throw inputError(
      `A batch holds at most ${batchLimits.searches} searches, the top-level query among them; this one has ${requests.length}.`,
    );
  }
  const total = requests.reduce((sum, request) => sum + request.limit, 0);
  if (total > batchLimits.candidates) {
    throw inputError(
      `The limits of this batch add up to ${total}; at most ${batchLimits.candidates} candidates may be asked for in one call. ` +
        `An omitted limit counts as ${limits.searchDefaultLimit}. Give smaller limits or fewer queries.`,
      { total },
    );
  }
  const bytes = Buffer.byteLength(JSON.stringify(requests.map((request) => request.text)), 'utf8');
  if (bytes > batchLimits.queryBytes) {
    throw inputError(
      `The queries of this batch take ${bytes} bytes as JSON; at most ${batchLimits.queryBytes} are allowed. Shorten the queries or split the batch.`,
      { bytes },
    );
  }
}

function readBatch(input: JsonObject, entries: readonly unknown[], scalar: string, limits: SearchLimits): ParsedSearch {
  if (scalar === '' && (isGiven(input['limit']) || isGiven(input['options']))) {
    throw inputError('Without a top-level query, limits belong on each batch entry: queries: [{ query, limit }].');
  }
  const requests = entries.map((entry, index) => readEntry(entry, index, limits));
  if (scalar !== '') requests.unshift({ text: scalar, limit: scalarLimit(input, limits) });
  checkBudgets(requests, limits);
  return { kind: 'batch', requests };
}

/** Arguments that a model wrapped once more in `args` or `input`. */
function unwrapped(input: JsonObject): JsonObject {
  if ('query' in input || 'queries' in input) return input;
  const inner = controlArguments(input['args'] ?? input['input']);
  return 'query' in inner || 'queries' in inner ? inner : input;
}

/**
 * Reads the arguments of a search. Throws `ERR_TOOL_INPUT` before anything is searched; the checks come in OpenClaw's
 * order, so that the same mistake gets the same answer. Beyond OpenClaw, an entry's `limit: null` is the default, as the
 * scalar's is, and arguments sent as a string of JSON or wrapped once more are understood.
 */
export function parseSearch(callArguments: unknown, limits: SearchLimits): ParsedSearch {
  const input = unwrapped(controlArguments(callArguments));
  const query: unknown = input['query'];
  const queries: unknown = input['queries'];
  if (!isGiven(query) && !isGiven(queries)) throw inputError('Give a query or queries.');
  if (isGiven(queries) && !Array.isArray(queries)) throw inputError(emptyBatch, { path: 'queries' });
  if (isGiven(query) && typeof query !== 'string') throw inputError('query must be a string.', { path: 'query' });
  const scalar = typeof query === 'string' ? query.trim() : '';
  const entries: readonly unknown[] = Array.isArray(queries) ? queries : [];
  if (Array.isArray(queries) && entries.length === 0 && scalar === '') throw inputError(emptyBatch, { path: 'queries' });
  if (entries.length > 0) return readBatch(input, entries, scalar, limits);
  return { kind: 'scalar', request: { text: scalar, limit: scalarLimit(input, limits) } };
}
