import { type LocalService } from './local-model.js';
import { type ToolSearchBlock, toolSearchSchema } from './tool-search-config.js';

/** Another `toolSearch` block for some agents or providers. */
export interface ToolSearchOverride {
  /** Patterns over the agent of the run's scope, with `*`; default every agent. */
  readonly agents?: readonly string[];
  /** Patterns over the provider of the run's model, with `*`; default every provider. */
  readonly providers?: readonly string[];
  /** `"auto"` is the automatic default, as if nothing had been configured. */
  readonly toolSearch: ToolSearchBlock | 'auto';
}

/** Names of the three controls; each is 1 to 64 characters of `[A-Za-z0-9_-]`. */
export interface ControlNames {
  /** Default `tool_search`. */
  readonly search?: string;
  /** Default `tool_describe`. */
  readonly describe?: string;
  /** Default `tool_call`; for model families that read that name as a tag of their template, for example `dispatch_action`. */
  readonly call?: string;
}

/** OpenClaw's own names of the controls. */
export const defaultControlNames: Required<ControlNames> = Object.freeze({
  search: 'tool_search',
  describe: 'tool_describe',
  call: 'tool_call',
});

/** Options of the OpenClaw surface. */
export interface SurfaceOpenclawOptions {
  /** OpenClaw's `tools.toolSearch`; absent is the automatic default. */
  readonly toolSearch?: ToolSearchBlock;
  /** Looked through in order; the first that fits the run replaces `toolSearch`. */
  readonly overrides?: readonly ToolSearchOverride[];
  readonly controlNames?: ControlNames;
  /** Admitted skills: name to the location of its instructions. */
  readonly skills?: Readonly<Record<string, string>>;
  /** Lean mode for local models: on for all agents, or for the agents named (patterns with `*`). */
  readonly lean?: boolean | readonly string[];
  /** Model servers that the host itself runs. */
  readonly localServices?: readonly LocalService[];
  /** `directNames` of a run pin trusted tools of any source, by name or id, not only first-party ones (false, as the original). */
  readonly pinsTrusted?: boolean;
  /** A run whose allow list leaves no tool to call is not started (true, as the original); false starts it without tools. */
  readonly refusesEmptyAllow?: boolean;
  /** Values that trusted tools get in another form than they ask for are repaired, `"3"` for an integer for example (false, as the original). */
  readonly repairsValues?: boolean;
}

const names = { type: 'array', items: { type: 'string', minLength: 1 } } as const;
const controlName = { type: 'string', pattern: '^[A-Za-z0-9_-]{1,64}$' } as const;

/** JSON Schema of `SurfaceOpenclawOptions`. */
export const surfaceOptionsSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    toolSearch: toolSearchSchema,
    overrides: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['toolSearch'],
        properties: {
          agents: names,
          providers: names,
          toolSearch: { anyOf: [{ const: 'auto' }, toolSearchSchema] },
        },
      },
    },
    controlNames: {
      type: 'object',
      additionalProperties: false,
      properties: { search: controlName, describe: controlName, call: controlName },
    },
    skills: { type: 'object', additionalProperties: { type: 'string', minLength: 1 } },
    lean: { anyOf: [{ type: 'boolean' }, names] },
    refusesEmptyAllow: { type: 'boolean' },
    pinsTrusted: { type: 'boolean' },
    repairsValues: { type: 'boolean' },
    localServices: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['provider', 'baseUrl'],
        properties: { provider: { type: 'string', minLength: 1 }, baseUrl: { type: 'string', minLength: 1 } },
      },
    },
  },
} as const;
