import { isJsonObject } from '@toolrack/contracts';
import { type LocalService, type ModelReference, prefersLocalLimits } from './local-model.js';
import { type ToolSearchMode } from './tool-search-config.js';

/** What a `toolSearch` block comes to. */
export interface ResolvedToolSearch {
  readonly enabled: boolean;
  readonly mode: ToolSearchMode;
  readonly searchDefaultLimit: number;
  readonly maxSearchLimit: number;
}

/** What decides the limits while `toolSearch` is unset. */
export interface ToolSearchCircumstances {
  readonly model?: ModelReference | undefined;
  /** Lean mode for local models is on for the agent. */
  readonly lean?: boolean;
  readonly localServices?: readonly LocalService[];
}

const generalLimits = { default: 8, most: 20 } as const;
const localLimits = { default: 5, most: 10 } as const;
/** No configuration lifts a search above this many hits. */
const hardLimit = 50;

function positiveInteger(value: unknown, otherwise: number): number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : otherwise;
}

function isEnabled(block: Readonly<Record<string, unknown>>): boolean {
  if (typeof block['enabled'] === 'boolean') return block['enabled'];
  return Object.keys(block).some((key) => key !== 'enabled');
}

/**
 * Resolves OpenClaw's `tools.toolSearch` in all its forms. Never throws: what is not understood falls back, so that a
 * value that slipped past `toolSearchSchema` cannot end a run. Table: OpenClaw 2026.9.6, with the retired `code` mode
 * read as `tools`. An explicit value wins over lean mode, lean mode over the provider.
 */
export function resolveToolSearch(value: unknown, circumstances: ToolSearchCircumstances = {}): ResolvedToolSearch {
  if (value === undefined) {
    const isLocal = circumstances.lean === true || prefersLocalLimits(circumstances.model, circumstances.localServices ?? []);
    const limits = isLocal ? localLimits : generalLimits;
    return { enabled: true, mode: 'tools', searchDefaultLimit: limits.default, maxSearchLimit: limits.most };
  }
  const block: Readonly<Record<string, unknown>> = isJsonObject(value) ? value : {};
  const maxSearchLimit = Math.min(positiveInteger(block['maxSearchLimit'], generalLimits.most), hardLimit);
  return {
    enabled: typeof value === 'boolean' ? value : isEnabled(block),
    mode: block['mode'] === 'directory' ? 'directory' : 'tools',
    searchDefaultLimit: Math.min(positiveInteger(block['searchDefaultLimit'], generalLimits.default), maxSearchLimit),
    maxSearchLimit,
  };
}
