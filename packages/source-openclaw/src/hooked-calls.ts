import {
  canonicalJson,
  stages,
  ToolrackError,
  type CallView,
  type Denial,
  type JsonObject,
  type PluginHost,
  type SecretMask,
} from '@toolrack/contracts';

import { HookedCall, type HookOutcome, type ToolCallHook } from './before-tool-call.js';

/** After what other plugins do to the arguments. */
const afterArguments = stages.late + 50;

/**
 * Puts the `before_tool_call` handlers of OpenClaw plugins into the way of every call. All of them are done before the arguments are validated, so
 * that they may mend them, and before anybody is asked, so that an approver sees what will run. An approver's own edit is put to them once more:
 * they may block it, but what they would make of it does not count, since a person has decided on exactly these arguments.
 */
export class HookedCalls {
  /** By the signal of a call, which is the same object at every step and goes with it. */
  private readonly outcomes = new WeakMap<AbortSignal, HookOutcome>();
  /** Who wants to hear of an approval, by run and call. */
  private readonly waiting = new Map<string, (decision: string) => unknown>();

  /** `hooks` waits for plugins that are still loading. */
  constructor(
    private readonly hooks: () => readonly ToolCallHook[] | Promise<readonly ToolCallHook[]>,
    private readonly host: PluginHost,
    /** Hides secrets of the plugins in their words. */
    private readonly mask: SecretMask,
  ) {}

  attach(): void {
    const { hooks, events } = this.host;
    hooks.args.tap((callArguments, call) => this.prepare(callArguments, call), { stage: afterArguments });
    hooks.authorize.tap((call) => this.authorize(call), { stage: afterArguments });
    hooks.approvalNeeded.tap((call, dossier) => {
      const { approval } = this.outcomes.get(call.signal) ?? {};
      if (approval !== undefined) dossier.require(approval.reason);
    });
    events.on('approval:decided', ({ runId, callId, decision }) =>
      this.resolve(runId, callId, decision === 'allow' ? 'allow-once' : 'deny'),
    );
    for (const name of ['call:failed', 'call:denied'] as const)
      events.on(name, ({ runId, callId }) => this.resolve(runId, callId, 'cancelled'));
  }

  private prepare(callArguments: JsonObject, call: CallView): JsonObject | Promise<JsonObject> {
    const hooks = this.hooks();
    if (!(hooks instanceof Promise) && hooks.length === 0) return callArguments;
    return this.ask(hooks, callArguments, call);
  }

  private async ask(
    hooks: readonly ToolCallHook[] | Promise<readonly ToolCallHook[]>,
    callArguments: JsonObject,
    call: CallView,
  ): Promise<JsonObject> {
    const outcome = await this.outcomeOf(await hooks, callArguments, call);
    this.outcomes.set(call.signal, outcome);
    const onResolution = outcome.approval?.onResolution;
    if (onResolution !== undefined) this.waiting.set(keyOf(call.run.runId, call.callId), onResolution);
    if (outcome.rewriters.length > 0) {
      const { rewriters } = outcome;
      this.host.logger.info(`before_tool_call changed the arguments of a call: ${rewriters.join(', ')}`, this.factsOf(call));
    }
    return outcome.arguments;
  }

  private async authorize(call: CallView): Promise<Denial | undefined> {
    const outcome = this.outcomes.get(call.signal);
    if (outcome === undefined) return undefined;
    const isEdited = canonicalJson(call.arguments) !== canonicalJson(outcome.arguments);
    if (outcome.denial !== undefined || !isEdited) return outcome.denial;
    return (await this.outcomeOf(await this.hooks(), call.arguments, call)).denial;
  }

  private async outcomeOf(hooks: readonly ToolCallHook[], callArguments: JsonObject, call: CallView): Promise<HookOutcome> {
    try {
      return await new HookedCall(callArguments, call, this.mask).ask(hooks);
    } catch (error) {
      if (ToolrackError.is(error)) this.host.logger.warn(error.message, this.factsOf(call));
      throw error;
    }
  }

  private factsOf({ tool, run, callId }: CallView): Readonly<Record<string, unknown>> {
    return { toolId: tool.id, runId: run.runId, callId };
  }

  private resolve(runId: string, callId: string, decision: string): void {
    const key = keyOf(runId, callId);
    const onResolution = this.waiting.get(key);
    this.waiting.delete(key);
    // What it throws is the bus's to catch; a promise of it is nobody's.
    void Promise.resolve(onResolution?.(decision)).catch((error: unknown) =>
      this.host.logger.warn('onResolution of a before_tool_call handler failed', { reason: this.mask.apply(String(error)) }),
    );
  }
}

function keyOf(runId: string, callId: string): string {
  return `${runId}\u0000${callId}`;
}
