import { ProtocolError, ProtocolErrorCode, type ClientCapabilities } from '@modelcontextprotocol/client';
import {
  isJsonObject,
  linkedController,
  ToolrackError,
  untilAborted,
  type CallPeer,
  type JsonObject,
  type PeerRequestOptions,
} from '@toolrack/contracts';

/** What a server may ask of a client, by the name of the question. */
export const questions = ['elicitation/create', 'sampling/createMessage', 'roots/list'] as const;

/** The name of a question. */
export type Question = (typeof questions)[number];

/** What is asked for, for people: completes "asks for …". */
export const questionNames: Readonly<Record<Question, string>> = {
  'elicitation/create': 'input from the person behind the client',
  'sampling/createMessage': "an answer of the client's model",
  'roots/list': 'the folders of the client',
};

/**
 * What every connection of the session era says that it can do. It is shared by all clients: whether one of them can answer is known only when it
 * is asked, and the server is told then.
 */
export const offeredCapabilities: ClientCapabilities = { elicitation: { form: {}, url: {} }, sampling: { tools: {} }, roots: {} };

/** What one peer can do. */
export function capabilitiesOf(peer: CallPeer | undefined): ClientCapabilities {
  return {
    ...(peer?.elicit === undefined ? {} : { elicitation: Object.fromEntries(modesOf(peer).map((mode) => [mode, {}])) }),
    ...(peer?.sample === undefined
      ? {}
      : { sampling: { ...(peer.samplingTools === true ? { tools: {} } : {}), ...(peer.samplingContext === true ? { context: {} } : {}) } }),
    ...(peer?.listRoots === undefined ? {} : { roots: {} }),
  };
}

/** True for the name of a question that a client may be asked. */
export function isQuestion(method: string): method is Question {
  return (questions as readonly string[]).includes(method);
}

/** As in MCP, a client that names no mode knows forms. */
function modesOf(peer: CallPeer): readonly ('form' | 'url')[] {
  return peer.elicitationModes ?? ['form'];
}

/** Why the peer cannot answer, to complete "the client behind this call …"; `undefined` when it can. */
export function whyNot(peer: CallPeer | undefined, method: Question, parameters: JsonObject): string | undefined {
  if (asker(peer, method, parameters) === undefined) return 'cannot answer it';
  const mode = parameters['mode'] === 'url' ? 'url' : 'form';
  if (method === 'elicitation/create' && peer !== undefined && !modesOf(peer).includes(mode)) return `cannot be asked by ${mode}`;
  const wantsTools = parameters['tools'] !== undefined || parameters['toolChoice'] !== undefined;
  if (method === 'sampling/createMessage' && wantsTools && peer?.samplingTools !== true) return 'gives its model no tools';
  return undefined;
}

/** Asks, under the server's own name of the question where it has one; rejects with a `ProtocolError` when the peer cannot answer, refuses, has gone, or a signal aborts. */
export async function askPeer(
  peer: CallPeer | undefined,
  method: string,
  parameters: JsonObject,
  signals: readonly AbortSignal[],
  key?: string,
): Promise<JsonObject> {
  const problem = isQuestion(method) ? whyNot(peer, method, parameters) : 'cannot answer it';
  const ask = isQuestion(method) ? asker(peer, method, parameters) : undefined;
  if (problem !== undefined || ask === undefined) throw unanswerable(method, `the client behind this call ${problem}`);
  const { controller, release } = linkedController(...signals);
  try {
    const answer: unknown = await untilAborted(
      ask({ signal: controller.signal, ...(key === undefined ? {} : { key }) }),
      controller.signal,
    );
    if (!isJsonObject(answer)) throw new Error('the client gave no usable answer');
    return answer;
  } catch (error) {
    throw refusal(error, method, controller.signal.aborted);
  } finally {
    release();
  }
}

/** The error for a question that nobody can answer. */
export function unanswerable(method: string, reason: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.MethodNotFound, `"${method}" is not answered: ${reason}`);
}

type Ask = (options: PeerRequestOptions) => Promise<JsonObject>;

function asker(peer: CallPeer | undefined, method: Question, parameters: JsonObject): Ask | undefined {
  // A peer's methods may need their object.
  switch (method) {
    case 'elicitation/create':
      return peer?.elicit === undefined ? undefined : async (options) => await peer.elicit!(parameters, options);
    case 'sampling/createMessage':
      return peer?.sample === undefined ? undefined : async (options) => await peer.sample!(parameters, options);
    case 'roots/list':
      return peer?.listRoots === undefined ? undefined : async (options) => await peer.listRoots!(options);
  }
}

/** A client's own code ("the person refused") goes on to the server; words meant for operators do not. */
function refusal(error: unknown, method: string, isAborted: boolean): ProtocolError {
  if (isAborted) return new ProtocolError(ProtocolErrorCode.InternalError, `"${method}" is not answered: the call has ended`);
  const code = ToolrackError.is(error) ? error.fields['rpcCode'] : undefined;
  const text = ToolrackError.is(error) ? error.toModelText() : 'the client failed to answer';
  return new ProtocolError(typeof code === 'number' ? code : ProtocolErrorCode.InternalError, text);
}
