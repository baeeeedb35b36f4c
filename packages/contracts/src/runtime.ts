import type { Events } from './events.js';
import type { HookName } from './hooks.js';
import type { Logger, Plugin } from './plugin.js';
import type { Run, RunRequest } from './run.js';
import type { SourceSummary } from './source-summary.js';
import type { ExtensionPoint } from './tokens.js';
import type { Trust } from './tool.js';

/** Bounds of a runtime; times in milliseconds. */
export interface RuntimeLimits {
  /** Longest `apply` of one plugin (10,000). */
  readonly applyTimeoutMs: number;
  /** Longest time a tap of an asynchronous hook may take, except `approve` and `execute` (10,000). */
  readonly hookTimeoutMs: number;
  /** How long the start of a run waits for sources that have not listed yet; they appear in a later run (10,000). */
  readonly discoveryTimeoutMs: number;
  /** How long an approval is waited for (300,000). */
  readonly approvalTimeoutMs: number;
  /** Longest execution of one call; 0 leaves it to the source (0). */
  readonly callTimeoutMs: number;
  /**
   * How long the slot of a call that was cancelled or timed out is held for an implementation that goes on; others of its catalog may overlap
   * with it afterwards (60,000; 0: until it ends, however long that takes).
   */
  readonly settleTimeoutMs: number;
  /** How long `dispose` waits for running calls before it aborts them (5,000). */
  readonly drainTimeoutMs: number;
  /**
   * Most tools that a model is shown, controls included (0: no bound). Direct tools beyond it are found by search instead, and
   * `catalog:limited` names them; without controls there is no bound.
   */
  readonly maxTools: number;
  /**
   * Most characters (UTF-16 code units) of texts and names in the definition of one tool: its description and schemas (500,000). A larger one
   * is left out with its reason.
   */
  readonly maxDefinitionCharacters: number;
  /** Most JSON values in the definition of one tool (20,000). */
  readonly maxDefinitionValues: number;
  /** Most JSON values in the arguments of one call (50,000). */
  readonly maxArgumentValues: number;
}

/** What `createRuntime` takes. */
export interface RuntimeOptions {
  readonly plugins: readonly Plugin[];
  /**
   * Trust that the deployment grants, by pattern over source ids (`mcp:github`, `openclaw:*`) or by the name of the plugin that brings
   * the source; the first match in order decides, and the lower of grant and claim wins. Sources of `@toolrack/*` plugins are granted
   * what they claim (their claims come from the operator's own options); all others are untrusted without a grant.
   */
  readonly trust?: Readonly<Record<string, Trust>>;
  /** Validate arguments of untrusted tools too (false). */
  readonly validateUntrusted?: boolean;
  readonly limits?: Partial<RuntimeLimits>;
  readonly logger?: Logger;
}

/** One tap, as registered. */
export interface TapInspection {
  readonly hook: HookName;
  readonly plugin: string;
  readonly stage: number;
}

/** What a runtime is made of. */
export interface Inspection {
  readonly apiVersion: string;
  readonly bootMs: number;
  readonly plugins: readonly {
    readonly name: string;
    readonly version: string;
    readonly state: 'applied' | 'failed';
    readonly applyMs: number;
    readonly reason?: string;
  }[];
  readonly services: readonly { readonly id: string; readonly provider: string }[];
  readonly extensions: readonly { readonly id: string; readonly plugin: string }[];
  readonly taps: readonly TapInspection[];
  readonly sources: readonly SourceSummary[];
  readonly runs: number;
}

/** A booted, immutable runtime. */
export interface Runtime extends AsyncDisposable {
  readonly events: Events;
  startRun(request?: RunRequest): Promise<Run>;
  /** Every registered source with its state; `tools` counts what it last listed. */
  sources(): readonly SourceSummary[];
  inspect(): Inspection;
  /** What the plugins contributed to an extension point, in their order; for hosts. */
  contributions<Value>(point: ExtensionPoint<Value>): readonly Value[];
  /** Refuses new runs, waits for running calls, then disposes services, sources and plugins in reverse order. */
  dispose(): Promise<void>;
}
