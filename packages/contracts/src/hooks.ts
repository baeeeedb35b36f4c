import type { ApprovalDecision, Denial } from './decision.js';
import type { DirectoryEntry } from './directory.js';
import type { JsonObject } from './json.js';
import type { CallPeer } from './peer.js';
import type { RankAnswer, RankQuery, RankedHit } from './ranker.js';
import type { ToolResult } from './result.js';
import type { RunContext } from './run.js';
import type { ToolSource } from './source.js';
import type { ToolDescriptor } from './tool.js';

/** Where a policy is asked. */
export type PolicyPhase = 'list' | 'search' | 'describe' | 'call';

/**
 * The question behind a `policy` tap. At `list` the answer may depend on tool and scope only: it is cached for equal scopes. A question about
 * what has no definition (the problem of a tool that cannot be used, or a source as a whole: `isSourceQuestion`) has an empty digest.
 */
export interface PolicyQuestion {
  readonly run: RunContext;
  readonly phase: PolicyPhase;
}

/** Name that stands for every tool of a source in a question about the source as a whole. */
export const everyTool = '*';

/**
 * True for a question about a source as a whole: nothing is known of its tools yet, and a policy denies it only when nothing of the source could
 * ever be allowed.
 */
export function isSourceQuestion(tool: Pick<ToolDescriptor, 'name' | 'digest'>): boolean {
  // Not taken apart: the digest of a definition is worked out when it is read, and nearly every tool has another name.
  return tool.name === everyTool && tool.digest === '';
}

/** What a `discover` tap may do to one run's sources. */
export interface DiscoverySession {
  readonly run: RunContext;
  /** Adds a source for this run alone; it is disposed with the run. */
  add(source: ToolSource): void;
  /** Leaves a registered source out of this run. `id` is `<kind>:<owner>`. */
  skip(id: string, reason: string): void;
}

/**
 * How a tool is offered: `direct` (schema shown; also searchable unless its exposure is direct-only), `direct-only` (schema shown, not
 * searchable), `catalog` (found by search) or `hidden` (absent everywhere).
 */
export type Visibility = 'direct' | 'direct-only' | 'catalog' | 'hidden';

/** The question behind a `visibility` tap. */
export interface VisibilityQuestion {
  readonly run: RunContext;
  /** All allowed tools of the run. */
  readonly tools: readonly ToolDescriptor[];
  /** How many allowed tools have this name. */
  countNamed(name: string): number;
}

/** One call on its way through the pipeline. */
export interface CallView {
  readonly run: RunContext;
  readonly callId: string;
  /** Id of the model's call that led to this one. */
  readonly parentCallId: string;
  readonly tool: ToolDescriptor;
  readonly arguments: JsonObject;
  readonly signal: AbortSignal;
  /** Who made the call, when that party can be asked something. */
  readonly peer?: CallPeer;
}

/** Collects reasons for asking. */
export interface ApprovalDossier {
  require(reason: string): void;
}

/** What an approver is asked. The decision holds for these arguments only. */
export interface ApprovalRequest extends CallView {
  readonly approvalId: string;
  readonly reasons: readonly string[];
  /** SHA-256 in hexadecimal over the canonical JSON of the arguments. */
  readonly argumentsDigest: string;
  /** Milliseconds since the epoch; no decision by then is a rejection. */
  readonly deadline: number;
}

/** The signature of each hook's taps. */
export interface HookTaps {
  runStart: (run: RunContext) => void | Promise<void>;
  discover: (session: DiscoverySession) => void | Promise<void>;
  descriptor: (tool: ToolDescriptor) => ToolDescriptor;
  policy: (tool: ToolDescriptor, question: PolicyQuestion) => Denial | undefined;
  visibility: (tool: ToolDescriptor, question: VisibilityQuestion) => Visibility | undefined;
  directory: (entries: readonly DirectoryEntry[], run: RunContext) => readonly DirectoryEntry[];
  query: (query: RankQuery, run: RunContext) => RankQuery;
  rank: (query: RankQuery, run: RunContext) => RankAnswer | undefined | Promise<RankAnswer | undefined>;
  rerank: (hits: readonly RankedHit[], query: RankQuery, run: RunContext) => readonly RankedHit[] | Promise<readonly RankedHit[]>;
  args: (callArguments: JsonObject, call: CallView) => JsonObject | Promise<JsonObject>;
  authorize: (call: CallView) => Denial | undefined | Promise<Denial | undefined>;
  approvalNeeded: (call: CallView, dossier: ApprovalDossier) => void | Promise<void>;
  approve: (request: ApprovalRequest) => ApprovalDecision | undefined | Promise<ApprovalDecision | undefined>;
  execute: (call: CallView) => ToolResult | undefined | Promise<ToolResult | undefined>;
  result: (result: ToolResult, call: CallView) => ToolResult | Promise<ToolResult>;
  runEnd: (run: RunContext) => void | Promise<void>;
}

/** The name of a hook. */
export type HookName = keyof HookTaps;

/** All hook names, in the order of a turn. */
export const hookNames = Object.freeze([
  'runStart',
  'discover',
  'descriptor',
  'policy',
  'visibility',
  'directory',
  'query',
  'rank',
  'rerank',
  'args',
  'authorize',
  'approvalNeeded',
  'approve',
  'execute',
  'result',
  'runEnd',
] as const satisfies readonly HookName[]);

/** Moments inside a hook. Taps run by stage, then by the order of plugins. */
export const stages = Object.freeze({
  /** Before what most plugins do. */
  early: -100,
  /** The default. */
  normal: 0,
  /** After what most plugins do. */
  late: 100,
  /** On `result`: removal of what must not be seen. A fault here withholds the result. */
  redaction: 1000,
});

/** Registers taps on one hook; the plugin's name is added by the kernel. */
export interface HookPort<Tap> {
  tap(tap: Tap, options?: { readonly stage?: number }): void;
}

/** A port for every hook. */
export type HookPorts = { readonly [Name in HookName]: HookPort<HookTaps[Name]> };
