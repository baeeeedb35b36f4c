import {
  approval,
  canonicalJson,
  deny,
  stages,
  type ApprovalDecision,
  type ApprovalRequest,
  type CallView,
  type Denial,
  type JsonObject,
  type PluginHost,
  type SecretMask,
} from '@toolrack/contracts';

import { HookedCall, type ToolCallHook } from './before-tool-call.js';

/** After what other plugins do to the arguments. */
const afterArguments = stages.late + 50;

interface State {
  readonly hooked: HookedCall;
  /** The arguments with which a person is asked, or with which the handlers' own change is put through. */
  asked?: JsonObject;
}

/**
 * Puts the `before_tool_call` handlers of OpenClaw plugins into the way of every call. A handler that answers at once may change the arguments before they
 * are validated. One that answers later may block the call, ask for an approval, or change the arguments: the change then takes the way of an approver's
 * edit, which is validated and put to all rules again.
 */
export class HookedCalls {
  /** By the signal of a call, which is the same object at every step and goes with it. */
  private readonly states = new WeakMap<AbortSignal, State>();
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
    hooks.args.tap((callArguments, call) => this.begin(callArguments, call), { stage: afterArguments });
    hooks.authorize.tap((call) => this.authorize(call), { stage: afterArguments });
    hooks.approvalNeeded.tap((call, dossier) => {
      const { hooked, asked } = this.states.get(call.signal) ?? {};
      if (hooked?.approval !== undefined) dossier.require(hooked.approval.reason);
      if (hooked?.rewriter !== undefined && asked !== undefined) dossier.require(rewriteReason(hooked.rewriter));
    });
    hooks.approve.tap((request) => this.answer(request), { stage: stages.early });
    events.on('approval:decided', ({ runId, callId, decision }) =>
      this.resolve(runId, callId, decision === 'allow' ? 'allow-once' : 'deny'),
    );
    for (const name of ['call:failed', 'call:denied'] as const)
      events.on(name, ({ runId, callId }) => this.resolve(runId, callId, 'cancelled'));
  }

  /** Handlers that load late are awaited where a call can wait, in `authorize`. */
  private begin(callArguments: JsonObject, call: CallView): JsonObject {
    const hooks = this.hooks();
    if (hooks instanceof Promise || hooks.length === 0) return callArguments;
    const hooked = new HookedCall(hooks, callArguments, call, this.mask);
    this.states.set(call.signal, { hooked });
    return hooked.early;
  }

  private async authorize(call: CallView): Promise<Denial | undefined> {
    let state = this.states.get(call.signal);
    if (state === undefined) {
      const hooks = await this.hooks();
      if (hooks.length === 0) return undefined;
      state = { hooked: new HookedCall(hooks, call.arguments, call, this.mask, true) };
      this.states.set(call.signal, state);
    }
    const { hooked, asked } = state;
    const final = await hooked.settled();
    if (hooked.denial !== undefined) return hooked.denial;
    const { approval: wanted, rewriter } = hooked;
    if (asked === undefined) {
      if (wanted?.onResolution !== undefined) this.waiting.set(keyOf(call.run.runId, call.callId), wanted.onResolution);
      if (wanted !== undefined || rewriter !== undefined) state.asked = final;
      return undefined;
    }
    // After the approval: the arguments must not be the ones that a handler has replaced.
    const isReplaced = rewriter !== undefined && canonicalJson(call.arguments) === canonicalJson(hooked.early);
    if (!isReplaced) return undefined;
    const reason = `the plugin ${rewriter} changes the arguments, and somebody was asked about the old ones`;
    return deny(reason, { rule: `before_tool_call of ${rewriter}` });
  }

  /** Puts the handlers' own change through where nobody else is to be asked. */
  private answer({ signal, reasons }: ApprovalRequest): ApprovalDecision | undefined {
    const { hooked, asked } = this.states.get(signal) ?? {};
    if (hooked?.rewriter === undefined || asked === undefined) return undefined;
    const isOwn = reasons.every((reason) => reason === rewriteReason(hooked.rewriter as string));
    return isOwn
      ? approval('allow', { arguments: asked, by: `plugin ${hooked.rewriter}`, reason: 'changed by before_tool_call' })
      : undefined;
  }

  private resolve(runId: string, callId: string, decision: string): void {
    const key = keyOf(runId, callId);
    const onResolution = this.waiting.get(key);
    this.waiting.delete(key);
    // What it throws is the bus's to catch; a promise of it is nobody's.
    void Promise.resolve(onResolution?.(decision)).catch((error: unknown) =>
      this.host.logger.warn('onResolution of a before_tool_call handler failed', { reason: String(error) }),
    );
  }
}

function rewriteReason(plugin: string): string {
  return `Plugin ${plugin} changes the arguments of this call`;
}

function keyOf(runId: string, callId: string): string {
  return `${runId}\u0000${callId}`;
}
