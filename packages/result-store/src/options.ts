import type { JsonObject } from '@toolrack/contracts';

/** Options of `resultStore`; each has a default. */
export interface ResultStoreOptions {
  /** Most characters of text in one result, in UTF-16 code units (50,000). */
  readonly maxCharacters?: number;
  /** Most tokens of text in one result, as `estimateTokens` of the contracts counts them (0: no bound but `maxCharacters`). */
  readonly maxTokens?: number;
  /** Largest image, sound or binary resource that is passed on, in bytes of its base64 text (5,242,880). */
  readonly maxBytes?: number;
  /** Largest structured value (`details`) of a tool without an output schema, in characters of its JSON (200,000). */
  readonly maxDetailsCharacters?: number;
  /** All that is kept, in bytes of memory (67,108,864). */
  readonly storeBytes?: number;
  /** Results that are kept at a time (256). */
  readonly storeEntries?: number;
  /** How long a result is kept, in milliseconds (1,800,000). */
  readonly storeMs?: number;
  /**
   * Name of the control that calls tools of the catalog: where a run has it, `read_result` is called through it and not shown by itself, so that
   * it costs nothing in the prompt (none: always shown). Only for surfaces that find tools which their source leaves out of its list.
   */
  readonly through?: string;
}

/** The options with every default filled in. */
export type ResultStoreSettings = Required<Omit<ResultStoreOptions, 'through'>> & Pick<ResultStoreOptions, 'through'>;

/** Smallest `maxCharacters`: the marker itself takes some hundred. */
export const fewestCharacters = 1_000;
/** Smallest `maxTokens`, for the same reason; a smaller one counts as this. */
const fewestTokens = 2_000;

/** JSON Schema of `ResultStoreOptions`. */
export const resultStoreOptionsSchema: JsonObject = {
  type: 'object',
  additionalProperties: false,
  properties: {
    maxCharacters: { type: 'integer', minimum: fewestCharacters, description: 'Most characters of text in one result.' },
    maxTokens: { type: 'integer', minimum: 0, description: 'Most tokens of text in one result, estimated; 0: no bound.' },
    maxBytes: { type: 'integer', minimum: 0, description: 'Largest image, sound or binary resource, in bytes of base64.' },
    maxDetailsCharacters: { type: 'integer', minimum: 0, description: 'Largest structured value of a tool without an output schema.' },
    storeBytes: { type: 'integer', minimum: 0, description: 'All that is kept, in bytes of memory.' },
    storeEntries: { type: 'integer', minimum: 0, description: 'Results that are kept at a time.' },
    storeMs: { type: 'integer', minimum: 1, maximum: 2_147_483_647, description: 'How long a result is kept, in milliseconds.' },
    through: {
      type: 'string',
      minLength: 1,
      description: 'Control through which read_result is called where a run has it; else it is shown.',
    },
  },
};

/** The options with every default filled in. */
export function withDefaults(options: ResultStoreOptions): ResultStoreSettings {
  return {
    ...(options.through === undefined ? {} : { through: options.through }),
    maxCharacters: options.maxCharacters ?? 50_000,
    maxTokens: options.maxTokens === undefined || options.maxTokens === 0 ? 0 : Math.max(options.maxTokens, fewestTokens),
    maxBytes: options.maxBytes ?? 5 * 1024 * 1024,
    maxDetailsCharacters: options.maxDetailsCharacters ?? 200_000,
    storeBytes: options.storeBytes ?? 64 * 1024 * 1024,
    storeEntries: options.storeEntries ?? 256,
    storeMs: options.storeMs ?? 30 * 60 * 1_000,
  };
}
