import { ProtocolError } from '@modelcontextprotocol/client';
import { linkedController, ToolrackError, untilAborted, type ContentRequestOptions, type JsonObject } from '@toolrack/contracts';
import { CallEndedError } from '../call-ended-error.js';
import { isNeverSent, isSessionLost, safeMessage } from '../call-failure.js';
import type { Connection } from '../connection.js';
import { IdleLimit } from '../idle-limit.js';
import { requestWithInput } from '../peer/input-rounds.js';
import { relayedData } from '../relayed-data.js';
import { RunningCall } from '../peer/running-call.js';
import { httpStatus, oneLine } from '../server-failure.js';
import type { ServerDefinition } from '../server-options.js';
import type { ServerSession } from '../server-session.js';
import { shareSignal } from '../shared-signal.js';

/** Asks one server for content: starts it when need be, bounds the time, and words what goes wrong. */
export class ContentRequester {
  constructor(
    private readonly session: ServerSession,
    private readonly definition: ServerDefinition,
  ) {}

  /** One request, whose questions go to the peer of the options. */
  async ask(method: string, parameters: JsonObject, options: ContentRequestOptions): Promise<JsonObject> {
    return await this.perform(method, options, async (connection, signal, running) => {
      const limits = { signal, timeout: this.definition.maxCallMs + 1_000 };
      return await requestWithInput(connection, method, parameters, limits, running);
    });
  }

  /** Reading changes nothing, so it is tried once more when the server had forgotten the session or was just gone. */
  async perform<Result>(
    method: string,
    options: ContentRequestOptions,
    work: (connection: Connection, signal: AbortSignal, running: RunningCall) => Promise<Result>,
  ): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      const connection = await this.connect(method, options.signal);
      const { controller, release } = linkedController(shareSignal(options.signal));
      const limit = new IdleLimit(this.definition.timeoutMs, () => controller.abort());
      const running = new RunningCall(options.peer, controller.signal, (isWaiting) => limit.pause(isWaiting));
      connection.calls.begin(running);
      try {
        return await untilAborted(work(connection, controller.signal, running), controller.signal);
      } catch (error) {
        const isLost = connection.hasSession && isSessionLost(httpStatus(error), error);
        if (isLost) this.session.forget(connection);
        if ((isLost || isNeverSent(error, connection)) && attempt === 1 && !controller.signal.aborted) continue;
        throw this.describe(error, method, options.signal.aborted, controller.signal.aborted);
      } finally {
        connection.calls.end(running, !controller.signal.aborted);
        limit.stop();
        release();
      }
    }
  }

  private async connect(method: string, signal: AbortSignal): Promise<Connection> {
    try {
      return await untilAborted(this.session.connect(), shareSignal(signal));
    } catch (error) {
      if (!ToolrackError.is(error)) throw this.describe(error, method, true, true);
      throw new ToolrackError('ERR_TOOL_UNAVAILABLE', error.message, {
        fields: error.fields,
        cause: error,
        modelText: `The server "${this.definition.name}" is not available.`,
        ...(error.hint === undefined ? {} : { hint: error.hint }),
      });
    }
  }

  private describe(error: unknown, method: string, isCancelled: boolean, isLate: boolean): ToolrackError {
    const { name, timeoutMs } = this.definition;
    const fields = { server: name, method };
    const server = `MCP server "${name}"`;
    if (isCancelled) return new ToolrackError('ERR_CALL_INTERRUPTED', `"${method}" of ${server} was cancelled.`, { fields });
    if (isLate)
      return new ToolrackError('ERR_CALL_TIMEOUT', `${server} did not answer "${method}" within ${timeoutMs / 1000} s.`, { fields });
    if (ToolrackError.is(error)) return error;
    const words = this.session.mask.apply(error instanceof Error ? error.message : String(error));
    if (error instanceof ProtocolError) {
      const rpcData = relayedData(error);
      return new ToolrackError('ERR_CALL_FAILED', `${server} refused "${method}": ${oneLine(words, 1_000)} (${error.code}).`, {
        fields: { ...fields, rpcCode: error.code, ...(rpcData === undefined ? {} : { rpcData }) },
        modelText: safeMessage(words),
      });
    }
    if (error instanceof CallEndedError) return new ToolrackError('ERR_CALL_FAILED', `${server}, "${method}": ${words}`, { fields });
    return new ToolrackError('ERR_TOOL_UNAVAILABLE', `${server} gave no answer to "${method}": ${oneLine(words, 500)}.`, {
      fields,
      modelText: `The server "${name}" gave no answer.`,
    });
  }
}

/** The answer of a server has the wrong form. */
export function malformed(server: string, method: string, problem: string): ToolrackError {
  return new ToolrackError('ERR_CALL_FAILED', `MCP server "${server}" gave no usable answer to "${method}": ${problem}.`, {
    fields: { server, method },
  });
}
