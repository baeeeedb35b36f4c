import {
  errorAnswer,
  SurfaceService,
  ToolrackError,
  type CallAnswer,
  type CatalogEntry,
  type CatalogSummary,
  type ModelCall,
  type ModelTool,
  type Run,
  type RunContext,
  type SearchAnswer,
  type SearchRequest,
  type SourceSummary,
  type Surface,
  type SurfaceSession,
  type ToolDescriptor,
  type ToolProgress,
  type ToolResult,
} from '@toolrack/contracts';
import { narrowSnapshot, summarise, type CatalogSnapshot } from '../catalog/snapshot.js';
import type { SourceRecord } from '../catalog/source-record.js';
import { interrupted } from '../calls/results.js';
import { linkedController, reasonOf } from '../util/time.js';
import type { RunEnvironment } from './run-environment.js';
import { RunView } from './run-view.js';

/** A started run. */
export class ToolrackRun implements Run {
  readonly counts = { searches: 0, describes: 0, calls: 0 };
  private view: RunView;
  private seen: { readonly tools: readonly ModelTool[]; readonly prompt: string } | undefined;
  private readonly activeCalls = new Set<string>();
  private readonly running = new Set<Promise<unknown>>();
  private sequence = 0;
  private ending: Promise<void> | undefined;

  constructor(
    readonly context: RunContext,
    private readonly base: CatalogSnapshot,
    private readonly controller: AbortController,
    private readonly records: {
      find(tool: ToolDescriptor): SourceRecord | undefined;
      summaries(snapshot: CatalogSnapshot): readonly SourceSummary[];
      end(): Promise<void>;
    },
    private readonly environment: RunEnvironment,
  ) {
    this.view = this.viewOf(base);
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
    if (this.activeCalls.has(callId))
      return errorAnswer(
        new ToolrackError('ERR_TOOL_INPUT', `A call with the id ${JSON.stringify(callId)} is running already.`),
      );
    const { controller, release } = linkedController(call.signal, this.context.signal);
    this.activeCalls.add(callId);
    const answering = this.answer(call, callId, controller.signal);
    this.running.add(answering);
    try {
      return await answering;
    } catch (error) {
      if (ToolrackError.is(error)) return errorAnswer(error);
      return errorAnswer(
        new ToolrackError('ERR_CALL_FAILED', `The call failed: ${reasonOf(error)}`, {
          modelText: 'The call failed because of a fault in the tool runtime.',
          cause: error,
        }),
      );
    } finally {
      this.running.delete(answering);
      this.activeCalls.delete(callId);
      release();
    }
  }

  async callTool(toolId: string, call: Omit<ModelCall, 'name'>): Promise<ToolResult> {
    const callId = call.callId ?? this.nextCallId();
    const calling = this.dispatch(toolId, call.arguments, {
      callId,
      parentCallId: callId,
      signal: call.signal,
      onProgress: call.onProgress,
    });
    this.running.add(calling);
    try {
      return await calling;
    } finally {
      this.running.delete(calling);
    }
  }

  async search(request: SearchRequest): Promise<SearchAnswer> {
    this.assertAlive();
    this.counts.searches++;
    const { view } = this;
    return this.environment.search.search(
      { run: this.context, snapshot: view.snapshot, sources: () => view.sources },
      request,
    );
  }

  describe(toolId: string): ToolDescriptor | undefined {
    this.assertAlive();
    this.counts.describes++;
    const tool = this.view.find(toolId)?.tool;
    if (
      tool === undefined ||
      this.environment.hooks.hooks.policy.call(tool, { run: this.context, phase: 'describe' }) !== undefined
    )
      return undefined;
    this.environment.events.emit('tool:described', { runId: this.id, toolId: tool.id, sourceKind: tool.source.kind });
    return tool;
  }

  narrow(allow: readonly string[] | undefined): void {
    this.view = this.viewOf(allow === undefined ? this.base : narrowSnapshot(this.base, allow));
    this.seen = undefined;
    this.environment.events.emit('run:narrowed', { runId: this.id, tools: this.view.entries.length });
  }

  /** Waits for running calls at most that long. */
  async drain(): Promise<void> {
    await Promise.allSettled([...this.running]);
  }

  end(): Promise<void> {
    this.ending ??= this.finish();
    return this.ending;
  }

