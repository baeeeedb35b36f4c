import { contentForModel, isJsonObject, jsonForModel, restoreShown, schemaForModel, ToolrackError } from '@toolrack/contracts';
import type { CallPeer, JsonObject, PeerRequestOptions } from '@toolrack/contracts';
import type { ClientAbilities } from './client-abilities.js';

/** A request that a client can be sent while it waits for a call. */
export type QuestionMethod = 'elicitation/create' | 'sampling/createMessage' | 'roots/list';

/** Carries one question to the client and its answer back. Rejects with a `ToolrackError`. */
export type Ask = (method: QuestionMethod, params: JsonObject | undefined, options: PeerRequestOptions) => Promise<JsonObject>;

/** What the client can be told besides questions; absent: it takes no such message. */
export type Tell = Pick<CallPeer, 'log' | 'elicitationCompleted'>;

/** The client behind a call: exactly the methods that it has declared, each carried by `ask`, and those of `tell`. */
export function clientPeer(abilities: ClientAbilities, ask: Ask, tell: Tell = {}): CallPeer {
  return {
    ...tell,
    ...(abilities.elicitation.length === 0
      ? {}
      : {
          elicitationModes: abilities.elicitation,
          elicit: (request: JsonObject, options: PeerRequestOptions) => {
            const mode = request['mode'] === 'url' ? 'url' : 'form';
            if (!abilities.elicitation.includes(mode)) return refuse(`The client cannot be asked by ${mode}.`);
            return askPerson(ask, request, options);
          },
        }),
    ...(abilities.sampling === undefined
      ? {}
      : {
          samplingTools: abilities.sampling.tools,
          samplingContext: abilities.sampling.context,
          sample: (request: JsonObject, options: PeerRequestOptions) => {
            const wantsTools = request['tools'] !== undefined || request['toolChoice'] !== undefined;
            if (wantsTools && abilities.sampling?.tools !== true) return refuse("The client's model cannot be given tools.");
            return ask('sampling/createMessage', contentForModel(request), options);
          },
        }),
    ...(abilities.roots ? { listRoots: (options: PeerRequestOptions) => ask('roots/list', undefined, options) } : {}),
  };
}

/** A person is asked in clean words; what they fill in goes back under the names that the asking server gave it. */
async function askPerson(ask: Ask, request: JsonObject, options: PeerRequestOptions): Promise<JsonObject> {
  const { requestedSchema, ...words } = request;
  const shown = requestedSchema === undefined ? {} : { requestedSchema: schemaForModel(requestedSchema) };
  const answer = await ask('elicitation/create', { ...jsonForModel(words), ...shown }, options);
  const filledIn = restoreShown(answer['content'], requestedSchema);
  return filledIn === answer['content'] ? answer : { ...answer, content: filledIn };
}

/** Whether an answer has the form that MCP gives answers of its kind. */
export function isAnswerTo(method: QuestionMethod, answer: unknown): answer is JsonObject {
  if (!isJsonObject(answer)) return false;
  switch (method) {
    case 'elicitation/create':
      return answer['action'] === 'accept' || answer['action'] === 'decline' || answer['action'] === 'cancel';
    case 'sampling/createMessage':
      return typeof answer['role'] === 'string' && typeof answer['content'] === 'object';
    case 'roots/list':
      return Array.isArray(answer['roots']);
  }
}

function refuse(message: string): Promise<JsonObject> {
  return Promise.reject(new ToolrackError('ERR_CALL_FAILED', message, { hint: 'Do without the question.' }));
}
