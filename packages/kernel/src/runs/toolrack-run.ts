import { answerForModel, errorAnswer, linkedController, matchTool, shownToModel, SurfaceService, ToolrackError } from '@toolrack/contracts';
import type { CallAnswer, CatalogEntry, CatalogSummary, ModelCall, ModelTool, Run, RunContext, SearchAnswer } from '@toolrack/contracts';
import type { SearchRequest, SourceSummary, SurfaceSession, ToolDescriptor, ToolResult } from '@toolrack/contracts';
import { denialNow, failedAnswer, filterSnapshot, narrowSnapshot, soundAnswer, summarise, unknownIn, unknownTool } from '@toolrack/core';
import { checkCall, checkPatterns, type CatalogSnapshot } from '@toolrack/core';
import type { SourceRecord } from '../catalog/source-record.js';
import type { CallPipeline } from '../calls/call-pipeline.js';
import type { DirectoryRenderer } from '../directory/directory-renderer.js';
import type { EventBus } from '../events/event-bus.js';
import type { HookRegistry } from '../hooks/hook-registry.js';
import type { SearchService } from '../search/search-service.js';
import type { ServiceRegistry } from '../services/service-registry.js';
import { RunView } from './run-view.js';

/** What a run works with: the kernel's nouns and its own sources. */
export interface RunEnvironment {
  readonly events: EventBus;
  readonly registry: HookRegistry;
  readonly services: ServiceRegistry;
  readonly search: SearchService;
  readonly directory: DirectoryRenderer;
  readonly calls: CallPipeline;
  readonly mostArgumentValues: number;
  record(tool: ToolDescriptor): SourceRecord | undefined;
  resolve(toolId: string, narrowed: readonly string[] | undefined, signal: AbortSignal): Promise<ToolDescriptor | undefined>;
  summaries(snapshot: CatalogSnapshot): readonly SourceSummary[];
  /** Grows with every change of sources and rules. */
  generation(): number;
  /** Disposes what belongs to the run and forgets it. */
  ended(run: ToolrackRun): Promise<void>;
}

type CallOptions = Omit<ModelCall, 'name' | 'arguments'> & { readonly parentCallId?: string };

/** A started run. */
export class ToolrackRun implements Run {
  private readonly counts = { searches: 0, describes: 0, calls: 0 };
  private view: RunView;
  private latest: { readonly generation: number; readonly view: RunView };
  private narrowed: readonly string[] | undefined;
  private seen: { readonly tools: readonly ModelTool[]; readonly prompt: string } | undefined;
  private readonly activeCalls = new Set<string>();
  private readonly running = new Set<Promise<unknown>>();
  private sequence = 0;
  private ending: Promise<void> | undefined;

  constructor(
    readonly context: RunContext,
    private readonly base: CatalogSnapshot,
    private readonly controller: AbortController,
    private readonly environment: RunEnvironment,
  ) {
    this.view = this.viewOf(base);
    this.latest = { generation: environment.generation(), view: this.view };
  }

  get id(): string {
    return this.context.runId;
  }

  get tools(): readonly ModelTool[] {
    return this.shown().tools;
  }

  get prompt(): string {
    return this.shown().prompt;
  }

  get catalog(): CatalogSummary {
    return summarise(this.view.snapshot, this.view.sources);
  }

  get entries(): readonly CatalogEntry[] {
    return this.view.entries;
  }

  async call(call: ModelCall): Promise<CallAnswer> {
    const callId = call.callId ?? this.nextCallId();
    if (this.activeCalls.has(callId)) {
      return errorAnswer(new ToolrackError('ERR_TOOL_INPUT', `A call with the id ${JSON.stringify(callId)} is running already.`));
    }
    const { controller, release } = linkedController(call.signal, this.context.signal);
    this.activeCalls.add(callId);
    try {
      const answer = answerForModel(await this.track(this.answer({ ...call, callId, signal: controller.signal })).catch(failedAnswer));
      this.noteUnknown(callId, call.name, unknownIn(answer));
      return answer;
    } finally {
      this.activeCalls.delete(callId);
      release();
    }
  }

  callTool(toolId: string, call: Omit<ModelCall, 'name'>): Promise<ToolResult> {
    const callId = call.callId ?? this.nextCallId();
    const result = this.track(this.dispatch(toolId, call.arguments, { ...call, callId }));
    result.catch((error: unknown) => this.noteUnknown(callId, toolId, unknownIn(failedAnswer(error))));
    return result;
  }

  private noteUnknown(callId: string, name: unknown, reason: string | undefined): void {
    if (reason !== undefined) this.environment.events.emit('call:unknown', { runId: this.id, callId, calledName: String(name), reason });
  }

  async search(request: SearchRequest): Promise<SearchAnswer> {
    this.assertAlive();
    this.counts.searches++;
    const { snapshot, sources } = this.allowedView();
    return this.environment.search.search({ run: this.context, snapshot, sources }, request);
  }

  describe(toolId: string): ToolDescriptor | undefined {
    this.assertAlive();
    this.counts.describes++;
    const tool = this.allowed(this.allowedView().find(toolId)?.tool, 'describe');
    if (tool) this.environment.events.emit('tool:described', { runId: this.id, toolId: tool.id, sourceKind: tool.source.kind });
    return tool;
  }

  private allowed(tool: ToolDescriptor | undefined, phase: 'list' | 'describe'): ToolDescriptor | undefined {
    const ask = (asked: ToolDescriptor) => this.environment.registry.hooks.policy.call(asked, { run: this.context, phase });
    return tool && denialNow(ask, tool, this.environment.record(tool)?.find(tool.name)) === undefined ? tool : undefined;
  }

