import { setTimeout as pause } from 'node:timers/promises';
import { CLIENT_CAPABILITIES_META_KEY, LOG_LEVEL_META_KEY, type RequestOptions } from '@modelcontextprotocol/client';
import { isJsonObject, type JsonObject } from '@toolrack/contracts';
import { CallEndedError } from '../call-ended-error.js';
import type { Connection } from '../connection.js';
import { capabilitiesOf, isQuestion, questionNames, whyNot } from './ask-peer.js';
import type { RunningCall } from './running-call.js';

/** Rounds of questions for one request; the official SDKs stop at the same number. */
const mostRounds = 10;
/** Questions in one round. */
const mostQuestions = 32;
/** Pause before a request is repeated that a server only put off, in milliseconds. */
const putOffMs = 250;

/**
 * Sends a request that a server may answer with "input required" (MCP 2026-07-28): the questions are put to the peer, and the same request
 * goes out again with the answers and the server's own state, as the protocol demands. To servers of older revisions it is a plain request.
 * Rejects with `CallEndedError` when the peer cannot answer or the questions find no end; the tool has not finished its work then.
 */
export async function requestWithInput(
  connection: Connection,
  method: string,
  parameters: JsonObject,
  options: RequestOptions & { readonly signal: AbortSignal },
  call: RunningCall,
): Promise<JsonObject> {
  if (connection.era !== 'modern') return await connection.request(method, parameters, options, call);
  const base = withEnvelope(parameters, call);
  let current = base;
  for (let round = 0; round <= mostRounds; round += 1) {
    const result = await connection.request(method, current, { ...options, allowInputRequired: true }, call);
    if (result['resultType'] !== 'input_required') return result;
    const inputRequests = isJsonObject(result['inputRequests']) ? result['inputRequests'] : {};
    const requestState = result['requestState'];
    const inputResponses = await answers(inputRequests, options.signal, call);
    current = {
      ...base,
      ...(Object.keys(inputResponses).length === 0 ? {} : { inputResponses }),
      ...(requestState === undefined ? {} : { requestState }),
    };
    if (Object.keys(inputResponses).length === 0) await pause(putOffMs, undefined, { signal: options.signal, ref: false });
  }
  throw new CallEndedError(`The server asks for input again and again (${mostRounds} times); the call was given up.`);
}

/**
 * In this revision each request says what its client can do and that it wants log messages, so a server asks only what this very peer can
 * answer. Which messages reach the client is decided at its own side.
 */
function withEnvelope(parameters: JsonObject, call: RunningCall): JsonObject {
  const meta = isJsonObject(parameters['_meta']) ? parameters['_meta'] : {};
  const logLevel = call.peer?.log === undefined ? {} : { [LOG_LEVEL_META_KEY]: 'debug' };
  return { ...parameters, _meta: { ...meta, ...logLevel, [CLIENT_CAPABILITIES_META_KEY]: capabilitiesOf(call.peer) as JsonObject } };
}

async function answers(requests: JsonObject, signal: AbortSignal, call: RunningCall): Promise<JsonObject> {
  const entries = Object.entries(requests);
  if (entries.length > mostQuestions)
    throw new CallEndedError(`The server asks ${entries.length} questions at once; the call was given up.`);
  const asked = entries.map(([key, request]) => readQuestion(key, request, call));
  const answered = await Promise.all(
    asked.map(async ({ key, method, parameters }) => {
      try {
        return [key, await call.ask(method, parameters, signal, key)] as const;
      } catch (error) {
        throw new CallEndedError(`The tool asks for ${questionNames[method]}, and got none: ${(error as Error).message}.`);
      }
    }),
  );
  return Object.fromEntries(answered);
}

function readQuestion(key: string, request: unknown, call: RunningCall) {
  const method = isJsonObject(request) ? request['method'] : undefined;
  const parameters = isJsonObject(request) && isJsonObject(request['params']) ? request['params'] : {};
  if (typeof method !== 'string' || !isQuestion(method)) {
    throw new CallEndedError(`The server asks something that no client knows (${JSON.stringify(method ?? null).slice(0, 100)}).`);
  }
  if (whyNot(call.peer, method, parameters) !== undefined) {
    throw new CallEndedError(`The tool asks for ${questionNames[method]}, which the client behind this call cannot give.`);
  }
  return { key, method, parameters };
}
