import type { JsonObject } from '@toolrack/contracts';

/** Options of `auditLog`. */
export interface AuditLogOptions {
  /** The file to append to; its folder is made when missing. Further processes write `NAME.2.jsonl`, `NAME.3.jsonl`, … */
  readonly file: string;
  /** Folder that a relative `file` is meant from (the folder of the configuration, else the current one). */
  readonly baseDirectory?: string;
  /** Values of arguments: left out (`none`, the default), or bounded and `redacted`. */
  readonly arguments?: 'none' | 'redacted';
  /** Largest recorded arguments of one call, in bytes of JSON (8,192). */
  readonly maxArgumentBytes?: number;
  /** Further names of keys whose values are secrets. */
  readonly redactKeys?: readonly string[];
  /** Values that are secrets wherever they stand and however they are written; those under six characters are left out. */
  readonly secrets?: readonly string[];
  /** Waits for the disk with every line of a call (`fsync`), not only for the operating system (false). */
  readonly durable?: boolean;
  /** A call that cannot be recorded is not made (true). */
  readonly required?: boolean;
  /** The file is set aside as `FILE.1`, `FILE.2`, … before it grows above this size, in bytes (64 MiB). None is ever deleted. */
  readonly maxFileBytes?: number;
  /** Name of the environment variable with the key of the message authentication codes (`TOOLRACK_AUDIT_KEY`). Without it lines have none. */
  readonly keyVariable?: string;
}

const text = (description: string): JsonObject => ({ type: 'string', minLength: 1, description });

/** JSON Schema of the options. */
export const optionsSchema: JsonObject = {
  type: 'object',
  additionalProperties: false,
  required: ['file'],
  properties: {
    file: text('the file to append to'),
    baseDirectory: text('the folder that a relative file is meant from'),
    arguments: { enum: ['none', 'redacted'], description: 'values of arguments: left out or redacted' },
    maxArgumentBytes: {
      type: 'integer',
      minimum: 0,
      maximum: 1_048_576,
      description: 'the largest recorded arguments of one call, in bytes',
    },
    redactKeys: { type: 'array', items: { type: 'string', minLength: 1 }, description: 'further names of keys whose values are secrets' },
    secrets: { type: 'array', items: { type: 'string' }, description: 'values that are secrets wherever they stand' },
    durable: { type: 'boolean', description: 'wait for the disk with every line of a call' },
    required: { type: 'boolean', description: 'a call that cannot be recorded is not made' },
    maxFileBytes: { type: 'integer', minimum: 4096, maximum: 1_073_741_824, description: 'the size at which the file is set aside' },
    keyVariable: text('the environment variable with the key of the message authentication codes'),
  },
};
