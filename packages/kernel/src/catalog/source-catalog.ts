import { inject, injectable } from 'inversify';
import { settledWithin, sourceId, SourceGuards, ToolrackError, ToolSources } from '@toolrack/contracts';
import type { RuntimeLimits, RuntimeOptions, SourceSummary, ToolDescriptor, ToolSource } from '@toolrack/contracts';
import { grantedTrust, guardSource, mergeListings } from '@toolrack/core';
import { ExtensionRegistry } from '../boot/extension-registry.js';
import { EventBus } from '../events/event-bus.js';
import { HookRegistry } from '../hooks/hook-registry.js';
import { tokens } from '../services/tokens.js';
import { SourceRecord } from './source-record.js';

/** How long a run waits for a source that failed before: long enough for one that is back, too short to be a delay. */
const retryWaitMs = 1000;
/** A failed source is not asked more often than this. */
const retryIntervalMs = 2000;
/** Longest wait for one source to be disposed. */
const disposeTimeoutMs = 5000;

/** The registered sources of a deployment and everything they list. */
@injectable()
export class SourceCatalog {
  /** Grows whenever a listing or a state changes; equal generations mean equal tools. */
  generation = 0;
  private readonly records = new Map<string, SourceRecord>();
  private readonly controller = new AbortController();
  private merged: { readonly generation: number; readonly tools: readonly ToolDescriptor[] } | undefined;

  constructor(
    @inject(ExtensionRegistry) private readonly extensions: ExtensionRegistry,
    @inject(EventBus) private readonly events: EventBus,
    @inject(HookRegistry) private readonly hooks: HookRegistry,
    @inject(tokens.limits) private readonly limits: RuntimeLimits,
    @inject(tokens.options) private readonly options: RuntimeOptions,
  ) {}

  /** Takes the contributed sources; two with one id are an error that names both plugins. */
  open(): void {
    for (const { plugin, value } of this.extensions.entries(ToolSources)) {
      const id = sourceId(value);
      const other = this.records.get(id);
      if (other !== undefined) {
        throw new ToolrackError('ERR_SOURCE_CONFLICT', `Plugins ${other.plugin} and ${plugin} both bring a source ${id}.`, {
          plugin,
          fields: { plugins: [other.plugin, plugin], source: id },
        });
      }
      this.records.set(id, this.createRecord(value, plugin));
    }
  }

  /** A record outside the registry, for a source of one run. */
  createRecord(source: ToolSource, plugin: string): SourceRecord {
    // Ids are told apart by colons, so a colon in an owner could take over the id of another source's tool.
    if ([source.kind, source.owner].some((part) => typeof part !== 'string' || !/^[^:]+$/u.test(part))) {
      throw new ToolrackError(
        'ERR_SOURCE_CONFLICT',
        `Source ${sourceId(source)} of plugin ${plugin}: kind and owner must be non-empty and hold no colon.`,
        { plugin },
      );
    }
    const trust = grantedTrust(source.trust, { id: sourceId(source), plugin }, this.options.trust);
    return new SourceRecord(guardSource(this.extensions.entries(SourceGuards), source), plugin, trust, {
      events: this.events,
      hooks: this.hooks,
      signal: this.controller.signal,
      limits: this.limits,
      changed: () => this.invalidate(),
    });
  }

  /** Marks everything that was derived from the sources as outdated. */
  invalidate(): void {
    this.generation++;
  }

  /** Lists again, in the background, every source that has told of a change since it was last listed. */
  renew(): void {
    for (const record of this.records.values()) if (record.stale && record.attemptedAt > 0) void record.renewed();
  }

  /** Brings listings up to date: sources in parallel, each waited for at most `discoveryTimeoutMs` or `most`; a slow one is not waited for twice. */
  async refresh(skip: ReadonlySet<string>, most = Infinity): Promise<void> {
    const waits: Promise<unknown>[] = [];
    for (const record of this.records.values()) {
      if (skip.has(record.id)) continue;
      const now = performance.now();
      const retry = record.failed && record.pending === undefined && now - record.attemptedAt > retryIntervalMs;
      if (!record.stale && record.pending === undefined && !retry) continue;
      const wait = record.failed && !record.stale ? retryWaitMs : this.limits.discoveryTimeoutMs;
      const refreshing = record.refresh();
      if (!record.overdue) waits.push(this.waitFor(record, refreshing, Math.min(wait, most)));
    }
    if (waits.length > 0) await Promise.all(waits);
  }

  /** All tools of all sources, sorted by id; the same array for the same generation. */
  tools(): readonly ToolDescriptor[] {
    if (this.merged?.generation !== this.generation) this.merged = { generation: this.generation, tools: this.toolsOf([], new Set()) };
    return this.merged.tools;
  }

  /** The tools of a run with sources of its own or without some of the registered ones, sorted by id. */
  toolsOf(own: readonly SourceRecord[], skipped: ReadonlySet<string>): readonly ToolDescriptor[] {
    return mergeListings([...[...this.records.values()].filter((record) => !skipped.has(record.id)), ...own]);
  }

  record(id: string): SourceRecord | undefined {
    return this.records.get(id);
  }

  ids(): readonly string[] {
    return [...this.records.keys()];
  }

  summaries(): readonly SourceSummary[] {
    return [...this.records.values()].map((record) => record.summary(record.tools.length));
  }

  /** Disposes all sources in parallel, each within its bound; answers what went wrong. */
  async dispose(): Promise<readonly unknown[]> {
    this.controller.abort(new ToolrackError('ERR_RUNTIME_DISPOSED', 'The runtime is disposed.'));
    const outcomes = await Promise.all(
      [...this.records.values()].map(async (record) => {
        const disposing = (async () => record.dispose())();
        const inTime = await settledWithin(disposing, disposeTimeoutMs);
        if (!inTime) return new Error(`source ${record.id} did not stop within ${disposeTimeoutMs} ms`);
        return disposing.then(
          () => undefined,
          (error: unknown) => error,
        );
      }),
    );
    return outcomes.filter((outcome) => outcome !== undefined);
  }

  private async waitFor(record: SourceRecord, refreshing: Promise<void>, milliseconds: number): Promise<void> {
    if (!(await settledWithin(refreshing, milliseconds))) record.overdue = record.pending !== undefined;
  }
}
