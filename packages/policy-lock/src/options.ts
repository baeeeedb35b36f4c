import type { JsonObject } from '@toolrack/contracts';

import type { SourceOrigin } from './source-origin.js';

/** Sources whose tools belong to the caller of one run or come with Toolrack's own plugins, such as `read_result`; the default of `except`. */
export const unlockedSources: readonly string[] = Object.freeze(['client:client', 'toolrack:*']);

/** Options of `policyLock`. */
export interface PolicyLockOptions {
  /** The lock (`toolrack.lock.json`). */
  readonly file?: string;
  /** Folder that a relative `file` is meant from (the folder of the configuration, else the current one). */
  readonly baseDirectory?: string;
  /** Patterns over source ids whose tools are not locked (`client:client` and `toolrack:*`: what a caller brings for one run, and the tools of Toolrack's own plugins). */
  readonly except?: readonly string[];
  /**
   * Programs and addresses behind sources, by source id; the `toolrack` command fills them in. Absent: only definitions are compared.
   */
  readonly origins?: Readonly<Record<string, SourceOrigin>>;
  /**
   * Patterns over ids of sources that are trusted while they are locked and stand where they stood. A plugin cannot grant trust: the
   * `toolrack` command does it when it composes the runtime, a program with `grantedSources`.
   */
  readonly grantTrust?: readonly string[];
}

const patterns = (description: string): JsonObject => ({ type: 'array', items: { type: 'string', minLength: 1 }, description });

/** JSON Schema of the options. */
export const optionsSchema: JsonObject = {
  type: 'object',
  additionalProperties: false,
  properties: {
    file: { type: 'string', minLength: 1, description: 'the lock' },
    baseDirectory: { type: 'string', minLength: 1, description: 'the folder that a relative file is meant from' },
    except: patterns('patterns over source ids whose tools are not locked'),
    origins: { type: 'object', additionalProperties: { type: 'object' }, description: 'programs and addresses by source id' },
    grantTrust: patterns('patterns over ids of sources that are trusted while they are locked'),
  },
};
