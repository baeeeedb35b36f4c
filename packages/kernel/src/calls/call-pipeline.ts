import { inject, injectable } from 'inversify';
import { linkedController, reasonOf, ToolrackError, untilAborted, ValidatorService } from '@toolrack/contracts';
import type { CallView, JsonObject, RuntimeOptions, ToolDescriptor, ToolResult } from '@toolrack/contracts';
import { callEvent, checkArguments, denialNow, interrupted, readArguments, unknownTool, withoutSecrets } from '@toolrack/core';
import { EventBus } from '../events/event-bus.js';
import { HookRegistry } from '../hooks/hook-registry.js';
import type { AttributedDenial } from '../hooks/guard-rules.js';
import { ServiceRegistry } from '../services/service-registry.js';
import { tokens } from '../services/tokens.js';
import { ApprovalDesk } from './approval-desk.js';
import { CallExecutor } from './call-executor.js';
import type { PipelineCall } from './pipeline-call.js';

/**
 * The way of every call: policy, args, authorize, validation, approval, validation of the final arguments, exclusive slot, second look,
 * execution, result. Anything that fails before the execution means that the tool was not called.
 */
@injectable()
export class CallPipeline {
  constructor(
    @inject(HookRegistry) private readonly registry: HookRegistry,
    @inject(ServiceRegistry) private readonly services: ServiceRegistry,
    @inject(EventBus) private readonly events: EventBus,
    @inject(ApprovalDesk) private readonly approvals: ApprovalDesk,
    @inject(CallExecutor) private readonly executor: CallExecutor,
    @inject(tokens.options) private readonly options: RuntimeOptions,
  ) {}

  /** Rejects with a `ToolrackError`. */
  async run(request: PipelineCall): Promise<ToolResult> {
    const { tool } = request;
    const { controller, release } = linkedController(request.signal, request.run.signal);
    const started = performance.now();
    const base = {
      run: request.run,
      callId: request.callId,
      parentCallId: request.parentCallId,
      tool,
      signal: controller.signal,
      ...(request.peer === undefined ? {} : { peer: request.peer }),
    };
    try {
      const call = await untilAborted(this.prepare(base, request), controller.signal);
      const result = await this.executor.execute(call, request, () => this.checkPolicy(base, request));
      this.events.emit('call:completed', {
        ...callEvent(call),
        isError: result.isError === true,
        durationMs: performance.now() - started,
      });
      return result;
    } catch (error) {
      // The signal's own reason only says why, not what became of the call.
      const failure =
        ToolrackError.is(error) && error !== controller.signal.reason
          ? error
          : controller.signal.aborted
            ? interrupted(tool, controller.signal)
            : new ToolrackError('ERR_CALL_FAILED', `The call of ${tool.id} failed: ${reasonOf(error)}`, {
                toolId: tool.id,
                cause: error,
              });
      if (failure.kind !== 'denied' && failure.code !== 'ERR_TOOL_UNKNOWN') {
        this.events.emit('call:failed', {
          ...callEvent(base),
          code: failure.code,
          reason: withoutSecrets(failure.message, request.arguments),
          durationMs: performance.now() - started,
        });
      } else if (failure.code === 'ERR_CALL_APPROVAL') {
        this.events.emit('call:denied', {
          ...callEvent(base),
          code: failure.code,
          reason: withoutSecrets(failure.message, request.arguments),
        });
      }
      throw failure;
    } finally {
      release();
    }
  }

  /** Everything that must hold before the tool is touched. */
  private async prepare(base: Omit<CallView, 'arguments'>, request: PipelineCall): Promise<CallView> {
    const { tool } = base;
    this.checkPolicy(base, request);
    let callArguments = this.readArguments(tool, request.arguments);
    const withArguments = (value: JsonObject): CallView => Object.freeze({ ...base, arguments: value });
    // Also a tap that waits is done before the arguments are judged: it may be what mends them.
    callArguments = this.readArguments(tool, await this.registry.hooks.args.promise(callArguments, withArguments(callArguments)));
    // A denial wins over wrong arguments; a person is only asked about a call that can run.
    await this.authorize(withArguments(callArguments), request);
    this.validate(tool, callArguments);
    if (base.signal.aborted) throw interrupted(tool, base.signal);
    const decision = await this.approvals.clear(withArguments(callArguments));
    if (decision?.arguments !== undefined) {
      callArguments = this.readArguments(tool, decision.arguments);
      this.validate(tool, callArguments);
    }
    // A person took their time: what was allowed before may be denied now.
    if (decision !== undefined) await this.authorize(withArguments(callArguments), request);
    const call = withArguments(callArguments);
    if (call.signal.aborted) throw interrupted(tool, call.signal);
    return call;
  }

  /** Not allowed means not there: the same answer as for an unknown tool. */
  private checkPolicy(call: Omit<CallView, 'arguments'>, { record, isInRun }: PipelineCall): void {
    if (!isInRun()) throw unknownTool(call.tool.id);
    const ask = (tool: ToolDescriptor) => this.registry.hooks.policy.call(tool, { run: call.run, phase: 'call' });
    const denial = denialNow(ask, call.tool, record(call.tool)?.find(call.tool.name));
    if (denial === undefined) return;
    this.reportDenial(call, 'ERR_TOOL_UNKNOWN', denial);
    throw unknownTool(call.tool.id);
  }

  private async authorize(call: CallView, request: PipelineCall): Promise<void> {
    const denial = await this.registry.hooks.authorize.promise(call);
    this.checkPolicy(call, request);
    if (denial === undefined) return;
    this.reportDenial(call, 'ERR_CALL_DENIED', denial);
    const reason = denial.denial.isPublic ? `: ${denial.denial.reason}` : '';
    throw new ToolrackError('ERR_CALL_DENIED', `The call of ${call.tool.id} is denied${reason}.`, {
      toolId: call.tool.id,
      hint: 'Do not try it again.',
      plugin: denial.plugin,
    });
  }

  private reportDenial(call: Omit<CallView, 'arguments'>, code: string, { denial, plugin }: AttributedDenial): void {
    this.events.emit('call:denied', {
      ...callEvent(call),
      code,
      reason: denial.reason,
      plugin,
      ...(denial.rule === undefined ? {} : { rule: denial.rule }),
    });
  }

  private readArguments(tool: ToolDescriptor, value: unknown): JsonObject {
    return readArguments(tool, value, this.options.limits?.maxArgumentValues);
  }

  private validate(tool: ToolDescriptor, callArguments: JsonObject): void {
    checkArguments(() => this.services.get(ValidatorService), tool, callArguments, this.options.validateUntrusted);
  }
}
