import { type JsonObject } from '@toolrack/contracts';

/** Options of `surfaceHermes`: Hermes' `tools.tool_search` block with some more. What the block's keys may hold is never refused. */
export interface SurfaceHermesOptions {
  /** `auto` (default), `on` or `off`; `off` shows every tool with its schema. */
  readonly enabled?: unknown;
  /** Percent of the context window for the listing (5). The listing itself is drawn by `@toolrack/directory-tiered`. */
  readonly threshold_pct?: unknown;
  /** Hits for each query without a limit (5). */
  readonly search_default_limit?: unknown;
  /** Most hits for a query (25, at most 50). */
  readonly max_search_limit?: unknown;
  /** `off` leaves the listing out of the description of `tool_search`. */
  readonly listing?: unknown;
  /** Most tokens of the listing (4,000). */
  readonly listing_max_tokens?: unknown;
  /** Names that are deferred; replaces the curated list. */
  readonly defer?: unknown;
  /** The block in any of its forms (`true`, `false`, `null`, an object); replaces the keys above. */
  readonly toolSearch?: unknown;
  /** Hermes' `tools.connectors`: `false` or `{ enabled: false }` never touches a remote leg. */
  readonly connectors?: unknown;
  /** Several local entries of one `tool_call` run in order instead of being rejected (false, as the original). */
  readonly localBatches?: boolean;
  /** Most characters of an answer of `tool_describe` for more than one name (200,000). */
  readonly maxDescribeCharacters?: number;
  /** False leaves the service `kernel.validator` to another plugin; schemas that cannot be used are then not failed open (true). */
  readonly validator?: boolean;
}

/** Keys that are understood; others are warned about. */
export const knownOptions: ReadonlySet<string> = new Set([
  ...['enabled', 'threshold_pct', 'search_default_limit', 'max_search_limit', 'listing', 'listing_max_tokens', 'defer'],
  ...['toolSearch', 'connectors', 'localBatches', 'maxDescribeCharacters', 'validator'],
]);

/** JSON Schema of `SurfaceHermesOptions`. Open: no slip in a Hermes configuration may break an agent. */
export const surfaceOptionsSchema: JsonObject = {
  type: 'object',
  properties: {
    localBatches: { type: 'boolean' },
    maxDescribeCharacters: { type: 'integer', minimum: 1000 },
    validator: { type: 'boolean' },
  },
};
