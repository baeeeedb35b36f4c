import { setMaxListeners } from 'node:events';
import { inject, injectable } from 'inversify';
import { linkedController, matchTool, reasonOf, settledWithin, sourceId, ToolrackError, ValidatorService } from '@toolrack/contracts';
import type { Run, RunContext, RunRequest, RuntimeLimits, SourceSummary, ToolDescriptor, ToolSource } from '@toolrack/contracts';
import { createRunContext, scopedSummary } from '@toolrack/core';
import type { CatalogSnapshot } from '@toolrack/core';
import { CatalogBuilder } from '../catalog/catalog-builder.js';
import { SourceCatalog } from '../catalog/source-catalog.js';
import type { SourceRecord } from '../catalog/source-record.js';
import { CallPipeline } from '../calls/call-pipeline.js';
import { DirectoryRenderer } from '../directory/directory-renderer.js';
import { EventBus } from '../events/event-bus.js';
import { HookRegistry } from '../hooks/hook-registry.js';
import { SearchService } from '../search/search-service.js';
import { ServiceRegistry } from '../services/service-registry.js';
import { tokens } from '../services/tokens.js';
import { ToolrackRun, type RunEnvironment } from './toolrack-run.js';

/** The sources that a run starts from. */
interface Discovery {
  readonly own: readonly SourceRecord[];
  readonly skipped: ReadonlyMap<string, string>;
}

/** Starts, keeps and ends runs. */
@injectable()
export class RunService {
  private readonly runs = new Set<ToolrackRun>();
  private closed = false;
  private sequence = 0;

  constructor(
    @inject(EventBus) private readonly events: EventBus,
    @inject(HookRegistry) private readonly registry: HookRegistry,
    @inject(ServiceRegistry) private readonly services: ServiceRegistry,
    @inject(SourceCatalog) private readonly sources: SourceCatalog,
    @inject(CatalogBuilder) private readonly catalogs: CatalogBuilder,
    @inject(SearchService) private readonly search: SearchService,
    @inject(DirectoryRenderer) private readonly directory: DirectoryRenderer,
    @inject(CallPipeline) private readonly calls: CallPipeline,
    @inject(tokens.limits) private readonly limits: RuntimeLimits,
  ) {}

  get count(): number {
    return this.runs.size;
  }

  async start(request: RunRequest = {}): Promise<Run> {
    if (this.closed) throw new ToolrackError('ERR_RUNTIME_DISPOSED', 'The runtime is disposed.', { hint: 'Start a new one.' });
    const started = performance.now();
    const { controller, release } = linkedController(request.signal);
    // Every call listens to its run, and a run may have any number of calls at once.
    setMaxListeners(0, controller.signal);
    const context = createRunContext(`run-${++this.sequence}`, request, controller.signal, this.services.get(ValidatorService));
    await this.announce(context);
    const discovery = await this.discover(context);
    const refreshing = this.sources.refresh(new Set(discovery.skipped.keys()), request.sourceWaitMs);
    await Promise.all([refreshing, ...discovery.own.map((record) => this.listOwn(record))]);
    const snapshot = this.catalogs.build(context, request.allow, discovery.own, new Set(discovery.skipped.keys()));
    const run = new ToolrackRun(context, snapshot, controller, this.environmentOf(context, request, discovery, release));
    // A surface may refuse the catalog, so what it shows is asked for before the run counts as started.
    const visible = await this.shownOrDisposed(run);
    this.runs.add(run);
    this.events.emit('run:started', {
      runId: context.runId,
      scope: context.scope,
      tools: snapshot.entries.length,
      visible,
      get digest() {
        return snapshot.digest;
      },
      durationMs: performance.now() - started,
    });
    return run;
  }

  private async shownOrDisposed(run: ToolrackRun): Promise<number> {
    try {
      return run.tools.length;
    } catch (error) {
      await run.end();
      throw error;
    }
  }

