import { approval, deny, isApprovalDecision, isDenial, isJsonObject, stages, ToolrackError } from '@toolrack/contracts';
import type { ApprovalDossier, Denial, DiscoverySession, HookName, RankedHit, ToolDescriptor } from '@toolrack/contracts';
import type { ToolSource } from '@toolrack/contracts';
import type { TapOwner } from './fault.js';

/** Says that a tap's answer is nothing its hook accepts. */
export const refused = Symbol('refused');

/** What one hook accepts of a tap, and what stands in for a faulty tap. */
export interface GuardRule {
  /** What a tap is to return, in words. */
  readonly expected: string;
  /** The hook's value for a tap's answer, or `refused`. May throw an `Error` that says what is wrong. */
  accept(answer: unknown, args: readonly never[], owner: TapOwner): unknown;
  /** The hook's value when the tap threw, hung or was refused. May throw. */
  onFault(fault: ToolrackError, args: readonly never[], owner: TapOwner): unknown;
  /** Answers without asking the tap; `refused` asks it. */
  skip?(args: readonly never[]): unknown;
  /** Changes the arguments for this tap. */
  prepare?(args: readonly never[], owner: TapOwner): readonly unknown[];
  /** Not bounded by the time limit of hooks. */
  readonly isUnbounded?: boolean;
  /** `undefined` is an answer: the hook goes on. */
  readonly isOptional?: boolean;
}

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

/** What the kernel hands to the `discover` hook; taps get it without the plugin's name. */
export interface AttributedDiscovery extends Omit<DiscoverySession, 'add'> {
  add(source: ToolSource, plugin: string): void;
}

/** True for the marker of a dropped tool. */
export function isDropped(value: ToolDescriptor | DroppedTool): value is DroppedTool {
  return 'droppedBy' in value;
}

const first = (args: readonly never[]): unknown => args[0];
const rethrow = (fault: ToolrackError): never => {
  throw fault;
};
const isResult = (answer: unknown): boolean => isJsonObject(answer) && Array.isArray(answer['content']);
const nothing: GuardRule = { expected: 'nothing', accept: () => undefined, onFault: () => undefined };

// Fail closed: whatever is no denial and not `undefined` denies.
const denial: GuardRule = {
  expected: 'deny() or undefined',
  isOptional: true,
  accept: (answer, _args, { plugin }) => (answer === undefined ? undefined : isDenial(answer) ? { denial: answer, plugin } : refused),
  onFault: (fault, _args, { plugin }) => ({ denial: deny(fault.message), plugin }),
};

/** The answers of one array that are known by id, each once, as `pick` makes them. */
function known<Item extends { readonly id: string }>(
  answer: unknown,
  items: readonly Item[],
  pick: (mine: Item, theirs: Item) => Item,
): unknown {
  if (!Array.isArray(answer)) return refused;
  const byId = new Map(items.map((item) => [item.id, item]));
  return (answer as unknown[]).flatMap((theirs) => {
    const mine = isJsonObject(theirs) ? byId.get(theirs['id'] as string) : undefined;
    if (mine === undefined) return [];
    byId.delete(mine.id);
    return [pick(mine, theirs as Item)];
  });
}

function sameTool(answer: unknown, tool: ToolDescriptor): unknown {
  if (answer === tool) return tool;
  if (!isJsonObject(answer)) return refused;
  const changed = answer as unknown as ToolDescriptor;
  if (changed.id !== tool.id || changed.name !== tool.name) throw new Error('changed the id or name of a tool');
  if (changed.source?.kind !== tool.source.kind || changed.source.owner !== tool.source.owner)
    throw new Error('changed the source of a tool');
  if (changed.trust !== tool.trust) throw new Error('changed the trust of a tool');
  return typeof changed.description === 'string' ? changed : refused;
}

