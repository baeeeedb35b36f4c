import { isJsonObject } from '@toolrack/contracts';
import { isSwitchWord, type ResolvedToolSearch } from './resolve-tool-search.js';
import { knownOptions } from './surface-options.js';

/** Where a whole block is not understood, only that is said. */
const forms = 'an object, true, false or null';

const numbers = {
  threshold_pct: { name: 'thresholdPct', range: 'a number from 0 to 100' },
  search_default_limit: { name: 'searchDefaultLimit', range: 'a whole number from 1 to max_search_limit' },
  max_search_limit: { name: 'maxSearchLimit', range: 'a whole number from 1 to 50' },
  listing_max_tokens: { name: 'listingMaxTokens', range: 'a whole number from 200 to 60000' },
} as const;

/** One line for each setting that was not taken as it stands: what it must be and what is used instead. Values are not repeated. */
export function settingWarnings(value: unknown, resolved: ResolvedToolSearch): readonly string[] {
  if (value === undefined || value === null || typeof value === 'boolean') return resolved.warnings;
  if (!isJsonObject(value)) return [`tools.tool_search must be ${forms}; the defaults are used.`, ...resolved.warnings];
  const warnings = [...resolved.warnings];
  for (const key of ['enabled', 'listing'] as const) {
    const given = value[key];
    if (given !== undefined && given !== null && !isSwitchWord(given))
      warnings.push(`tools.tool_search.${key} must be auto, on or off; auto is used.`);
  }
  for (const [key, { name, range }] of Object.entries(numbers)) {
    const given = value[key];
    const number = ['string', 'number', 'boolean'].includes(typeof given) ? Number(given) : NaN;
    if (given === undefined || given === null || number === resolved[name]) continue;
    warnings.push(`tools.tool_search.${key} must be ${range}; ${resolved[name]} is used.`);
  }
  const unknown = Object.keys(value).filter((key) => !knownOptions.has(key));
  if (unknown.length > 0) warnings.push(`unknown keys of tool_search are ignored: ${unknown.join(', ')}.`);
  return warnings;
}
