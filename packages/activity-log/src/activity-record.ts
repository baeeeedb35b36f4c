import type { JsonValue, Scope } from '@toolrack/contracts';

interface RecordBase {
  /** When it was over, in milliseconds since the epoch. */
  readonly at: number;
  /** 24 hexadecimal digits that no other run of any process has. */
  readonly scopeId: string;
  /** The run's id inside its process. */
  readonly runId: string;
}

/** A run has started. */
export interface RunRecord extends RecordBase {
  readonly type: 'run';
  readonly scope: Scope;
  /** Tools of the catalog. */
  readonly tools: number;
  /** Tool schemas that the model saw at the start. */
  readonly visible: number;
  readonly digest: string;
}

/** A search: what was asked and what was found. */
export interface SearchRecord extends RecordBase {
  readonly type: 'search';
  /** Redacted, at most 1,024 characters. */
  readonly query: string;
  readonly limit: number;
  /** Ids, best first. */
  readonly hits: readonly string[];
}

/** A definition was read. */
export interface DescribeRecord extends RecordBase {
  readonly type: 'describe';
  readonly toolId: string;
}

/** A finished call of a real tool, never of a control. */
export interface CallRecord extends RecordBase {
  readonly type: 'call';
  /** `<scopeId>:<toolCallId>`: a record that was read before. */
  readonly idempotencyKey: string;
  /** Position among the calls of the run, from 1, in the order in which they began. */
  readonly startOrder: number;
  readonly toolCallId: string;
  /** The model's call that led to this one; absent when the model called the tool itself. */
  readonly parentToolCallId?: string;
  readonly toolId: string;
  /** At most 256 characters. */
  readonly toolName: string;
  /** Kind of the source: `openclaw`, `mcp`, `client`, … */
  readonly source: string;
  /** Which source of that kind. */
  readonly sourceName: string;
  /** Who gave the result: the source, another plugin in its place, or nobody, because the tool was not run. */
  readonly servedBy: 'source' | 'plugin' | 'nobody';
  readonly startedAt: number;
  readonly durationMs: number;
  readonly isError: boolean;
  /** Why no result was accepted. */
  readonly error?: { readonly code: string; readonly reason: string };
  /** The arguments as the tool got them (or would have), redacted; a placeholder when too large; absent when they were never read. */
  readonly input?: JsonValue;
  /** The accepted result, redacted; a placeholder when too large; absent without one. */
  readonly result?: JsonValue;
}

/** A run has ended: its counters, with the searches that never reached the ranker. */
export interface EndRecord extends RecordBase {
  readonly type: 'end';
  readonly searches: number;
  readonly describes: number;
  readonly calls: number;
}

/** Records that could not be kept, because the disk failed or was too slow. */
export interface LossRecord {
  readonly type: 'loss';
  readonly at: number;
  readonly records: number;
}

/** One line of the file. */
export type ActivityRecord = RunRecord | SearchRecord | DescribeRecord | CallRecord | EndRecord | LossRecord;
