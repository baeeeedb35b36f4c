import { extensionPoint } from '@toolrack/contracts';

import type { LockChange } from './compare-lock.js';

/** What is kept out of every run until somebody has looked at it; a host reads it with `Runtime.contributions`. */
export interface Quarantine {
  /** Absolute path of the lock. */
  readonly file: string;
  /** Quarantined tools of the catalogs that were built so far, sorted by id. */
  changes(): readonly LockChange[];
  /** Why the lock cannot be read now, which quarantines everything; absent when it can. */
  damage(): string | undefined;
}

/** Quarantines of a runtime. */
export const Quarantines = extensionPoint<Quarantine>('@toolrack/policy-lock.quarantines');
