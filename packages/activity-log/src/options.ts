import type { JsonObject } from '@toolrack/contracts';

/** Options of `activityLog`. */
export interface ActivityLogOptions {
  /** The file to append to; its folder is made when missing. */
  readonly file: string;
  /** Folder that a relative `file` is meant from (the folder of the configuration, else the current one). */
  readonly baseDirectory?: string;
  /** Largest recorded input of a call, in bytes of JSON (8,192). 0 records none. */
  readonly maxInputBytes?: number;
  /** Largest recorded result of a call, in bytes of JSON (32,768). 0 records none. */
  readonly maxResultBytes?: number;
  /** The file is set aside when it would grow above this size, in bytes (10 MiB). */
  readonly maxFileBytes?: number;
  /** Set-aside files that are kept, `FILE.1` being the newest (4). */
  readonly keepFiles?: number;
  /** Record searches with their words and hits (true). */
  readonly searches?: boolean;
  /** Further names of keys whose values are secrets. */
  readonly redactKeys?: readonly string[];
  /** Values that are secrets wherever they stand and however they are written; those under six characters are left out. */
  readonly secrets?: readonly string[];
}

const count = (minimum: number, description: string): JsonObject => ({ type: 'integer', minimum, maximum: 1_073_741_824, description });

/** JSON Schema of the options. */
export const optionsSchema: JsonObject = {
  type: 'object',
  additionalProperties: false,
  required: ['file'],
  properties: {
    file: { type: 'string', minLength: 1, description: 'the file to append to' },
    baseDirectory: { type: 'string', minLength: 1, description: 'the folder that a relative file is meant from' },
    maxInputBytes: count(0, 'the largest recorded input of a call, in bytes'),
    maxResultBytes: count(0, 'the largest recorded result of a call, in bytes'),
    maxFileBytes: count(1024, 'the size at which the file is set aside, in bytes'),
    keepFiles: { type: 'integer', minimum: 0, maximum: 1000, description: 'how many set-aside files are kept' },
    searches: { type: 'boolean', description: 'whether searches are recorded' },
    redactKeys: { type: 'array', items: { type: 'string', minLength: 1 }, description: 'further names of keys whose values are secrets' },
    secrets: { type: 'array', items: { type: 'string' }, description: 'values that are secrets wherever they stand' },
  },
};
