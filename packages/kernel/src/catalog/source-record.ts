import { reasonOf, sourceId, ToolrackError } from '@toolrack/contracts';
import type { RunContext, RuntimeLimits, SourceState, SourceSummary, ToolDescriptor, ToolProblem } from '@toolrack/contracts';
import type { ToolSource, ToolSourceIdentity, Trust } from '@toolrack/contracts';
import { findNamed, normaliseListing } from '@toolrack/core';
import type { EventBus } from '../events/event-bus.js';
import { isDropped } from '../hooks/guard-rules.js';
import type { HookRegistry } from '../hooks/hook-registry.js';

/** What a record needs of the runtime. */
export interface SourceRecordContext {
  readonly events: EventBus;
  readonly hooks: HookRegistry;
  readonly signal: AbortSignal;
  readonly limits: RuntimeLimits;
  /** Called when the tools or the state of the source have changed. */
  readonly changed: () => void;
}

/** One source, what it last listed, and whether that still holds. */
export class SourceRecord {
  readonly id: string;
  readonly identity: ToolSourceIdentity;
  /** What the last list brought, sorted by id; empty after a failure. */
  tools: readonly ToolDescriptor[] = [];
  /** Runs no longer wait for a list that has outlasted one wait. */
  overdue = false;
  stale = true;
  pending: Promise<void> | undefined;
  attemptedAt = 0;
  private listedState: SourceState = 'configured';
  private reason: string | undefined;
  private problems: readonly ToolProblem[] = [];
  private unsubscribe: (() => void) | undefined;

  constructor(
    readonly source: ToolSource,
    readonly plugin: string,
    readonly trust: Trust,
    private readonly context: SourceRecordContext,
  ) {
    this.id = sourceId(source);
    this.identity = Object.freeze({
      kind: source.kind,
      owner: source.owner,
      ...(source.label === undefined ? {} : { label: source.label }),
    });
    try {
      this.unsubscribe = source.onChange?.(() => {
        this.stale = true;
        this.overdue = false;
        context.events.emit('source:changed', { sourceId: this.id });
        context.changed();
      });
    } catch (error) {
      this.fail(error);
    }
  }

  find(name: string): ToolDescriptor | undefined {
    return findNamed(this.tools, name);
  }

  /** A tool that the source does not list, checked as a listed one. A source that fails has none; a listed tool is not looked for here. */
  async resolve(id: string, context: { readonly run: RunContext; readonly signal: AbortSignal }): Promise<ToolDescriptor | undefined> {
    const name = id.slice(this.id.length + 1);
    const definition = await (async () => this.source.resolve?.(name, context))().catch(() => undefined);
    return definition === undefined || this.find(name) !== undefined ? undefined : findNamed(this.normalise([definition], []), name);
  }

  /** The last attempt to list failed. */
  get failed(): boolean {
    return this.listedState === 'failed' || this.listedState === 'unauthorised';
  }

  /** Lists again unless a list is under way. Never rejects: a failure becomes the state of the source. */
  refresh(): Promise<void> {
    this.pending ??= this.list().finally(() => {
      this.pending = undefined;
      this.overdue = false;
    });
    return this.pending;
  }

  /** Whether what was listed may no longer hold: the source has told of a change since, or is being listed again. */
  get isOutdated(): boolean {
    return this.listedState !== 'configured' && (this.stale || this.pending !== undefined);
  }

  /** Waits for a list that began after the last change that the source told of. Never rejects. */
  async renewed(): Promise<void> {
    if (this.stale && this.pending !== undefined) await this.pending;
    await (this.stale ? this.refresh() : this.pending);
  }

  summary(tools: number): SourceSummary {
    const own = this.ownState();
    const listing = this.pending !== undefined && !this.failed && this.listedState === 'configured';
    const state = own?.state ?? (listing ? 'starting' : this.listedState);
    const reason = own === undefined ? (listing ? 'its list has not arrived yet' : this.reason) : own.reason;
    return Object.freeze({
      id: this.id,
      kind: this.identity.kind,
      owner: this.identity.owner,
      ...(this.identity.label === undefined ? {} : { label: this.identity.label }),
      state,
      tools,
      ...(reason === undefined ? {} : { reason }),
      ...(this.problems.length === 0 ? {} : { problems: this.problems }),
    });
  }

  async dispose(): Promise<void> {
    this.unsubscribe?.();
    await this.source.dispose?.();
  }

  private async list(): Promise<void> {
    const started = performance.now();
    this.stale = false;
    this.attemptedAt = started;
    try {
      const listing = await this.source.list({ signal: this.context.signal });
      if (!Array.isArray(listing?.tools)) throw new ToolrackError('ERR_SOURCE_FAILED', `Source ${this.id} listed no array of tools.`);
      const problems: ToolProblem[] = [...(listing.problems ?? [])];
      this.tools = this.normalise(listing.tools, problems);
      this.problems = Object.freeze(problems);
      this.listedState = listing.state ?? 'started';
      this.reason = undefined;
      this.context.events.emit('source:listed', {
        sourceId: this.id,
        tools: this.tools.length,
        problems: problems.length,
        durationMs: performance.now() - started,
      });
    } catch (error) {
      this.fail(error);
    }
    this.context.changed();
  }

  private normalise(definitions: readonly unknown[], problems: ToolProblem[]): readonly ToolDescriptor[] {
    const { events, hooks, limits } = this.context;
    const ask = (tool: ToolDescriptor) => {
      const tapped = hooks.hooks.descriptor.call(tool);
      return isDropped(tapped) ? { reason: tapped.reason, plugin: tapped.droppedBy } : { tool: tapped };
    };
    const tap = hooks.isTapped('descriptor') ? { tap: ask } : {};
    const dropped = (tool: string, reason: string, plugin?: string): void =>
      events.emit('tool:dropped', { sourceId: this.id, tool, reason, ...(plugin === undefined ? {} : { plugin }) });
    return normaliseListing(definitions, { source: this.identity, trust: this.trust, problems, limits }, { ...tap, dropped });
  }

  private ownState(): { readonly state: SourceState; readonly reason?: string } | undefined {
    try {
      return this.source.state?.();
    } catch (error) {
      return { state: 'failed', reason: reasonOf(error) };
    }
  }

  private fail(error: unknown): void {
    this.listedState = this.ownState()?.state === 'unauthorised' ? 'unauthorised' : 'failed';
    this.reason = reasonOf(error);
    this.tools = [];
    this.context.events.emit('source:failed', { sourceId: this.id, state: this.listedState, reason: this.reason });
  }
}
