import {
  ProtocolError,
  SdkError,
  SdkErrorCode,
  type RequestMethod,
  type ServerContext,
  type StandardSchemaV1,
} from '@modelcontextprotocol/server';
import { ToolrackError, type CallPeer, type JsonObject } from '@toolrack/contracts';
import { logForwarder } from '../mcp/log-forwarder.js';
import type { ClientAbilities } from './client-abilities.js';
import { clientPeer, isAnswerTo, type Ask } from './client-peer.js';

/** Answers are passed on as they are; what they must look like is for the server that asked to say. */
const anything: StandardSchemaV1<unknown, JsonObject> = {
  '~standard': { version: 1, vendor: 'toolrack', validate: (value) => ({ value: value as JsonObject }) },
};

/** The client of a session or a stdio connection of the 2025 era: it is asked on the stream of its own call. */
export function sessionPeer(context: ServerContext, abilities: ClientAbilities, timeoutMs: number): CallPeer {
  const ask: Ask = async (method, params, { signal }) => {
    const bounds = { signal: AbortSignal.any([signal, context.mcpReq.signal]), timeout: timeoutMs };
    const request = { method: method as RequestMethod, ...(params === undefined ? {} : { params: { ...params } }) };
    let answer: JsonObject;
    try {
      answer = await context.mcpReq.send(request, anything, bounds);
    } catch (error) {
      throw asToolrackError(error, bounds.signal);
    }
    if (isAnswerTo(method, answer)) return answer;
    throw new ToolrackError('ERR_CALL_FAILED', `The client's answer to ${method} is malformed.`);
  };
  return clientPeer(abilities, ask, logForwarder(context));
}

function asToolrackError(error: unknown, signal: AbortSignal): ToolrackError {
  if (signal.aborted) return new ToolrackError('ERR_CALL_INTERRUPTED', 'The question to the client was withdrawn.', { cause: error });
  if (error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout) {
    return new ToolrackError('ERR_CALL_TIMEOUT', 'The client did not answer the question in time.', { cause: error });
  }
  const reason = error instanceof Error ? error.message.slice(0, 300) : 'no reason given';
  const fields = error instanceof ProtocolError ? { rpcCode: error.code } : {};
  return new ToolrackError('ERR_CALL_FAILED', `The client answered the question with an error: ${reason}`, { cause: error, fields });
}