  /** Refuses new runs, waits for running calls, then ends every run. */
  async close(): Promise<void> {
    this.closed = true;
    const runs = [...this.runs];
    await settledWithin(Promise.all(runs.map((run) => run.drain())), this.limits.drainTimeoutMs);
    await settledWithin(Promise.all(runs.map((run) => run.end())), this.limits.drainTimeoutMs);
  }

  private environmentOf(context: RunContext, { allow }: RunRequest, discovery: Discovery, release: () => void): RunEnvironment {
    const { events, registry, services, search, directory, calls } = this;
    const own = new Map(discovery.own.map((record) => [record.id, record]));
    const late = new Set(this.sources.ids().filter((id) => this.sources.record(id)?.tools.length === 0));
    return {
      events,
      registry,
      services,
      search,
      directory,
      calls,
      mostArgumentValues: this.limits.maxArgumentValues,
      record: (tool) => own.get(sourceId(tool.source)) ?? this.sources.record(sourceId(tool.source)),
      resolve: async (toolId, narrowed, signal) => {
        const id = [...own.keys(), ...this.sources.ids()].find((candidate) => toolId.startsWith(`${candidate}:`)) ?? '';
        const record = own.get(id) ?? (discovery.skipped.has(id) ? undefined : this.sources.record(id));
        const tool = await record?.resolve(toolId, { run: context, signal });
        return [allow, narrowed].every((list) => list?.some((pattern) => tool && matchTool(pattern, tool)) ?? true) ? tool : undefined;
      },
      generation: () => this.sources.generation,
      summaries: (snapshot) => this.summaries(snapshot, discovery, late, context, allow),
      ended: async (run) => {
        release();
        this.runs.delete(run);
        await Promise.allSettled(discovery.own.map((record) => record.dispose()));
      },
    };
  }

  private async announce(context: RunContext): Promise<void> {
    try {
      await this.registry.hooks.runStart.promise(context);
    } catch (error) {
      const plugin = ToolrackError.is(error) ? error.plugin : undefined;
      throw new ToolrackError('ERR_RUN_ABORTED', `The run was not started: ${reasonOf(error)}`, {
        hook: 'runStart',
        ...(plugin === undefined ? {} : { plugin }),
        cause: error,
      });
    }
  }

  private async discover(run: RunContext): Promise<Discovery> {
    const own: SourceRecord[] = [];
    const skipped = new Map<string, string>();
    if (!this.registry.isTapped('discover')) return { own, skipped };
    let open = true;
    const session = {
      run,
      add: (source: ToolSource, plugin: string): void => {
        const id = sourceId(source);
        if (!open) throw new ToolrackError('ERR_PLUGIN_FROZEN', `Source ${id} was added after discovery.`);
        if (this.sources.record(id) !== undefined || own.some((record) => record.id === id))
          throw new ToolrackError('ERR_SOURCE_CONFLICT', `There are two sources ${id}.`);
        own.push(this.sources.createRecord(source, plugin));
      },
      skip: (id: string, reason: string): void => void skipped.set(id, reason),
    };
    await this.registry.hooks.discover.promise(session);
    open = false;
    return { own, skipped };
  }

  private async listOwn(record: SourceRecord): Promise<void> {
    if (!(await settledWithin(record.refresh(), this.limits.discoveryTimeoutMs))) record.overdue = true;
  }

  private summaries(
    snapshot: CatalogSnapshot,
    discovery: Discovery,
    late: ReadonlySet<string>,
    run: RunContext,
    allow?: readonly string[],
  ): readonly SourceSummary[] {
    const counts = snapshot.bySource;
    const ask = (tool: ToolDescriptor) => this.registry.hooks.policy.call(tool, { run, phase: 'list' });
    const registered = this.sources.ids().flatMap((id) => {
      const record = this.sources.record(id) as SourceRecord;
      const summary = record.summary(counts.get(id) ?? 0);
      const reason = discovery.skipped.get(id);
      if (reason !== undefined) return [Object.freeze({ ...summary, state: 'skipped' as const, reason })];
      return scopedSummary(summary, record.tools, late.has(id), allow, ask);
    });
    return [...registered, ...discovery.own.map((record) => record.summary(counts.get(record.id) ?? 0))];
  }
}
