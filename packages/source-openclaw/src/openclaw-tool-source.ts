import {
  reasonOf,
  RunSlot,
  ToolrackError,
  type CallView,
  type JsonObject,
  type Logger,
  type RunContext,
  type SourceListing,
  type ToolResult,
  type ToolSource,
  type ToolSourceCall,
} from '@toolrack/contracts';

import { type OpenclawTool, type OpenclawToolContext, type ToolRegistration } from './openclaw-shapes.js';
import { type LoadedModule, type PreparedModule } from './plugin-loader.js';
import { executeTool, failed } from './tool-call.js';
import { collectTools, toolList, type ToolOffer } from './tool-collector.js';
import { createToolContext } from './tool-context.js';
import { withoutPaths } from './safe-text.js';
import { prepareArguments, toolFault, toolName } from './tool-definition.js';

/** The tools of all modules of one owner. A factory runs once for each list and once for each run that calls its tools. */
export class OpenclawToolSource implements ToolSource {
  readonly kind = 'openclaw';
  readonly trust = 'trusted';
  private readonly closing = new AbortController();
  private offers: ReadonlyMap<string, ToolOffer> | undefined;
  private readonly instances = new RunSlot<Map<ToolRegistration, unknown>>(() => new Map());
  /** Calls whose arguments the tool has repaired already. */
  private readonly prepared = new RunSlot<Set<string>>(() => new Set());

  constructor(
    readonly owner: string,
    private readonly modules: readonly PreparedModule[],
    private readonly workspaceDirectory: string,
    private readonly logger: Logger,
  ) {}

  /** Ids of its plugins that have handlers of `before_tool_call`, as far as they are loaded. */
  get askedAboutCalls(): readonly string[] {
    return [...new Set(this.modules.flatMap(({ loaded }) => loaded?.hooks.map(({ plugin }) => plugin) ?? []))];
  }

  /** Rejects with `ERR_SOURCE_FAILED` when no module of this owner could be loaded. */
  async list(): Promise<SourceListing> {
    const modules = await Promise.all(this.modules.map((module) => module.load()));
    if (modules.every((module) => module.failure !== undefined)) {
      throw new ToolrackError('ERR_SOURCE_FAILED', modules.map((module) => module.failure).join('; '));
    }
    const { tools, problems, offers } = await collectTools(modules, (module) => this.contextOf(module));
    this.offers = offers;
    return { tools, problems };
  }

  async call(call: ToolSourceCall): Promise<ToolResult> {
    if (this.offers === undefined) await this.list();
    const offer = this.offers?.get(call.name);
    const { directory } = offer?.module ?? {};
    let tool: OpenclawTool | undefined;
    let callArguments: unknown = call.arguments;
    try {
      tool = offer === undefined ? undefined : findTool(await this.instanceOf(offer, call.run), call.name);
      if (tool !== undefined && !this.prepared.get(call.run).delete(call.callId)) {
        callArguments = prepareArguments(tool, callArguments);
      }
    } catch (error) {
      throw failed(call, error, directory);
    }
    if (tool !== undefined) {
      const signal = AbortSignal.any([call.signal, this.closing.signal]);
      return executeTool(tool, callArguments, { ...call, signal }, directory);
    }
    throw new ToolrackError('ERR_TOOL_UNAVAILABLE', `The tool "${call.name}" is not offered in this run.`, {
      toolId: call.tool.id,
    });
  }

  /**
   * Repairs arguments with the tool's own `prepareArguments` before they are validated, as OpenClaw does. A repair that
   * throws or gives no arguments is told to operators and left to `call`, where its message becomes the answer.
   */
  prepare(callArguments: JsonObject, call: CallView): JsonObject {
    const offer = this.offers?.get(call.tool.name);
    if (offer === undefined) return callArguments;
    try {
      const made = this.instanceOf(offer, call.run);
      const tool = made instanceof Promise ? undefined : findTool(made, call.tool.name);
      if (typeof tool?.prepareArguments !== 'function') return callArguments;
      const prepared = prepareArguments(tool, callArguments) as JsonObject;
      this.prepared.get(call.run).add(call.callId);
      return prepared;
    } catch (error) {
      this.logger.warn(`The arguments of ${call.tool.id} were not prepared: ${withoutPaths(reasonOf(error), offer.module.directory)}`);
      return callArguments;
    }
  }

  /** Tells of modules that have loaded after they were waited for in vain. */
  onChange(listener: () => void): () => void {
    const disposers = this.modules.map((module) => module.onLate(listener));
    return () => disposers.forEach((dispose) => dispose());
  }

  /** Ends running calls. */
  dispose(): void {
    this.closing.abort(new Error('The source was disposed.'));
  }

  /** What the registration makes for this run; made once, so that repair and execution see the same tool. */
  private instanceOf({ module, registration }: ToolOffer, run: RunContext): unknown {
    const instances = this.instances.get(run);
    if (!instances.has(registration)) instances.set(registration, registration.create(this.contextOf(module, run)));
    return instances.get(registration);
  }

  private contextOf(module: LoadedModule, run?: RunContext): OpenclawToolContext {
    return createToolContext(module.hostConfig, this.workspaceDirectory, run);
  }
}

function findTool(made: unknown, name: string): OpenclawTool | undefined {
  return toolList(made).find((tool) => toolFault(tool) === undefined && toolName(tool) === name) as OpenclawTool | undefined;
}
