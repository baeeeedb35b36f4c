import {
  approval,
  ApprovalMemories,
  definePlugin,
  scopeKeys,
  serviceToken,
  stages,
  type ApprovalDecision,
  type ApprovalRequest,
  type JsonObject,
  type RememberOptions,
  type Scope,
} from '@toolrack/contracts';
import { resolve } from 'node:path';
import { DecisionStore } from './decision-store.js';
import { bindingOf, type RememberedDecision } from './remembered-decision.js';

/** Options of `approvalMemory`. */
export interface ApprovalMemoryOptions {
  /** File that keeps the decisions over restarts; without it they end with the process. */
  readonly file?: string;
  /** Folder that a relative `file` is meant from (the working directory; with the `toolrack` command, that of the configuration). */
  readonly baseDirectory?: string;
  /** Parts of the scope that a decision is bound to (all five). Fewer parts make a decision hold for more. */
  readonly scope?: readonly (keyof Scope)[];
  /** Longest time a decision is kept, in milliseconds (8 hours). */
  readonly maxDurationMs?: number;
  /** Most decisions kept (1,000); the oldest leave first. */
  readonly maxEntries?: number;
  /** Keep denials too (true). */
  readonly denials?: boolean;
  /** The clock, in milliseconds since the epoch; for tests. */
  readonly now?: () => number;
}

/** The remembered decisions of a runtime, for hosts that show and revoke them. */
export const RememberedApprovals = serviceToken<Pick<DecisionStore, 'list' | 'revoke'>>('@toolrack/approval-memory.remembered');

const optionsSchema: JsonObject = {
  type: 'object',
  additionalProperties: false,
  properties: {
    file: { type: 'string', minLength: 1 },
    baseDirectory: { type: 'string', minLength: 1 },
    scope: { type: 'array', uniqueItems: true, items: { enum: [...scopeKeys] } },
    maxDurationMs: { type: 'integer', minimum: 1 },
    maxEntries: { type: 'integer', minimum: 1 },
    denials: { type: 'boolean' },
    now: {},
  },
};

/** What answers the question of a request, if a person answered it before. The narrower answer comes first, and a denial before all. */
function recall(store: DecisionStore, request: ApprovalRequest, parts: readonly (keyof Scope)[]): RememberedDecision | undefined {
  const found = (['call', 'tool'] as const).flatMap((reach) => store.get(bindingOf(request, reach, parts).id) ?? []);
  return found.find(({ decision }) => decision === 'deny') ?? found[0];
}

/** Keeps the decisions that a person wants to be remembered, and answers the same question from them. */
export const approvalMemory = definePlugin<ApprovalMemoryOptions>({
  name: '@toolrack/approval-memory',
  version: '0.1.0',
  api: '^1',
  optionsSchema,
  apply: (host, options) => {
    const { scope = scopeKeys, maxDurationMs = 8 * 3_600_000, maxEntries = 1000, denials = true, now = Date.now } = options;
    const file = options.file === undefined ? undefined : resolve(options.baseDirectory ?? '.', options.file);
    const store = new DecisionStore({ file, mostEntries: maxEntries, now, logger: host.logger });
    host.provide(RememberedApprovals, () => store);
    host.contribute(ApprovalMemories, {
      remember: (request: ApprovalRequest, decision: ApprovalDecision, reach: RememberOptions) => {
        if (decision.arguments !== undefined || (decision.decision === 'deny' && !denials)) return;
        const until = now() + Math.min(reach.durationMs ?? maxDurationMs, maxDurationMs);
        const by = decision.by === undefined ? {} : { by: decision.by };
        store.set({ ...bindingOf(request, reach.for, scope), decision: decision.decision, ...by, at: now(), until });
      },
    });
    host.hooks.approve.tap(
      (request) => {
        const known = recall(store, request, scope);
        if (known === undefined) return undefined;
        const by = known.by === undefined ? 'memory' : `memory (${known.by})`;
        return approval(known.decision, { by, reason: `remembered decision ${known.id}` });
      },
      { stage: stages.early },
    );
  },
});
