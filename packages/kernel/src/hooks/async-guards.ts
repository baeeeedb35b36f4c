import {
  approval,
  isApprovalDecision,
  isDenial,
  isJsonObject,
  ToolrackError,
  type ApprovalDecision,
  type DiscoverySession,
  type HookTaps,
  type RankAnswer,
  type RankedHit,
  type ToolResult,
  type ToolSource,
} from '@toolrack/contracts';
import { withTimeout } from '../util/time.js';
import { describeValue, hookFault, type GuardContext, type TapOwner } from './fault.js';
import { faultDenial, type AttributedDenial } from './sync-guards.js';

/** What the kernel hands to the `discover` hook; taps get it without the plugin's name. */
export interface AttributedDiscovery extends Omit<DiscoverySession, 'add'> {
  add(source: ToolSource, plugin: string): void;
}

/** Awaits a tap inside its time limit; any fault is an attributed error. */
async function bounded(owner: TapOwner, context: GuardContext, invoke: () => unknown): Promise<unknown> {
  try {
    const returned = invoke();
    return await withTimeout(Promise.resolve(returned), context.timeoutMs, () =>
      hookFault(owner, `did not finish within ${context.timeoutMs} ms`),
    );
  } catch (error) {
    throw ToolrackError.is(error) && error.code === 'ERR_HOOK_FAULT' && error.plugin === owner.plugin
      ? error
      : hookFault(owner, 'threw', error);
  }
}

const callPlace = (call: { run: { runId: string }; tool: { id: string } }): { runId: string; toolId: string } => ({
  runId: call.run.runId,
  toolId: call.tool.id,
});