  /** What a search or a look-up may tell of: after a change of rules without what was revoked. The prompt stays as it was shown. */
  private allowedView(): RunView {
    const generation = this.environment.generation();
    if (this.latest.generation !== generation) {
      const snapshot = filterSnapshot(this.view.snapshot, (tool) => this.allowed(tool, 'list') !== undefined);
      this.latest = { generation, view: snapshot === this.view.snapshot ? this.view : this.viewOf(snapshot) };
    }
    return this.latest.view;
  }

  narrow(allow: readonly string[] | undefined): void {
    this.narrowed = checkPatterns(allow);
    this.view = this.viewOf(this.narrowed === undefined ? this.base : narrowSnapshot(this.base, this.narrowed));
    this.latest = { generation: NaN, view: this.view };
    this.seen = undefined;
    this.environment.events.emit('run:narrowed', { runId: this.id, tools: this.view.entries.length });
  }

  /** Waits for the running calls. */
  async drain(): Promise<void> {
    await Promise.allSettled([...this.running]);
  }

  end(): Promise<void> {
    this.ending ??= this.finish();
    return this.ending;
  }

  private async finish(): Promise<void> {
    this.controller.abort(new ToolrackError('ERR_CALL_INTERRUPTED', 'The run has ended.'));
    await this.drain();
    await this.environment.registry.hooks.runEnd.promise(this.context);
    await this.environment.ended(this);
    this.environment.events.emit('run:ended', { runId: this.id, ...this.counts });
  }

  private async answer(call: ModelCall & { readonly callId: string; readonly signal: AbortSignal }): Promise<CallAnswer> {
    this.assertAlive();
    const { name, arguments: callArguments } = call;
    checkCall(name, callArguments, this.environment.mostArgumentValues);
    const surface = this.environment.services.get(SurfaceService);
    const isShown = this.tools.some((tool) => tool.name === name);
    if (isShown && surface.controlNames(this.context).includes(name))
      return soundAnswer(await surface.call(name, callArguments, this.session(call)), surface);
    const direct = this.view.called(name);
    if (direct?.direct === true) {
      const failed = (error: Error) =>
        unknownIn(failedAnswer(error)) === undefined
          ? (ToolrackError.is(error) && surface.failure?.(error, direct, callArguments)) || Promise.reject(error)
          : undefined;
      const result = await this.dispatch(direct.tool.id, callArguments, call).catch(failed);
      if (result !== undefined) return { ...result, isError: result.isError === true };
    }
    const answer = await surface.unknown?.(name, callArguments, this.session(call));
    if (answer !== undefined) return soundAnswer(answer, surface);
    const names = this.tools.map((tool) => tool.name).filter((shown) => !this.view.called(shown) || this.allowedView().called(shown));
    throw new ToolrackError('ERR_TOOL_UNKNOWN', `There is no tool named ${JSON.stringify(name.slice(0, 256))}.`, {
      hint: names.length === 0 ? 'There is no tool that you can call.' : `The tools you can call are: ${names.join(', ')}.`,
    });
  }

  private session(call: ModelCall & { readonly callId: string; readonly signal: AbortSignal }): SurfaceSession {
    const { callId, signal } = call;
    return this.allowedView().extend({
      callId,
      signal,
      search: (request: SearchRequest) => this.search(request),
      describe: (id: string) => this.describe(id),
      resolve: async (id: string) => this.allowed(await this.environment.resolve(id, this.narrowed, signal), 'describe'),
      call: (id: string, callArguments: unknown, options?: { readonly callId?: string }) =>
        this.dispatch(id, callArguments, { ...call, parentCallId: callId, callId: options?.callId ?? `${callId}/${++this.sequence}` }),
    });
  }

  private async dispatch(toolId: string, callArguments: unknown, call: CallOptions): Promise<ToolResult> {
    this.assertAlive();
    this.counts.calls++;
    const { callId = this.nextCallId(), signal = this.context.signal } = call;
    const tool = this.base.byId.get(toolId)?.tool ?? (await this.environment.resolve(toolId, this.narrowed, signal));
    const isInRun = (): boolean => tool !== undefined && (this.narrowed?.some((pattern) => matchTool(pattern, tool)) ?? true);
    if (tool === undefined || !isInRun()) throw unknownTool(toolId);
    return this.environment.calls.run({
      run: this.context,
      snapshot: this.base,
      tool,
      isInRun,
      arguments: callArguments,
      callId,
      parentCallId: call.parentCallId ?? callId,
      signal,
      onProgress: (progress) => call.onProgress?.(progress),
      peer: call.peer,
      record: (tool) => this.environment.record(tool),
    });
  }

  private async track<Value>(promise: Promise<Value>): Promise<Value> {
    this.running.add(promise);
    try {
      return await promise;
    } finally {
      this.running.delete(promise);
    }
  }

  private viewOf(snapshot: CatalogSnapshot): RunView {
    return new RunView(this.context, snapshot, () => this.environment.summaries(snapshot), this.environment.directory);
  }

  private shown(): { readonly tools: readonly ModelTool[]; readonly prompt: string } {
    const surface = this.environment.services.get(SurfaceService);
    this.seen ??= shownToModel(surface, this.view);
    return this.seen;
  }

  private nextCallId(): string {
    return `${this.id}-call-${++this.sequence}`;
  }

  private assertAlive(): void {
    if (this.ending !== undefined)
      throw new ToolrackError('ERR_RUNTIME_DISPOSED', 'The run has ended.', { hint: 'Nothing was sent. Start a new run.' });
    if (this.context.signal.aborted)
      throw new ToolrackError('ERR_CALL_INTERRUPTED', 'The run was cancelled.', { hint: 'Nothing was sent.' });
  }
}
