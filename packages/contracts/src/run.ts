import type { JsonObject, JsonSchema } from './json.js';
import type { CallPeer } from './peer.js';
import type { CallAnswer, ToolProgress, ToolResult } from './result.js';
import type { Scope } from './scope.js';
import type { SourceSummary } from './source-summary.js';
import type { SearchAnswer, SearchRequest } from './search.js';
import type { ModelTool, ToolDescriptor } from './tool.js';

/** A tool that the caller brings for one run. */
export interface ClientTool {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema?: JsonSchema;
  readonly outputSchema?: JsonSchema;
}

/** A call of a client tool, handed back to the caller. */
export interface ClientCall {
  readonly callId: string;
  readonly toolId: string;
  readonly name: string;
  readonly arguments: JsonObject;
  readonly signal: AbortSignal;
}

/** The caller's own tools and what carries out their calls. */
export interface ClientBinding {
  readonly tools: readonly ClientTool[];
  call(call: ClientCall): Promise<ToolResult>;
}

/** What the host around the model can do. Absent means the default in brackets. */
export interface HostCapabilities {
  /** A call of a name that was not declared reaches the runtime (true). */
  readonly deferredDispatch?: boolean;
  /** The host searches tools itself, so the model gets no controls (false). */
  readonly nativeToolSearch?: boolean;
  /** The host's code mode is engaged and takes precedence (false). */
  readonly codeMode?: boolean;
}

/** What a host asks for when it starts a run. Every field is optional. */
export interface RunRequest extends Scope {
  /** Tokens of the model's context window. */
  readonly contextWindow?: number;
  readonly model?: { readonly provider: string; readonly id: string; readonly baseUrl?: string };
  /** Names of trusted tools that must be visible directly. */
  readonly directNames?: readonly string[];
  /** Patterns (ids or names, with `*`); only matching tools exist in the run. */
  readonly allow?: readonly string[];
  readonly client?: ClientBinding;
  readonly host?: HostCapabilities;
  /** The longest wait for sources that have not listed yet, in milliseconds; at most, and by default, `discoveryTimeoutMs`. What lists later is in the next run. */
  readonly sourceWaitMs?: number;
  /** Ends the run's calls when it aborts. */
  readonly signal?: AbortSignal;
}

/** One run, frozen: the argument of every hook. Per-run state belongs in a `RunSlot`. */
export interface RunContext {
  readonly runId: string;
  readonly scope: Scope;
  readonly contextWindow?: number;
  readonly model?: RunRequest['model'];
  readonly directNames: readonly string[];
  /** The patterns that the run was asked to keep to; what they leave is the run's catalog. */
  readonly allow?: readonly string[];
  readonly client?: ClientBinding;
  readonly host: Required<HostCapabilities>;
  readonly signal: AbortSignal;
}

/** State of one plugin for each run, dropped with the run. */
export class RunSlot<Value> {
  private readonly values = new WeakMap<RunContext, Value>();
  constructor(private readonly create: (run: RunContext) => Value) {}

  /** The run's value, created at the first use. */
  get(run: RunContext): Value {
    if (!this.values.has(run)) this.values.set(run, this.create(run));
    return this.values.get(run) as Value;
  }

  set(run: RunContext, value: Value): void {
    this.values.set(run, value);
  }
}

/** Counts and states of a run's catalog. */
export interface CatalogSummary {
  readonly total: number;
  /** Digest over the visible definitions, 64 hexadecimal digits; the same whatever order sources answer in. */
  readonly digest: string;
  readonly sources: readonly SourceSummary[];
}

/** One tool of a run's catalog with the name that a model calls it by. */
export interface CatalogEntry {
  readonly tool: ToolDescriptor;
  /** At most 64 characters of `[A-Za-z0-9_-]`, unique in the catalog. */
  readonly callName: string;
  /** Shown to the model with its schema. */
  readonly direct: boolean;
  /** Found by search; a `direct` tool may be searchable too. */
  readonly searchable: boolean;
}

/** A call as a model made it. */
export interface ModelCall {
  readonly name: string;
  /** Any JSON value, as the model sent it. */
  readonly arguments: unknown;
  /** Chosen by the host; made up when absent. Unique among the run's calls. */
  readonly callId?: string;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: ToolProgress) => void;
  /** Who makes the call, when a tool or an approver may ask that party something. */
  readonly peer?: CallPeer;
}

/** A started run: a pinned catalog and what the model sees of it. */
export interface Run {
  readonly id: string;
  readonly context: RunContext;
  /** What the model sees, in a fixed order. */
  readonly tools: readonly ModelTool[];
  /** Text for the system prompt, `""` when there is none. */
  readonly prompt: string;
  readonly catalog: CatalogSummary;
  /** Every visible tool, sorted by id. */
  readonly entries: readonly CatalogEntry[];
  /** A model's call of any visible tool. Never rejects: a failure is an answer with `isError`. */
  call(call: ModelCall): Promise<CallAnswer>;
  /** A call of one tool by its exact id, past the surface, through the whole pipeline. */
  callTool(toolId: string, call: Omit<ModelCall, 'name'>): Promise<ToolResult>;
  search(request: SearchRequest): Promise<SearchAnswer>;
  /** The definition, or `undefined` for a tool that is unknown or not allowed. */
  describe(toolId: string): ToolDescriptor | undefined;
  /** Narrows list, catalog and directory together to the patterns; `undefined` lifts it again. Never widens past the start. */
  narrow(allow: readonly string[] | undefined): void;
  /** Ends running calls and forgets the run. */
  end(): Promise<void>;
}
