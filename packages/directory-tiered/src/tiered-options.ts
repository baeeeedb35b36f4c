import { isJsonObject, type JsonObject } from '@toolrack/contracts';

/** Options of `directoryTiered`. */
export interface DirectoryTieredOptions {
  /** Most of the context window that the listing may take, in percent, 0..100 (5). */
  readonly thresholdPct?: number;
  /** Most tokens of the listing, 200..60,000 (4,000). */
  readonly listingMaxTokens?: number;
  /** `off`: nothing is listed. `on` is the same as `auto`: the listing keeps to its budget (`auto`). */
  readonly listing?: 'auto' | 'on' | 'off';
  /** In the form `mixed`, small servers keep their descriptions as far as there is room (false, as the original). */
  readonly smallServerDescriptions?: boolean;
  /** A summary that is longer than the names of a tiny group is not used (false, as the original). */
  readonly shortestBlocks?: boolean;
}

/** JSON Schema of `DirectoryTieredOptions`. */
export const tieredOptionsSchema: JsonObject = {
  type: 'object',
  additionalProperties: false,
  properties: {
    thresholdPct: { type: 'number', minimum: 0, maximum: 100 },
    listingMaxTokens: { type: 'integer', minimum: 200, maximum: 60_000 },
    listing: { enum: ['auto', 'on', 'off'] },
    smallServerDescriptions: { type: 'boolean' },
    shortestBlocks: { type: 'boolean' },
  },
};

const switches: Readonly<Record<string, 'on' | 'off' | 'auto'>> = {
  on: 'on',
  true: 'on',
  '1': 'on',
  yes: 'on',
  off: 'off',
  false: 'off',
  '0': 'off',
  no: 'off',
};

function numberOf(value: unknown, otherwise: number): number {
  const text = typeof value === 'string' ? value.trim() : '';
  const number = text === '' ? (typeof value === 'boolean' ? Number(value) : value) : Number(text);
  return typeof number === 'number' && !Number.isNaN(number) ? number : otherwise;
}

const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value));

/**
 * The options that a `tools.tool_search` block of a Hermes configuration comes to. Never throws: what is not understood falls back to
 * the default and what is out of range is clamped, so that a slip in a configuration breaks no agent.
 */
export function tieredOptions(block: unknown): Required<Pick<DirectoryTieredOptions, 'thresholdPct' | 'listingMaxTokens' | 'listing'>> {
  const settings: JsonObject = isJsonObject(block) ? block : {};
  const maximum = settings['listing_max_tokens'];
  // A whole number is read as one; "3.7" is no whole number and falls back.
  const tokens = typeof maximum === 'string' && !/^\s*[+-]?\d+\s*$/u.test(maximum) ? 4000 : numberOf(maximum, 4000);
  const listing = settings['listing'];
  const word =
    typeof listing === 'object'
      ? ''
      : String(listing ?? 'auto')
          .trim()
          .toLowerCase();
  return {
    thresholdPct: clamp(numberOf(settings['threshold_pct'], 5), 0, 100),
    listingMaxTokens: clamp(Number.isFinite(tokens) ? Math.trunc(tokens) : 4000, 200, 60_000),
    listing: (Object.hasOwn(switches, word) ? switches[word] : undefined) ?? 'auto',
  };
}
