import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';

import { definePlugin, reasonOf, Redactor, type PluginHost, type ToolrackEvent } from '@toolrack/contracts';

import type { ActivityRecord } from './activity-record.js';
import { CallTracker } from './call-tracker.js';
import { LineWriter } from './line-writer.js';
import { optionsSchema, type ActivityLogOptions } from './options.js';

/** After every other tap of a hook: what is seen here is what counts. */
const last = 1_000_000;
/** Before every other tap: a denial of another one does not hide the call from us. */
const first = -last;
/** Longest recorded text of a query, and how much of one is looked at. */
const mostQueryLength = 1024;
const mostQueryRead = 16_384;
/** Most recorded hits of a search; OpenClaw's greatest limit. */
const mostHits = 50;

/**
 * Records what runs do as JSON Lines: their searches, descriptions and finished calls, bounded and redacted. It never delays, changes
 * or fails a call: a fault of the disk is logged once and the records are counted as lost.
 */
export const activityLog = definePlugin<ActivityLogOptions>({
  name: '@toolrack/activity-log',
  version: '0.1.0',
  api: '^1',
  optionsSchema,
  critical: false,
  apply: (host, options) => new ActivityLog(host, options).attach(),
});

class ActivityLog {
  private readonly redactor: Redactor;
  private readonly writer: LineWriter;
  private readonly runs = new Map<string, CallTracker>();

  constructor(
    private readonly host: PluginHost,
    private readonly options: ActivityLogOptions,
  ) {
    this.redactor = new Redactor({ keys: options.redactKeys ?? [], values: options.secrets ?? [] });
    this.writer = new LineWriter({
      file: resolve(options.baseDirectory ?? '.', options.file),
      maxFileBytes: options.maxFileBytes ?? 10 * 1024 * 1024,
      keepFiles: options.keepFiles ?? 4,
      onFailure: (error) =>
        host.logger.warn('the activity log cannot be written; records are lost until it can', { reason: reasonOf(error) }),
      lossLine: (records) => JSON.stringify({ type: 'loss', at: Date.now(), records } satisfies ActivityRecord),
    });
  }

  attach(): void {
    const { hooks, events } = this.host;
    const quietly = (work: () => void): void => {
      try {
        work();
      } catch (error) {
        this.host.logger.debug('an activity could not be recorded', { reason: reasonOf(error) });
      }
    };
    // Arguments pass three places: after every rewrite, before every authorization (again after an approver's edit), before execution.
    hooks.args.tap(
      (callArguments, call) => {
        quietly(() => this.tracker(call.run.runId).arguments({ ...call, arguments: callArguments }));
        return callArguments;
      },
      { stage: last },
    );
    hooks.authorize.tap((call) => void quietly(() => this.tracker(call.run.runId).arguments(call)), { stage: first });
    hooks.execute.tap((call) => void quietly(() => this.tracker(call.run.runId).reachedSource(call)), { stage: last });
    hooks.result.tap(
      (result, call) => {
        quietly(() => this.tracker(call.run.runId).result(result, call));
        return result;
      },
      { stage: last },
    );
    if (this.options.searches !== false) {
      hooks.rerank.tap(
        (hits, query, run) => {
          quietly(() => this.recordSearch(run.runId, query, hits));
          return hits;
        },
        { stage: last },
      );
    }
    events.onAny((event) => quietly(() => this.observe(event)));
    this.host.onDispose(() => this.writer.close());
  }

  private observe(event: ToolrackEvent): void {
    switch (event.name) {
      case 'run:started': {
        const { at, runId, scope, tools, visible, digest } = event;
        this.record({ type: 'run', at, scopeId: this.tracker(runId).scopeId, runId, scope, tools, visible, digest });
        break;
      }
      case 'tool:described': {
        const { at, runId, toolId } = event;
        this.record({ type: 'describe', at, scopeId: this.tracker(runId).scopeId, runId, toolId });
        break;
      }
      case 'call:completed':
        this.record(this.tracker(event.runId).finish(event, event));
        break;
      case 'call:failed': {
        const { code, reason, durationMs } = event;
        this.record(this.tracker(event.runId).finish(event, { isError: true, durationMs, error: { code, reason } }));
        break;
      }
      case 'call:denied': {
        const { code, reason } = event;
        this.record(this.tracker(event.runId).finish(event, { isError: true, error: { code, reason } }));
        break;
      }
      case 'run:ended': {
        const { at, runId, searches, describes, calls } = event;
        this.record({ type: 'end', at, scopeId: this.tracker(runId).scopeId, runId, searches, describes, calls });
        this.runs.delete(runId);
        break;
      }
      default:
    }
  }

  private recordSearch(runId: string, query: { text: string; limit: number }, hits: readonly { readonly id: string }[]): void {
    this.record({
      type: 'search',
      at: Date.now(),
      scopeId: this.tracker(runId).scopeId,
      runId,
      // Before it is cut, so that no cut leaves half of a secret.
      query: this.redactor.text(query.text.slice(0, mostQueryRead)).slice(0, mostQueryLength),
      limit: query.limit,
      hits: hits.slice(0, Math.min(query.limit, mostHits)).map((hit) => hit.id),
    });
  }

  private record(record: ActivityRecord): void {
    this.writer.write(JSON.stringify(record));
  }

  /** Run ids repeat from process to process, so each run gets an id of its own here. */
  private tracker(runId: string): CallTracker {
    let tracker = this.runs.get(runId);
    if (tracker === undefined) {
      const { maxInputBytes = 8192, maxResultBytes = 32_768 } = this.options;
      tracker = new CallTracker(randomBytes(12).toString('hex'), { maxInputBytes, maxResultBytes }, this.redactor);
      this.runs.set(runId, tracker);
    }
    return tracker;
  }
}
