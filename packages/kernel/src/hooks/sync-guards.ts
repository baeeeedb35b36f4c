import {
  isDenial,
  isJsonObject,
  deny,
  type Denial,
  type DirectoryEntry,
  type HookTaps,
  type RankQuery,
  type ToolDescriptor,
  type Visibility,
} from '@toolrack/contracts';
import { isThenable } from '../util/time.js';
import { describeValue, hookFault, type GuardContext, type TapOwner } from './fault.js';

/** A denial with the plugin that made it. */
export interface AttributedDenial {
  readonly denial: Denial;
  readonly plugin: string;
}

/** Stands for a tool that a `descriptor` tap spoiled: it is dropped, attributed. */
export interface DroppedTool {
  readonly droppedBy: string;
  readonly reason: string;
}

/** True for the marker of a dropped tool. */
export function isDropped(value: ToolDescriptor | DroppedTool): value is DroppedTool {
  return 'droppedBy' in value;
}

/** The name of a value that is no denial, as a denial of its own: fail closed. */
export function faultDenial(
  owner: TapOwner,
  context: GuardContext,
  what: string,
  where: { runId?: string; toolId?: string },
  cause?: unknown,
): AttributedDenial {
  const fault = hookFault(owner, what, cause);
  context.report(owner, fault, where);
  return { denial: deny(fault.message), plugin: owner.plugin };
}

function quiet(value: unknown): void {
  if (isThenable(value)) value.then(undefined, () => undefined);
}

/** Guards of the synchronous hooks. Each turns whatever a tap does into what the hook accepts, and reports it. */
export const syncGuards = {
  descriptor:
    (tap: HookTaps['descriptor'], owner: TapOwner, context: GuardContext) => (tool: ToolDescriptor | DroppedTool) => {
      if (isDropped(tool)) return tool;
      const drop = (reason: string, cause?: unknown): DroppedTool => {
        const fault = hookFault(owner, reason, cause);
        context.report(owner, fault, { toolId: tool.id });
        return { droppedBy: owner.plugin, reason: fault.message };
      };
      let changed: ToolDescriptor;
      try {
        changed = tap(tool);
      } catch (error) {
        return drop('threw', error);
      }
      quiet(changed);
      if (changed === tool) return tool;
      if (!isJsonObject(changed) || isThenable(changed))
        return drop(`returned ${describeValue(changed)} instead of a tool`);
      if (changed.id !== tool.id || changed.name !== tool.name) return drop('changed the id or name of a tool');
      if (changed.source?.kind !== tool.source.kind || changed.source.owner !== tool.source.owner)
        return drop('changed the source of a tool');
      if (changed.trust !== tool.trust) return drop('changed the trust of a tool');
      if (typeof changed.description !== 'string') return drop('returned a tool without a description');
      return changed;
    },

  policy:
    (tap: HookTaps['policy'], owner: TapOwner, context: GuardContext) =>
    (...[tool, question]: Parameters<HookTaps['policy']>): AttributedDenial | undefined => {
      const where = { runId: question.run.runId, toolId: tool.id };
      try {
        const answer: unknown = tap(tool, question);
        if (answer === undefined) return undefined;
        if (isDenial(answer)) return { denial: answer, plugin: owner.plugin };
        quiet(answer);
        return faultDenial(owner, context, `returned ${describeValue(answer)} instead of deny() or undefined`, where);
      } catch (error) {
        return faultDenial(owner, context, 'threw', where, error);
      }
    },

  visibility:
    (tap: HookTaps['visibility'], owner: TapOwner, context: GuardContext) =>
    (...[tool, question]: Parameters<HookTaps['visibility']>): Visibility | undefined => {
      const where = { runId: question.run.runId, toolId: tool.id };
      try {
        const answer: unknown = tap(tool, question);
        if (answer === undefined || answer === 'direct' || answer === 'catalog' || answer === 'hidden') return answer;
        quiet(answer);
        context.report(owner, hookFault(owner, `returned ${describeValue(answer)} instead of a visibility`), where);
      } catch (error) {
        context.report(owner, hookFault(owner, 'threw', error), where);
      }
      return 'catalog';
    },

  directory:
    (tap: HookTaps['directory'], owner: TapOwner, context: GuardContext) =>
    (...[entries, run]: Parameters<HookTaps['directory']>): readonly DirectoryEntry[] => {
      try {
        const answer: unknown = tap(entries, run);
        quiet(answer);
        if (Array.isArray(answer)) {
          const known = new Map(entries.map((entry) => [entry.id, entry]));
          const kept = new Set<DirectoryEntry>();
          for (const item of answer as unknown[]) {
            const entry = isJsonObject(item) ? known.get(String(item['id'])) : undefined;
            if (entry !== undefined) kept.add(entry);
          }
          return [...kept];
        }
        context.report(owner, hookFault(owner, `returned ${describeValue(answer)} instead of entries`), {
          runId: run.runId,
        });
      } catch (error) {
        context.report(owner, hookFault(owner, 'threw', error), { runId: run.runId });
      }
      return entries;
    },

  query:
    (tap: HookTaps['query'], owner: TapOwner, context: GuardContext) =>
    (...[query, run]: Parameters<HookTaps['query']>): RankQuery => {
      try {
        const answer: unknown = tap(query, run);
        quiet(answer);
        if (
          isJsonObject(answer) &&
          typeof answer['text'] === 'string' &&
          Number.isInteger(answer['limit']) &&
          Number(answer['limit']) >= 1
        ) {
          return answer as unknown as RankQuery;
        }
        context.report(owner, hookFault(owner, `returned ${describeValue(answer)} instead of a query`), {
          runId: run.runId,
        });
      } catch (error) {
        context.report(owner, hookFault(owner, 'threw', error), { runId: run.runId });
      }
      return query;
    },

  // A rewrite of arguments may be a safeguard, so a fault fails the call rather than letting the old arguments through.
  args:
    (tap: HookTaps['args'], owner: TapOwner, context: GuardContext) =>
    (...[callArguments, call]: Parameters<HookTaps['args']>) => {
      const where = { runId: call.run.runId, toolId: call.tool.id };
      const fail = (what: string, cause?: unknown): never => {
        const fault = hookFault(owner, what, cause);
        context.report(owner, fault, where);
        throw fault;
      };
      let answer: unknown;
      try {
        answer = tap(callArguments, call);
      } catch (error) {
        return fail('threw', error);
      }
      quiet(answer);
      if (!isJsonObject(answer) || isThenable(answer))
        return fail(`returned ${describeValue(answer)} instead of arguments`);
      return answer;
    },
};