  private async finish(): Promise<void> {
    this.controller.abort(new ToolrackError('ERR_CALL_INTERRUPTED', 'The run has ended.'));
    await Promise.allSettled([...this.running]);
    await this.environment.hooks.hooks.runEnd.promise(this.context);
    await this.records.end();
    this.environment.ended(this);
    this.environment.events.emit('run:ended', { runId: this.id, ...this.counts });
  }

  private async answer(call: ModelCall, callId: string, signal: AbortSignal): Promise<CallAnswer> {
    this.assertAlive();
    if (typeof call.name !== 'string' || call.name === '')
      throw new ToolrackError('ERR_TOOL_INPUT', 'The name of the called tool must be a non-empty string.');
    const surface = this.environment.services.get(SurfaceService);
    const session = this.session(callId, signal, call.onProgress);
    if (surface.controlNames(this.context).includes(call.name) && this.tools.some((tool) => tool.name === call.name)) {
      return soundAnswer(await surface.call(call.name, call.arguments, session), surface);
    }
    const direct = this.view.called(call.name);
    if (direct?.direct === true) {
      const result = await session.call(direct.tool.id, call.arguments, { callId });
      return {
        content: result.content,
        ...('details' in result ? { details: result.details } : {}),
        isError: result.isError === true,
        ...(result.terminate === true ? { terminate: true } : {}),
      };
    }
    const answer = await surface.unknown?.(call.name, call.arguments, session);
    if (answer !== undefined) return soundAnswer(answer, surface);
    throw new ToolrackError('ERR_TOOL_UNKNOWN', `There is no tool named ${JSON.stringify(call.name.slice(0, 256))}.`, {
      hint: `The tools you can call are: ${this.tools.map((tool) => tool.name).join(', ')}.`,
    });
  }

  private session(callId: string, signal: AbortSignal, onProgress: ModelCall['onProgress']): SurfaceSession {
    const { view } = this;
    return {
      run: this.context,
      get entries() {
        return view.entries;
      },
      get sources() {
        return view.sources;
      },
      find: (id) => view.find(id),
      named: (name) => view.named(name),
      called: (callName) => view.called(callName),
      directory: (guidance) => view.directory(guidance),
      callId,
      signal,
      search: (request) => this.search(request),
      describe: (id) => this.describe(id),
      call: (id, callArguments, options) =>
        this.dispatch(id, callArguments, {
          callId: options?.callId ?? `${callId}/${++this.sequence}`,
          parentCallId: callId,
          signal,
          onProgress,
        }),
    };
  }

  private async dispatch(
    toolId: string,
    callArguments: unknown,
    call: {
      readonly callId: string;
      readonly parentCallId: string;
      readonly signal: AbortSignal | undefined;
      readonly onProgress: ((progress: ToolProgress) => void) | undefined;
    },
  ): Promise<ToolResult> {
    this.assertAlive();
    this.counts.calls++;
    return this.environment.calls.run({
      run: this.context,
      snapshot: this.view.snapshot,
      toolId,
      arguments: callArguments,
      callId: call.callId,
      parentCallId: call.parentCallId,
      signal: call.signal ?? this.context.signal,
      onProgress: (progress) => call.onProgress?.(progress),
      record: (tool) => this.records.find(tool),
    });
  }

  private viewOf(snapshot: CatalogSnapshot): RunView {
    return new RunView(this.context, snapshot, () => this.records.summaries(snapshot), this.environment.directory);
  }

  private shown(): { readonly tools: readonly ModelTool[]; readonly prompt: string } {
    const surface = this.environment.services.get(SurfaceService);
    this.seen ??= Object.freeze({
      tools: Object.freeze([...surface.tools(this.view)]),
      prompt: surface.prompt(this.view),
    });
    return this.seen;
  }

  private nextCallId(): string {
    return `${this.id}-call-${++this.sequence}`;
  }

  private assertAlive(): void {
    if (this.ending !== undefined)
      throw new ToolrackError('ERR_RUNTIME_DISPOSED', 'The run has ended.', { hint: 'Start a new run.' });
    if (this.context.signal.aborted) throw interrupted({ id: 'the run' } as ToolDescriptor, this.context.signal);
  }
}

/** Refuses what is no answer, so that a host never has to check. */
function soundAnswer(answer: CallAnswer, surface: Surface): CallAnswer {
  if (Array.isArray(answer?.content) && typeof answer.isError === 'boolean') return answer;
  throw new ToolrackError('ERR_SERVICE_FAILED', `Surface ${surface.name} gave no answer.`, {
    modelText: 'The call failed because of a fault in the tool runtime.',
  });
}
