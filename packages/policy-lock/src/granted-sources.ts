import { matchPattern, type Trust } from '@toolrack/contracts';

import { isMoved, type Origins } from './compare-lock.js';
import type { Lock } from './lock-file.js';

/**
 * Grants of trust for `createRuntime({ trust })`: the sources that match a pattern, have reviewed tools, and stand where they stood. What
 * such a source lists beyond the reviewed tools is quarantined, so the grant holds for reviewed definitions alone. The lower of grant and claim
 * still wins.
 */
export function grantedSources(lock: Lock, patterns: readonly string[], origins: Origins): Readonly<Record<string, Trust>> {
  const granted: Record<string, Trust> = {};
  for (const id of lock.tools.keys()) {
    const source = id.split(':', 2).join(':');
    if (source in granted || !patterns.some((pattern) => matchPattern(pattern, source))) continue;
    if (!isMoved(lock, source, origins)) granted[source] = 'trusted';
  }
  return granted;
}
