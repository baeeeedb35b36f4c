import { boundedValue, secretValues, type CallView, type JsonValue, type Redactor, type ToolResult } from '@toolrack/contracts';

import type { CallRecord } from './activity-record.js';

/** Longest recorded name of a tool; OpenClaw's limit. */
const mostNameLength = 256;
/** Longest recorded reason of a failure. */
const mostReasonLength = 1024;

/** Most of a reason that is looked at. */
const mostReasonRead = 16_384;

/** A call on its way. */
interface OpenCall {
  readonly startOrder: number;
  readonly startedAt: number;
  toolName?: string;
  sourceName?: string;
  input?: JsonValue;
  result?: JsonValue;
  reachedSource: boolean;
  /** Secrets in any form of its arguments: a failure may repeat them where no key tells what they are. */
  secrets: readonly string[];
}

/** What the events about a call have in common. */
export interface CallEventFields {
  readonly at: number;
  readonly runId: string;
  readonly callId: string;
  readonly parentCallId: string;
  readonly toolId: string;
  readonly sourceKind: string;
}

/** How a call ended. */
export interface CallEnd {
  readonly isError: boolean;
  readonly durationMs?: number;
  readonly error?: { readonly code: string; readonly reason: string };
}

/** Bounds of what is recorded of a call. */
export interface CallBounds {
  readonly maxInputBytes: number;
  readonly maxResultBytes: number;
}

/** Puts the records of one run's calls together from what the hooks and the events tell of them. */
export class CallTracker {
  private readonly open = new Map<string, OpenCall>();
  private begun = 0;

  constructor(
    readonly scopeId: string,
    private readonly bounds: CallBounds,
    private readonly redactor: Redactor,
  ) {}

  /** The arguments as they are now; the last ones before the end are those that counted. */
  arguments(call: CallView): void {
    const { maxInputBytes } = this.bounds;
    const open = this.opened(call.callId);
    open.toolName = call.tool.name;
    open.sourceName = call.tool.source.owner;
    open.secrets = [...new Set([...open.secrets, ...secretValues(call.arguments, this.redactor)])];
    if (maxInputBytes > 0) open.input = boundedValue(call.arguments, maxInputBytes, this.redactor.with(open.secrets));
  }

  /** No other plugin answers in place of the source. */
  reachedSource(call: CallView): void {
    this.opened(call.callId).reachedSource = true;
  }

  /** The result after all other taps. One that comes after the end of its call belongs to nobody. */
  result(result: ToolResult, call: CallView): void {
    const { maxResultBytes } = this.bounds;
    const open = this.open.get(call.callId);
    if (open === undefined || maxResultBytes === 0) return;
    const { content, details, isError } = result;
    open.result = boundedValue({ content, details, isError }, maxResultBytes, this.redactor.with(open.secrets));
  }

  /** The record of a call that has ended. */
  finish(event: CallEventFields, end: CallEnd): CallRecord {
    const open = this.opened(event.callId, event.at);
    this.open.delete(event.callId);
    const [, owner = '', ...rest] = event.toolId.split(':');
    const wasAnswered = end.error === undefined;
    return {
      type: 'call',
      at: event.at,
      scopeId: this.scopeId,
      runId: event.runId,
      idempotencyKey: `${this.scopeId}:${event.callId}`,
      startOrder: open.startOrder,
      toolCallId: event.callId,
      ...(event.parentCallId === event.callId ? {} : { parentToolCallId: event.parentCallId }),
      toolId: event.toolId,
      toolName: (open.toolName ?? rest.join(':')).slice(0, mostNameLength),
      source: event.sourceKind,
      sourceName: open.sourceName ?? owner,
      servedBy: open.reachedSource ? 'source' : wasAnswered ? 'plugin' : 'nobody',
      startedAt: end.durationMs === undefined ? open.startedAt : Math.round(event.at - end.durationMs),
      durationMs: end.durationMs ?? event.at - open.startedAt,
      isError: end.isError,
      ...(end.error === undefined ? {} : { error: this.bounded(end.error, open.secrets) }),
      ...(open.input === undefined ? {} : { input: open.input }),
      ...(open.result === undefined || !wasAnswered ? {} : { result: open.result }),
    };
  }

  private bounded({ code, reason }: { readonly code: string; readonly reason: string }, secrets: readonly string[]) {
    // Redacted before it is cut, so that no cut leaves half of a secret.
    return { code, reason: this.redactor.with(secrets).text(reason.slice(0, mostReasonRead)).slice(0, mostReasonLength) };
  }

  private opened(callId: string, at = Date.now()): OpenCall {
    let open = this.open.get(callId);
    if (open === undefined) {
      this.begun += 1;
      open = { startOrder: this.begun, startedAt: at, reachedSource: false, secrets: [] };
      this.open.set(callId, open);
    }
    return open;
  }
}