/** Guards of the asynchronous hooks, for taps of tapable's `tapPromise`. */
export const asyncGuards = {
  runStart:
    (tap: HookTaps['runStart'], owner: TapOwner, context: GuardContext) =>
    async (...[run]: Parameters<HookTaps['runStart']>) => {
      try {
        await bounded(owner, context, () => tap(run));
      } catch (error) {
        context.report(owner, error as ToolrackError, { runId: run.runId });
        throw error;
      }
    },

  discover:
    (tap: HookTaps['discover'], owner: TapOwner, context: GuardContext) => async (session: AttributedDiscovery) => {
      // The session is bound to the tap's plugin, so that a source of a run is attributed like any other.
      const own: DiscoverySession = {
        run: session.run,
        skip: (id, reason) => session.skip(id, reason),
        add: (source) => session.add(source, owner.plugin),
      };
      await bounded(owner, context, () => tap(own)).catch((error: ToolrackError) =>
        context.report(owner, error, { runId: session.run.runId }),
      );
    },

  rank:
    (tap: HookTaps['rank'], owner: TapOwner, context: GuardContext) =>
    async (...[query, run]: Parameters<HookTaps['rank']>): Promise<RankAnswer | undefined> => {
      try {
        const answer = await bounded(owner, context, () => tap(query, run));
        if (answer === undefined) return undefined;
        if (isJsonObject(answer) && Array.isArray(answer['hits'])) return answer as unknown as RankAnswer;
        throw hookFault(owner, `returned ${describeValue(answer)} instead of ranked hits or undefined`);
      } catch (error) {
        context.report(owner, error as ToolrackError, { runId: run.runId });
        return undefined;
      }
    },

  rerank:
    (tap: HookTaps['rerank'], owner: TapOwner, context: GuardContext) =>
    async (...[hits, query, run]: Parameters<HookTaps['rerank']>): Promise<readonly RankedHit[]> => {
      try {
        const answer = await bounded(owner, context, () => tap(hits, query, run));
        if (!Array.isArray(answer)) throw hookFault(owner, `returned ${describeValue(answer)} instead of hits`);
        const known = new Set(hits.map((hit) => hit.id));
        const kept = (answer as unknown[]).filter(
          (hit): hit is RankedHit & object => isJsonObject(hit) && known.delete(String(hit['id'])),
        );
        return kept.map((hit) => ({ id: hit.id, score: Number.isFinite(hit.score) ? hit.score : 0 }));
      } catch (error) {
        context.report(owner, error as ToolrackError, { runId: run.runId });
        return hits;
      }
    },

  authorize:
    (tap: HookTaps['authorize'], owner: TapOwner, context: GuardContext) =>
    async (...[call]: Parameters<HookTaps['authorize']>): Promise<AttributedDenial | undefined> => {
      try {
        const answer = await bounded(owner, context, () => tap(call));
        if (answer === undefined) return undefined;
        if (isDenial(answer)) return { denial: answer, plugin: owner.plugin };
        return faultDenial(
          owner,
          context,
          `returned ${describeValue(answer)} instead of deny() or undefined`,
          callPlace(call),
        );
      } catch (error) {
        return faultDenial(owner, context, 'threw', callPlace(call), error);
      }
    },

  approvalNeeded:
    (tap: HookTaps['approvalNeeded'], owner: TapOwner, context: GuardContext) =>
    async (...[call, dossier]: Parameters<HookTaps['approvalNeeded']>) => {
      try {
        await bounded(owner, context, () => tap(call, dossier));
      } catch (error) {
        context.report(owner, error as ToolrackError, callPlace(call));
        dossier.require(`${owner.plugin} could not decide whether this call needs an approval`);
      }
    },

  // The deadline of the request bounds the wait, not the hook's time limit: a person decides.
  approve:
    (tap: HookTaps['approve'], owner: TapOwner, context: GuardContext) =>
    async (...[request]: Parameters<HookTaps['approve']>): Promise<ApprovalDecision | undefined> => {
      const reject = (what: string, cause?: unknown): ApprovalDecision => {
        const fault = hookFault(owner, what, cause);
        context.report(owner, fault, callPlace(request));
        return approval('deny', { reason: 'the approver failed', by: owner.plugin });
      };
      try {
        const answer: unknown = await tap(request);
        if (answer === undefined) return undefined;
        const isSound =
          isApprovalDecision(answer) &&
          (answer.decision === 'allow' || answer.decision === 'deny') &&
          (answer.arguments === undefined || isJsonObject(answer.arguments));
        return isSound ? answer : reject(`returned ${describeValue(answer)} instead of approval() or undefined`);
      } catch (error) {
        return reject('threw', error);
      }
    },

  // The time limit of the call bounds an execution.
  execute:
    (tap: HookTaps['execute'], owner: TapOwner, context: GuardContext) =>
    async (...[call]: Parameters<HookTaps['execute']>): Promise<ToolResult | undefined> => {
      try {
        const answer: unknown = await tap(call);
        if (answer === undefined || (isJsonObject(answer) && Array.isArray(answer['content'])))
          return answer as ToolResult | undefined;
        throw hookFault(owner, `returned ${describeValue(answer)} instead of a result or undefined`);
      } catch (error) {
        const fault = ToolrackError.is(error) ? error : hookFault(owner, 'threw', error);
        context.report(owner, fault, callPlace(call));
        throw fault;
      }
    },

  result:
    (tap: HookTaps['result'], owner: TapOwner, context: GuardContext, redactionStage: number) =>
    async (...[result, call]: Parameters<HookTaps['result']>): Promise<ToolResult> => {
      try {
        const answer = await bounded(owner, context, () => tap(result, call));
        if (isJsonObject(answer) && Array.isArray(answer['content'])) return answer as unknown as ToolResult;
        throw hookFault(owner, `returned ${describeValue(answer)} instead of a result`);
      } catch (error) {
        context.report(owner, error as ToolrackError, callPlace(call));
        if (owner.stage < redactionStage) return result;
        throw new ToolrackError(
          'ERR_RESULT_WITHHELD',
          `The result is withheld because plugin ${owner.plugin} failed to redact it.`,
          {
            plugin: owner.plugin,
            hook: 'result',
            toolId: call.tool.id,
            modelText: 'The tool has run, but its result cannot be shown.',
            cause: error,
          },
        );
      }
    },

  runEnd:
    (tap: HookTaps['runEnd'], owner: TapOwner, context: GuardContext) =>
    async (...[run]: Parameters<HookTaps['runEnd']>) => {
      await bounded(owner, context, () => tap(run)).catch((error: ToolrackError) =>
        context.report(owner, error, { runId: run.runId }),
      );
    },
};
