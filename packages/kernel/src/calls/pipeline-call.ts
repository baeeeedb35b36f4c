import type { CallPeer, RunContext, ToolDescriptor, ToolProgress } from '@toolrack/contracts';
import type { CatalogSnapshot } from '@toolrack/core';
import type { SourceRecord } from '../catalog/source-record.js';

/** One call to carry out in a run's catalog. */
export interface PipelineCall {
  readonly run: RunContext;
  readonly snapshot: CatalogSnapshot;
  readonly tool: ToolDescriptor;
  readonly arguments: unknown;
  readonly callId: string;
  readonly parentCallId: string;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ToolProgress) => void;
  readonly peer: CallPeer | undefined;
  /** False when the run has been narrowed since and no longer has the tool. */
  readonly isInRun: () => boolean;
  /** The source as it is now; `undefined` when it has gone. */
  readonly record: (tool: ToolDescriptor) => SourceRecord | undefined;
}
