import {
  canonicalJson,
  deny,
  freezeJson,
  isJsonObject,
  isThenable,
  reasonOf,
  type CallView,
  type Denial,
  type JsonObject,
  type SecretMask,
} from '@toolrack/contracts';

import { isRecord, textOf } from './openclaw-shapes.js';
import { withoutPaths } from './safe-text.js';

/** A handler that a plugin registered with `api.on('before_tool_call', …)`. */
export interface ToolCallHook {
  readonly plugin: string;
  /** Higher ones run first. */
  readonly priority: number;
  /** Folder of the plugin, which no message names. */
  readonly directory?: string;
  readonly handler: (event: object, context: object) => unknown;
}

/** What a handler asks a person. */
export interface RequestedApproval {
  readonly plugin: string;
  readonly reason: string;
  /** Told what became of it. */
  readonly onResolution?: (decision: string) => unknown;
}

/** The name that OpenClaw knows a tool by: tools of servers carry the server's name. */
function hostName({ name, source }: CallView['tool']): string {
  return source.kind === 'openclaw' || source.kind === 'client' ? name : `${source.owner}__${name}`;
}

/**
 * One call on its way through the handlers: one after the other by priority, each seeing what the ones before have made of the arguments. Those that
 * answer at once are through before the arguments are validated; from the first promise on the rest waits for `settled`. `block: true` ends it, and so does a
 * handler that fails. `isLate`: the arguments are validated already, or are about to be.
 */
export class HookedCall {
  /** The arguments as they are validated: what the handlers that answered at once made of them. */
  readonly early: JsonObject;
  approval: RequestedApproval | undefined;
  denial: Denial | undefined;
  /** Whose handler changed the arguments after they were validated. */
  rewriter: string | undefined;
  private current: JsonObject;
  private readonly rest: Promise<void> | undefined;

  constructor(
    private readonly hooks: readonly ToolCallHook[],
    callArguments: JsonObject,
    private readonly call: CallView,
    /** Hides what the plugins were given in their words; not in arguments, which they may mean to have it in. */
    private readonly mask: SecretMask,
    isLate = false,
  ) {
    this.current = callArguments;
    this.rest = this.runFrom(0, isLate);
    this.early = isLate ? callArguments : this.current;
  }

  /** Waits for all handlers; gives the arguments as the last one left them. */
  async settled(): Promise<JsonObject> {
    await this.rest;
    return this.current;
  }

  private runFrom(start: number, isLate: boolean): Promise<void> | undefined {
    for (const [offset, hook] of this.hooks.slice(start).entries()) {
      try {
        const answer = hook.handler(this.event(), this.context());
        if (isThenable(answer)) return this.wait(hook, answer, start + offset + 1);
        this.take(hook, answer, isLate);
      } catch (error) {
        this.fail(hook, error);
      }
      if (this.denial !== undefined) return undefined;
    }
    return undefined;
  }

  private async wait(hook: ToolCallHook, answer: PromiseLike<unknown>, next: number): Promise<void> {
    try {
      this.take(hook, await answer, true);
    } catch (error) {
      this.fail(hook, error);
    }
    if (this.denial === undefined) await this.runFrom(next, true);
  }

  private take({ plugin }: ToolCallHook, answer: unknown, isLate: boolean): void {
    if (answer === undefined || answer === null) return;
    if (!isRecord(answer)) throw new Error('it answers neither an object nor nothing');
    const { params, block, blockReason, requireApproval } = answer;
    if (block === true) {
      const reason = textOf(blockReason) ?? `the plugin ${plugin} does not allow it`;
      this.denial = deny(this.mask.apply(reason), { isPublic: true, rule: `before_tool_call of ${plugin}` });
      return;
    }
    if (params !== undefined && params !== null) this.rewrite(plugin, freezeJson(params), isLate);
    if (isRecord(requireApproval)) this.approval ??= approvalOf(plugin, requireApproval, this.mask);
  }

  private rewrite(plugin: string, params: unknown, isLate: boolean): void {
    if (!isJsonObject(params)) throw new Error('its params are no object');
    if (isLate && canonicalJson(params) !== canonicalJson(this.current)) this.rewriter = plugin;
    this.current = params;
  }

  private fail({ plugin, directory }: ToolCallHook, error: unknown): void {
    const reason = `the before_tool_call handler of ${plugin} failed: ${withoutPaths(reasonOf(error), directory)}`;
    this.denial = deny(this.mask.apply(reason), { rule: `before_tool_call of ${plugin}` });
  }

  private event(): object {
    const { tool, callId, run } = this.call;
    return { toolName: hostName(tool), params: structuredClone(this.current), toolCallId: callId, runId: run.runId, toolId: tool.id };
  }

  private context(): object {
    const { tool, callId, run } = this.call;
    const { agent = 'main', session } = run.scope;
    const sessions = session === undefined ? {} : { sessionKey: session, sessionId: session };
    return { toolName: hostName(tool), agentId: agent, ...sessions, runId: run.runId, toolCallId: callId, toolId: tool.id };
  }
}

function approvalOf(plugin: string, asked: Readonly<Record<string, unknown>>, mask: SecretMask): RequestedApproval {
  const words = [textOf(asked['title']), textOf(asked['description'])].filter((text) => text !== undefined);
  const { onResolution } = asked;
  return {
    plugin,
    reason: `Plugin ${plugin}: ${words.length === 0 ? 'it asks for an approval' : mask.apply(words.join(': '))}`,
    ...(typeof onResolution === 'function' ? { onResolution: onResolution as (decision: string) => unknown } : {}),
  };
}
