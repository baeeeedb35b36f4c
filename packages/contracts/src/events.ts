import type { HookName } from './hooks.js';
import type { Scope } from './scope.js';
import type { SourceState } from './source-summary.js';

interface RunEvent {
  readonly runId: string;
}
interface CallEvent extends RunEvent {
  readonly callId: string;
  readonly parentCallId: string;
  /** The real tool, never a control. */
  readonly toolId: string;
  /** Which kind of source serves it: `openclaw`, `mcp`, `client`, … */
  readonly sourceKind: string;
}

/** Payload of every event: frozen, JSON-safe, without arguments and results. Durations are milliseconds. */
export interface EventMap {
  'runtime:booted': { readonly plugins: number; readonly durationMs: number };
  'runtime:disposed': { readonly durationMs: number };
  'plugin:applied': { readonly plugin: string; readonly version: string; readonly durationMs: number };
  'plugin:failed': { readonly plugin: string; readonly reason: string };
  'hook:faulted': {
    readonly plugin: string;
    readonly hook: HookName;
    readonly reason: string;
    readonly runId?: string;
    readonly toolId?: string;
  };
  'source:listed': {
    readonly sourceId: string;
    readonly tools: number;
    readonly problems: number;
    readonly durationMs: number;
  };
  'source:failed': {
    readonly sourceId: string;
    readonly state: SourceState;
    readonly reason: string;
    readonly runId?: string;
  };
  'source:changed': { readonly sourceId: string };
  /** A plugin said that cached catalogs no longer hold, for example after a rule changed. */
  'catalog:invalidated': { readonly plugin: string };
  'tool:dropped': {
    readonly sourceId: string;
    readonly tool: string;
    readonly reason: string;
    readonly plugin?: string;
  };
  'catalog:built': RunEvent & { readonly tools: number; readonly digest: string; readonly durationMs: number };
  /** Direct tools beyond `limits.maxTools` were moved behind the search. */
  'catalog:limited': RunEvent & { readonly limit: number; readonly moved: readonly string[] };
  'run:started': RunEvent & {
    readonly scope: Scope;
    readonly tools: number;
    readonly visible: number;
    readonly digest: string;
    readonly durationMs: number;
  };
  'run:narrowed': RunEvent & { readonly tools: number };
  'run:ended': RunEvent & { readonly searches: number; readonly describes: number; readonly calls: number };
  'search:completed': RunEvent & { readonly hits: number; readonly weak: boolean; readonly durationMs: number };
  'search:failed': RunEvent & { readonly plugin: string; readonly reason: string };
  'tool:described': RunEvent & { readonly toolId: string; readonly sourceKind: string };
  /**
   * The model named a tool that its catalog does not have, or that it may not use; `calledName` is what it called, a control or the tool
   * itself, and `reason` the answer's words, which name what was asked for.
   */
  'call:unknown': RunEvent & { readonly callId: string; readonly calledName: string; readonly reason: string };
  'call:started': CallEvent;
  'call:progressed': CallEvent & { readonly progress: number; readonly total?: number; readonly message?: string };
  'call:completed': CallEvent & { readonly isError: boolean; readonly durationMs: number };
  'call:denied': CallEvent & {
    readonly code: string;
    readonly reason: string;
    readonly rule?: string;
    readonly plugin?: string;
  };
  /** An implementation went on for `settleTimeoutMs` after nobody waited for its call any more; its slot was given to others. */
  'call:abandoned': CallEvent & { readonly waitedMs: number };
  'call:failed': CallEvent & { readonly code: string; readonly reason: string; readonly durationMs: number };
  'approval:requested': CallEvent & {
    readonly approvalId: string;
    readonly reasons: readonly string[];
    readonly deadline: number;
  };
  'approval:decided': CallEvent & {
    readonly approvalId: string;
    readonly decision: 'allow' | 'deny';
    readonly edited: boolean;
    readonly by?: string;
    readonly reason?: string;
  };
}

/** The name of an event: `noun:pastVerb`. */
export type EventName = keyof EventMap;

/** One event as a listener for all of them sees it; `at` is milliseconds since the epoch. */
export type ToolrackEvent = {
  [Name in EventName]: { readonly name: Name; readonly at: number } & EventMap[Name];
}[EventName];

/** Subscribes to events. A listener that throws or rejects disturbs nobody. Both return their disposer. */
export interface Events {
  on<Name extends EventName>(name: Name, listener: (event: Extract<ToolrackEvent, { name: Name }>) => void | Promise<void>): () => void;
  onAny(listener: (event: ToolrackEvent) => void | Promise<void>): () => void;
}
