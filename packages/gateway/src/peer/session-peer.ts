import { randomUUID } from 'node:crypto';
import {
  ProtocolError,
  SdkError,
  SdkErrorCode,
  type RequestMethod,
  type Server,
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

/** The client of a session, as far as one of its calls is concerned. */
export interface SessionClient {
  readonly server: Server;
  readonly context: ServerContext;
  readonly abilities: ClientAbilities;
  /** How long it may take to answer, in milliseconds. */
  readonly timeoutMs: number;
  /** Whether the call still runs, so that its stream is there. */
  readonly isRunning: () => boolean;
}

/** The client of a session or a stdio connection of the 2025 era: it is asked on the stream of its own call. */
export function sessionPeer({ server, context, abilities, timeoutMs, isRunning }: SessionClient): CallPeer {
  const ask: Ask = async (method, asked, { signal }) => {
    const params = asked?.['mode'] === 'url' ? withElicitationId(asked) : asked;
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
  const elicitationCompleted = (elicitationId: string): void => {
    const notification = { method: 'notifications/elicitation/complete', params: { elicitationId } } as const;
    // A client that has gone is waited for by nobody.
    (isRunning() ? context.mcpReq.notify(notification) : server.notification(notification)).catch(() => undefined);
  };
  const tell = { log: logForwarder(context), ...(abilities.elicitation.includes('url') ? { elicitationCompleted } : {}) };
  return clientPeer(abilities, ask, tell);
}

/** The name that this era demands of an address to open, where a server of the later one has given none. */
function withElicitationId(params: JsonObject): JsonObject {
  return { ...params, elicitationId: params['elicitationId'] ?? randomUUID() };
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
