import {
  approval,
  ToolrackError,
  type ApprovalDecision,
  type ApprovalRequest,
  type CallAnswer,
  type CallView,
  type ClientCall,
  type JsonObject,
  type ToolResult,
} from '@toolrack/contracts';

import { protocolError } from './fields.js';
import { HostCall, type Pending } from './host-call.js';
import { RecentMap } from './recent-map.js';

/** Somebody who waits for the caller: a client tool for its result, or a call for its approval. */
interface Waiting<Value> {
  readonly call: HostCall;
  /** `undefined` once nobody waits any more, because the call was cancelled or took too long. */
  settle: ((value: Value) => void) | undefined;
}

/** How many ended calls, and ten times as many of what waited in them, are remembered for late requests. */
const mostRemembered = 1000;

/** All calls of the process: from the caller's ids to what waits behind them. */
export class CallTable {
  private readonly active = new Map<string, HostCall>();
  private readonly ended = new RecentMap<HostCall>(mostRemembered);
  /** Calls of tools, by run and id, to the caller's call that led to them. */
  private readonly targets = new RecentMap<{ readonly callId: string; readonly call: HostCall }>(10 * mostRemembered);
  private readonly clients = new RecentMap<Waiting<ToolResult>>(10 * mostRemembered);
  private readonly approvals = new RecentMap<Waiting<ApprovalDecision | undefined>>(10 * mostRemembered);
  private made = 0;

  /** Registers a call that was asked for. Throws `ERR_PROTOCOL` when the id is in use. */
  open(runId: string, givenId: string | undefined): HostCall {
    const callId = givenId ?? this.unusedId(runId);
    const key = keyOf(runId, callId);
    if (this.active.has(key)) throw protocolError(`A call with the callId ${JSON.stringify(callId)} is still running.`);
    const call = new HostCall(runId, callId);
    this.active.set(key, call);
    return call;
  }

  /** The call has its last answer; it can still be taken by a late `result` or `approve`. */
  end(call: HostCall, answer: CallAnswer): void {
    this.drop(call);
    this.ended.set(keyOf(call.runId, call.callId), call);
    call.end(answer);
  }

  /** Forgets a call that never began. */
  drop(call: HostCall): void {
    this.active.delete(keyOf(call.runId, call.callId));
  }

  /** Notes which call of the caller a tool's call belongs to. */
  note(view: CallView): void {
    const call = this.active.get(keyOf(view.run.runId, view.parentCallId));
    if (call !== undefined) this.targets.set(keyOf(view.run.runId, view.callId), { callId: view.callId, call });
  }

  /** Hands a client tool's call out and waits for its `result`. Rejects when the call is cancelled. */
  async handOut(runId: string, client: ClientCall): Promise<ToolResult> {
    const call = this.targets.get(keyOf(runId, client.callId))?.call;
    if (call === undefined) throw new ToolrackError('ERR_CALL_FAILED', 'The call was not made by the caller.');
    const { toolId } = client;
    // Two runs may have calls of the same id; a `result` names the id alone.
    const isTaken = this.clients.get(client.callId)?.settle !== undefined;
    const callId = isTaken ? `${runId}/${client.callId}` : client.callId;
    const pending: Pending = { kind: 'client', callId, toolId, arguments: client.arguments };
    const result = await this.wait<ToolResult>(this.clients, callId, call, pending, client.signal);
    if (result === undefined) throw new ToolrackError('ERR_CALL_INTERRUPTED', 'The call was cancelled.', { toolId });
    return result;
  }

  /** Asks the caller for an approval; `undefined` when the call is not the caller's or no longer waits. */
  async ask(request: ApprovalRequest): Promise<ApprovalDecision | undefined> {
    const call = this.active.get(keyOf(request.run.runId, request.parentCallId));
    if (call === undefined) return undefined;
    const { approvalId, reasons } = request;
    const pending: Pending = {
      kind: 'approval',
      approvalId,
      toolId: request.tool.id,
      arguments: request.arguments,
      reasons,
    };
    return this.wait<ApprovalDecision | undefined>(this.approvals, approvalId, call, pending, request.signal);
  }

  /** Gives a client tool its result and returns its call; `undefined` for an id that is not known (yet). */
  giveResult(callId: string, result: ToolResult): HostCall | undefined {
    return this.answer(this.clients, this.clientId(callId), result);
  }

  /** Decides an approval and returns its call; `undefined` for an id that is not known (yet). */
  decide(approvalId: string, decision: 'allow' | 'deny', edited: JsonObject | undefined): HostCall | undefined {
    const options = { by: 'caller', ...(edited === undefined ? {} : { arguments: edited }) };
    return this.answer(this.approvals, approvalId, approval(decision, options));
  }

  /** Cancels by the caller's id or by the id of a pending call; false for an id that was never seen (yet). */
  cancel(callId: string, runId: string | undefined): boolean {
    const matches = (call: HostCall): boolean => runId === undefined || call.runId === runId;
    const calls = [...this.active.values()].filter((call) => call.callId === callId && matches(call));
    if (calls.length > 1) throw protocolError(`Several runs have a call ${JSON.stringify(callId)}; give "run" too.`);
    const isTarget = (target: { callId: string; call: HostCall }): boolean => target.callId === callId && matches(target.call);
    const found = calls[0] ?? this.clients.get(callId)?.call ?? this.targets.find(isTarget)?.call;
    found?.cancel();
    return found !== undefined || this.ended.find((call) => call.callId === callId && matches(call)) !== undefined;
  }

  /** Cancels everything that runs or waits. */
  cancelAll(): void {
    for (const call of this.active.values()) call.cancel();
  }

  private async wait<Value>(
    table: RecentMap<Waiting<Value>>,
    id: string,
    call: HostCall,
    pending: Pending,
    signal: AbortSignal,
  ): Promise<Value | undefined> {
    if (signal.aborted) return undefined;
    let withdraw = (): void => undefined;
    return new Promise<Value | undefined>((resolve) => {
      const waiting: Waiting<Value> = { call, settle: resolve };
      table.set(id, waiting);
      withdraw = call.wait(pending);
      const onAbort = (): void => {
        waiting.settle = undefined;
        resolve(undefined);
      };
      signal.addEventListener('abort', onAbort, { once: true });
    }).finally(() => withdraw());
  }

  private answer<Value>(table: RecentMap<Waiting<Value>>, id: string, value: Value): HostCall | undefined {
    const waiting = table.get(id);
    if (waiting === undefined) return undefined;
    table.delete(id);
    waiting.settle?.(value);
    return waiting.call;
  }

  /** The caller's own id also names the client tool that its call waits for, when there is only one. */
  private clientId(callId: string): string {
    if (this.clients.get(callId) !== undefined) return callId;
    const waiting = [...this.clients.entries()].filter(([, entry]) => entry.call.callId === callId && entry.settle);
    return waiting.length === 1 ? (waiting[0] as [string, unknown])[0] : callId;
  }

  private unusedId(runId: string): string {
    do this.made += 1;
    while (this.active.has(keyOf(runId, `call-${this.made}`)) || this.ended.get(keyOf(runId, `call-${this.made}`)));
    return `call-${this.made}`;
  }
}

/** Ids of runs hold no line feed, so the key is unique. */
function keyOf(runId: string, callId: string): string {
  return `${runId}\n${callId}`;
}
