import type { JsonObject, JsonValue } from '@toolrack/contracts';

import type { EntryShape } from '../client-dialect.js';
import type { UsedKeys } from './used-keys.js';

/** Longest time that a timer takes, in milliseconds. */
const mostMilliseconds = 2_147_483_647;

/** Times of an entry in milliseconds. A value that is no positive number stays among the kept fields. */
export function readTimes(entry: JsonObject, times: NonNullable<EntryShape['times']>, used: UsedKeys): Record<string, JsonValue> {
  const found: Record<string, JsonValue> = {};
  for (const { key, unit, becomes } of times) {
    const value = entry[key];
    if (typeof value !== 'number' || !(value > 0)) continue;
    // Of two keys for one time the first counts; the other is kept.
    if (becomes in found) continue;
    used.add(key);
    found[becomes] = Math.min(mostMilliseconds, Math.max(1, Math.round(unit === 's' ? value * 1000 : value)));
  }
  return found;
}
