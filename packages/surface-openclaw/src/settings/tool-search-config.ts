/** What a model is shown: three controls over a catalog, or the same with exact hidden names callable. */
export type ToolSearchMode = 'tools' | 'directory';

/** OpenClaw's `tools.toolSearch` block as an object. */
export interface ToolSearchConfig {
  readonly enabled?: boolean;
  /** Default `tools`. */
  readonly mode?: ToolSearchMode;
  /** Hits of a search that names no limit, 1..`maxSearchLimit` (8; 5 for local models). */
  readonly searchDefaultLimit?: number;
  /** Most hits of a search, 1..50 (20; 10 for local models). */
  readonly maxSearchLimit?: number;
}

/** A block as a configuration file may hold it; absent means the automatic default. */
export type ToolSearchBlock = boolean | ToolSearchConfig;

const positiveInteger = { type: 'integer', minimum: 1 } as const;

/**
 * JSON Schema of the block as it may be written down: strict, so that a misspelled key or a limit of 0 is told at once.
 * The retired `code` mode and `codeTimeoutMs` pass here and are refused with advice by `assertNotRetired`.
 */
export const toolSearchSchema = {
  type: ['boolean', 'object'],
  additionalProperties: false,
  properties: {
    enabled: { type: 'boolean' },
    mode: { enum: ['tools', 'directory', 'code'] },
    searchDefaultLimit: positiveInteger,
    maxSearchLimit: positiveInteger,
    codeTimeoutMs: {},
  },
} as const;
