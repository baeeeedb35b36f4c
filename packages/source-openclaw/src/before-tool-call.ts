import {
  deny,
  freezeJson,
  isJsonObject,
  isThenable,
  reasonOf,
  ToolrackError,
  withTimeout,
  type CallView,
  type Denial,
  type JsonObject,
  type SecretMask,
} from '@toolrack/contracts';

import { isRecord, textOf } from './openclaw-shapes.js';
import { mergeArguments } from './merge-arguments.js';
import { withoutPaths } from './safe-text.js';

/** Longest time, in milliseconds, that the handlers of one call take together; less than the kernel gives a tap, so that the slow one is named. */
const longestMs = 9_000;

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

/** What all handlers together say about one call. */
export interface HookOutcome {
  /** As the last handler left them. */
  readonly arguments: JsonObject;
  readonly approval?: RequestedApproval;
  readonly denial?: Denial;
  /** Plugins that changed the arguments. */
  readonly rewriters: readonly string[];
}

/** The name that OpenClaw knows a tool by: tools of servers carry the server's name. */
function hostName({ name, source }: CallView['tool']): string {
  return source.kind === 'openclaw' || source.kind === 'client' ? name : `${source.owner}__${name}`;
}

/** One call on its way through the handlers. */
export class HookedCall {
  private current: JsonObject;
  private approval: RequestedApproval | undefined;
  private denial: Denial | undefined;
  private readonly rewriters: string[] = [];

  constructor(
    callArguments: JsonObject,
    private readonly call: CallView,
    /** Hides what the plugins were given in their words; not in arguments, which they may mean to have it in. */
    private readonly mask: SecretMask,
  ) {
    this.current = callArguments;
  }

  /**
   * Asks one handler after the other, each about what the ones before have made of the arguments; `block: true` ends it. Rejects with
   * `ERR_HOOK_FAULT`, which names the plugin, when one throws, takes too long or answers what is no answer.
   */
  async ask(hooks: readonly ToolCallHook[]): Promise<HookOutcome> {
    const deadline = Date.now() + longestMs;
    for (const hook of hooks) {
      try {
        const answer = hook.handler(this.event(), this.context());
        const late = (): Error => new Error('it took too long');
        this.take(hook, isThenable(answer) ? await withTimeout(answer, Math.max(0, deadline - Date.now()), late) : answer);
      } catch (error) {
        throw this.fault(hook, error);
      }
      if (this.denial !== undefined) break;
    }
    const { current, approval, denial, rewriters } = this;
    return {
      arguments: current,
      rewriters,
      ...(approval === undefined ? {} : { approval }),
      ...(denial === undefined ? {} : { denial }),
    };
  }

  private take({ plugin }: ToolCallHook, answer: unknown): void {
    if (answer === undefined || answer === null) return;
    if (!isRecord(answer)) throw new Error('it answers neither an object nor nothing');
    const { params, block, blockReason, requireApproval } = answer;
    if (block === true) {
      const reason = textOf(blockReason) ?? `the plugin ${plugin} does not allow it`;
      this.denial = deny(this.mask.apply(reason), { isPublic: true, rule: `before_tool_call of ${plugin}` });
      return;
    }
    if (params !== undefined && params !== null) this.rewrite(plugin, params);
    if (isRecord(requireApproval)) this.approval ??= approvalOf(plugin, requireApproval, this.mask);
  }

  private rewrite(plugin: string, params: unknown): void {
    if (!isJsonObject(params)) throw new Error('its params are no object');
    this.current = freezeJson(mergeArguments(this.current, params, this.call.tool)) as JsonObject;
    this.rewriters.push(plugin);
  }

  private fault({ plugin, directory }: ToolCallHook, error: unknown): ToolrackError {
    const reason = this.mask.apply(withoutPaths(reasonOf(error), directory));
    const { tool } = this.call;
    const message = `The before_tool_call handler of plugin "${plugin}" failed for ${tool.id}: ${reason}. The tool was not called.`;
    return new ToolrackError('ERR_HOOK_FAULT', message, {
      plugin: '@toolrack/source-openclaw',
      hook: 'args',
      toolId: tool.id,
      fields: { handlerOf: plugin },
      modelText: `A before_tool_call handler of the plugin "${plugin}" failed, so the tool was not called.`,
      cause: error,
    });
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