/** The rules of every hook (the table of the design). */
export const guardRules: Readonly<Record<HookName, GuardRule>> = {
  runStart: { ...nothing, onFault: rethrow },
  discover: {
    ...nothing,
    prepare: ([session]: readonly AttributedDiscovery[], { plugin }) => {
      const own: DiscoverySession = {
        run: (session as AttributedDiscovery).run,
        skip: (id, reason) => session?.skip(id, reason),
        add: (source) => session?.add(source, plugin),
      };
      return [own];
    },
  },
  descriptor: {
    expected: 'a tool',
    skip: ([tool]: readonly (ToolDescriptor | DroppedTool)[]) => (isDropped(tool as DroppedTool) ? tool : refused),
    accept: (answer, [tool]: readonly ToolDescriptor[]) => sameTool(answer, tool as ToolDescriptor),
    onFault: (fault, _args, { plugin }) => ({ droppedBy: plugin, reason: fault.message }) satisfies DroppedTool,
  },
  policy: denial,
  visibility: {
    expected: 'a visibility or undefined',
    isOptional: true,
    accept: (answer) => ([undefined, 'direct', 'direct-only', 'catalog', 'hidden'].includes(answer as string) ? answer : refused),
    onFault: () => 'catalog',
  },
  directory: {
    expected: 'entries',
    accept: (answer, [entries]) => known(answer, entries ?? [], (mine) => mine),
    onFault: (_fault, args) => first(args),
  },
  query: {
    expected: 'a query',
    accept: (answer) => {
      const isQuery =
        isJsonObject(answer) && typeof answer['text'] === 'string' && Number.isInteger(answer['limit']) && Number(answer['limit']) > 0;
      return isQuery ? answer : refused;
    },
    onFault: (_fault, args) => first(args),
  },
  rank: {
    expected: 'ranked hits or undefined',
    accept: (answer) => (answer === undefined || (isJsonObject(answer) && Array.isArray(answer['hits'])) ? answer : refused),
    onFault: () => undefined,
  },
  rerank: {
    expected: 'hits',
    accept: (answer, [hits]) =>
      known<RankedHit>(answer, hits ?? [], (mine, theirs) => ({
        id: mine.id,
        score: Number.isFinite(theirs.score) ? theirs.score : mine.score,
      })),
    onFault: (_fault, args) => first(args),
  },
  // A rewrite of arguments may be a safeguard, so a fault fails the call rather than letting the old arguments through.
  args: { expected: 'arguments', accept: (answer) => (isJsonObject(answer) ? answer : refused), onFault: rethrow },
  authorize: denial,
  approvalNeeded: {
    ...nothing,
    onFault: (_fault, [, dossier], { plugin }) =>
      (dossier as unknown as ApprovalDossier).require(`${plugin} could not decide whether this call needs an approval`),
  },
  // The deadline of the request bounds the wait, not the time limit of hooks: a person decides.
  approve: {
    isUnbounded: true,
    expected: 'approval() or undefined',
    accept: (answer) => {
      if (answer === undefined) return undefined;
      const isSound = isApprovalDecision(answer) && ['allow', 'deny'].includes(answer.decision);
      return isSound && (answer.arguments === undefined || isJsonObject(answer.arguments)) ? answer : refused;
    },
    onFault: (_fault, _args, { plugin }) => approval('deny', { reason: 'the approver failed', by: plugin }),
  },
  // The time limit of the call bounds an execution. A tool's own error keeps its words.
  execute: {
    isUnbounded: true,
    expected: 'a result or undefined',
    accept: (answer) => (answer === undefined || isResult(answer) ? answer : refused),
    onFault: (fault) => rethrow(ToolrackError.is(fault.cause) ? fault.cause : fault),
  },
  result: {
    expected: 'a result',
    accept: (answer) => (isResult(answer) ? answer : refused),
    onFault: (fault, args, { plugin, stage }) => {
      if (stage < stages.redaction) return first(args);
      throw new ToolrackError('ERR_RESULT_WITHHELD', `The result is withheld because plugin ${plugin} failed to redact it.`, {
        plugin,
        hook: 'result',
        modelText: 'The tool has run, but its result cannot be shown.',
        cause: fault,
      });
    },
  },
  runEnd: nothing,
};
