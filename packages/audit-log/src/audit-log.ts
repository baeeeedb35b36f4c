import { resolve } from 'node:path';

import { definePlugin, deny, reasonOf, ToolrackError, type PluginHost, type Scope, type ToolrackEvent } from '@toolrack/contracts';

import type { AuditRecord } from './audit-record.js';
import { CallLedger } from './call-ledger.js';
import { ChainWriter } from './chain-writer.js';
import { optionsSchema, type AuditLogOptions } from './options.js';

/** Before and after every other tap. */
const first = -1_000_000;
const last = 1_000_000;
/** The variable that holds the key of the codes, unless the options name another. */
export const defaultKeyVariable = 'TOOLRACK_AUDIT_KEY';

/**
 * Writes down every decision and call, in order, as a hash chain of JSON Lines. The line that a call is made is written before it is made, and the
 * line with its outcome before its answer is given. What cannot be recorded is not done, unless `required` is false.
 */
export const auditLog = definePlugin<AuditLogOptions>({
  name: '@toolrack/audit-log',
  version: '0.1.0',
  api: '^1',
  optionsSchema,
  apply: (host, options) => new AuditLog(host, options).attach(),
});

/** Events of a call of a tool that exists; `call:unknown` names none. */
type CallEvent = Extract<ToolrackEvent, { readonly callId: string; readonly toolId: string }>;

class AuditLog {
  private readonly writer: ChainWriter;
  private readonly ledger: CallLedger;
  private readonly scopes = new Map<string, Scope>();
  /** Digests of listed definitions: events name a tool by its id alone. */
  private readonly digests = new Map<string, string>();
  private failure: string | undefined;

  constructor(
    private readonly host: PluginHost,
    private readonly options: AuditLogOptions,
  ) {
    const { baseDirectory = '.', file, maxFileBytes = 64 * 1024 * 1024, durable = false } = options;
    const key = process.env[options.keyVariable ?? defaultKeyVariable];
    const path = resolve(baseDirectory, file);
    const onUnfit = (): void =>
      host.logger.error('the audit log does not end where it was left: see "toolrack audit verify"', { file: this.writer.file });
    this.writer = new ChainWriter({ file: path, maxFileBytes, durable, key: key === '' ? undefined : key, onUnfit });
    this.ledger = new CallLedger(options.redactKeys ?? [], options.secrets ?? []);
  }

  attach(): void {
    const { hooks, events } = this.host;
    const isRequired = this.options.required !== false;
    hooks.runStart.tap((run) => void this.scopes.set(run.runId, run.scope), { stage: first });
    hooks.visibility.tap(
      (tool) => {
        this.digests.set(tool.id, tool.digest);
        return undefined;
      },
      { stage: first },
    );
    hooks.args.tap(
      (callArguments, call) => {
        this.ledger.see({ ...call, arguments: callArguments });
        return callArguments;
      },
      { stage: first },
    );
    hooks.authorize.tap(
      (call) => {
        this.ledger.see(call);
        if (isRequired && this.failure !== undefined && !this.isWritable()) {
          return deny('the audit log cannot be written', { rule: 'audit-log: required' });
        }
        return undefined;
      },
      { stage: last },
    );
    hooks.execute.tap(
      (call) => {
        const { maxArgumentBytes = 8192 } = this.options;
        const given = this.options.arguments === 'redacted' ? { arguments: this.ledger.arguments(call, maxArgumentBytes) } : {};
        const { run, callId, parentCallId, tool } = call;
        const facts = { runId: run.runId, scope: run.scope, callId, ...parentOf(callId, parentCallId), tool: tool.id, digest: tool.digest };
        if (this.record({ type: 'call', ...facts, ...given }, true) || !isRequired) return undefined;
        throw new ToolrackError('ERR_CALL_FAILED', `The call of ${tool.id} was not made, because it cannot be recorded: ${this.failure}`, {
          toolId: tool.id,
          modelText: `The call of ${tool.id} was not made, because it cannot be recorded.`,
        });
      },
      { stage: first },
    );
    events.onAny((event) => this.observe(event));
    this.host.onDispose(() => this.close());
    // Now rather than at the first call: an operator hears at boot of a file that cannot be written.
    this.isWritable();
  }

  private observe(event: ToolrackEvent): void {
    switch (event.name) {
      case 'run:started':
        this.scopes.set(event.runId, event.scope);
        return void this.record({ type: 'run', ...this.actor(event.runId), tools: event.tools, digest: event.digest });
      case 'run:ended': {
        const { runId, searches, describes, calls } = event;
        this.record({ type: 'end', ...this.actor(runId), searches, describes, calls });
        this.scopes.delete(runId);
        return this.ledger.forgetRun(runId);
      }
      case 'search:completed':
        return void this.record({ type: 'search', ...this.actor(event.runId), hits: event.hits, durationMs: rounded(event.durationMs) });
      case 'tool:described':
        return void this.record({ type: 'describe', ...this.actor(event.runId), tool: event.toolId, ...this.digestOf(event.toolId) });
      case 'hook:faulted': {
        const { plugin, hook, runId, toolId } = event;
        const place = { ...(runId === undefined ? {} : { runId }), ...(toolId === undefined ? {} : { tool: toolId }) };
        return void this.record({ type: 'fault', plugin, hook, reason: this.ledger.plain(event.reason), ...place });
      }
      case 'call:unknown': {
        const { runId, callId, calledName, reason } = event;
        const said = { called: this.ledger.plain(calledName), reason: this.ledger.plain(reason) };
        // Waited for as a denial is: what was asked for in vain is what an auditor looks for first.
        return void this.record({ type: 'unknown', ...this.actor(runId), callId, ...said }, true);
      }
      case 'approval:requested':
      case 'approval:decided':
      case 'call:denied':
      case 'call:completed':
      case 'call:failed':
        return this.observeCall(event);
      default:
    }
  }

  private observeCall(event: CallEvent): void {
    const { runId, callId } = event;
    const facts = this.factsOf(event);
    const text = (value: string): string => this.ledger.text(runId, callId, value);
    switch (event.name) {
      case 'approval:requested':
        return void this.record({ type: 'asked', ...facts, approvalId: event.approvalId, reasons: event.reasons.map(text) });
      case 'approval:decided': {
        const { approvalId, decision, edited, by, reason } = event;
        const said = { ...(by === undefined ? {} : { by: text(by) }), ...(reason === undefined ? {} : { reason: text(reason) }) };
        return void this.record({ type: 'answered', ...facts, approvalId, decision, edited, ...said }, true);
      }
      case 'call:denied': {
        const { code, rule, plugin, reason } = event;
        const who = { ...(rule === undefined ? {} : { rule: text(rule) }), ...(plugin === undefined ? {} : { plugin }) };
        this.record({ type: 'denied', ...facts, code, ...who, reason: text(reason) }, true);
        return this.ledger.forget(runId, callId);
      }
      case 'call:completed':
        this.record(
          { type: 'outcome', ...facts, outcome: event.isError ? 'tool-error' : 'ok', durationMs: rounded(event.durationMs) },
          true,
        );
        return this.ledger.forget(runId, callId);
      case 'call:failed': {
        const { code, reason, durationMs } = event;
        this.record({ type: 'outcome', ...facts, outcome: 'failed', code, reason: text(reason), durationMs: rounded(durationMs) }, true);
        return this.ledger.forget(runId, callId);
      }
      default:
    }
  }

  private actor(runId: string): { readonly runId: string; readonly scope: Scope } {
    return { runId, scope: this.scopes.get(runId) ?? {} };
  }

  private factsOf({ runId, callId, parentCallId, toolId }: CallEvent) {
    const digest = this.ledger.digest(runId, callId);
    const known = digest === undefined ? this.digestOf(toolId) : { digest };
    return { ...this.actor(runId), callId, ...parentOf(callId, parentCallId), tool: toolId, ...known };
  }

  private digestOf(toolId: string): { readonly digest?: string } {
    const digest = this.digests.get(toolId);
    return digest === undefined ? {} : { digest };
  }

  /** False when the line could not be written; that is logged once until it can be again. */
  private record(record: AuditRecord, isWaited = false): boolean {
    return this.attempt(() => this.writer.append(record, isWaited));
  }

  private isWritable(): boolean {
    return this.attempt(() => this.writer.open());
  }

  private attempt(work: () => void): boolean {
    try {
      work();
      this.failure = undefined;
      return true;
    } catch (error) {
      if (this.failure === undefined) this.host.logger.error('the audit log cannot be written', { reason: reasonOf(error) });
      this.failure = reasonOf(error);
      return false;
    }
  }

  private close(): void {
    this.writer.close();
  }
}

function parentOf(callId: string, parentCallId: string): { readonly parentCallId?: string } {
  return parentCallId === callId ? {} : { parentCallId };
}

/** Microseconds are enough. */
function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 1000) / 1000;
}
