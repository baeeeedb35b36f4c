import {
  type CallAnswer,
  type RemoteDescribeAnswer,
  type RemoteLeg,
  type JsonSchema,
  schemaForModel,
  shownSchema,
  type SurfaceSession,
  textForModel,
} from '@toolrack/contracts';
import { wrongDoor } from '../call/wrong-door.js';
import { jsonAnswer } from '../controls/answer.js';
import { controlInput, inputError } from '../controls/control-input.js';
import { stringList } from '../controls/string-list.js';
import { findDeferred } from '../deferral/deferred-catalog.js';
import { allowedIds } from '../remote/allowed-ids.js';
import { isConnectorName, parseConnectorName } from '../remote/connector-name.js';
import { remoteNames } from '../remote/remote-names.js';
import { remoteStatus } from '../remote/remote-status.js';
import { type HermesSettings } from '../settings/hermes-settings.js';

/** Most names of one call. */
const mostNames = 10;
const missingHint = 'Names in not_found are not available now. Run tool_search again and use exact names from its answer.';

type Described = { readonly description: string; readonly parameters: unknown };

async function describeRemote(
  names: readonly string[],
  session: SurfaceSession,
  leg: RemoteLeg | undefined,
): Promise<RemoteDescribeAnswer> {
  const wanted = names
    .filter((name) => parseConnectorName(name) !== undefined && findDeferred(session, name) === undefined)
    .map((name) => remoteNames.get(session.run).own(name));
  if (leg === undefined || wanted.length === 0) return { tools: {} };
  try {
    const answer = await leg.describe(wanted, session.signal, session.run);
    const known = Object.entries(answer.tools);
    const allowed = await allowedIds(
      known.map(([, { id }]) => id),
      session,
    );
    return { ...answer, tools: Object.fromEntries(known.filter(([, { id }]) => allowed.has(id))) };
  } catch {
    return { tools: {}, failure: { status: 'unavailable', reason: 'unreachable' } };
  }
}

function shownDefinition(description: string, parameters: unknown): Described {
  return { description: textForModel(description), parameters: schemaForModel(shownSchema(parameters as JsonSchema).schema) };
}

function localDefinition(name: string, session: SurfaceSession): Described | undefined {
  const entry = findDeferred(session, name);
  const tool = entry === undefined ? undefined : session.describe(entry.tool.id);
  return tool === undefined ? undefined : shownDefinition(tool.description, tool.inputSchema);
}

function remoteDefinition(shown: string, { tools }: RemoteDescribeAnswer, session: SurfaceSession): Described | undefined {
  const name = remoteNames.get(session.run).own(shown);
  const tool = Object.hasOwn(tools, name) ? tools[name] : undefined;
  return tool === undefined ? undefined : shownDefinition(tool.description, tool.parameters);
}

/** The names of a request. */
function namesOf(callArguments: unknown): readonly string[] {
  const input = controlInput(callArguments, 'names');
  const hint = 'Retry with fewer names per call.';
  return stringList(input, 'names', { most: mostNames, distinct: true, hint, readsJson: true, singular: 'name' });
}

/**
 * Carries out `tool_describe`: whole definitions by name, wrong doors in `errors`, everything else in `not_found`. One unknown name
 * never fails the others. Rejects with `ERR_TOOL_INPUT` for a malformed request and for an answer that is too long.
 */
export async function describeControl(
  callArguments: unknown,
  session: SurfaceSession,
  settings: HermesSettings,
  leg: RemoteLeg | undefined,
): Promise<CallAnswer> {
  const names = namesOf(callArguments);
  const remote = await describeRemote(names, session, leg);
  const tools: [string, Described][] = [];
  const errors: [string, string][] = [];
  const notFound: string[] = [];
  const undescribed: string[] = [];
  for (const name of names) {
    const definition = localDefinition(name, session) ?? remoteDefinition(name, remote, session);
    if (definition !== undefined) tools.push([name, definition]);
    else if (isConnectorName(name)) (remote.failure === undefined ? notFound : undescribed).push(name);
    else {
      const door = wrongDoor(name, session);
      if (door.kind === 'direct') errors.push([name, door.message]);
      else notFound.push(name);
    }
  }
  const answer = {
    tools: Object.fromEntries(tools),
    ...(notFound.length === 0 ? {} : { not_found: notFound, hint: missingHint }),
    ...(errors.length === 0 ? {} : { errors: Object.fromEntries(errors) }),
    ...(remote.failure === undefined ? {} : { connectors: remoteStatus(remote.failure, 'described', undescribed) }),
  };
  const { length } = JSON.stringify(answer);
  if (tools.length > 1 && length > settings.maxDescribeCharacters) {
    throw inputError(
      `The schemas of these ${names.length} names have ${length} characters, more than the ${settings.maxDescribeCharacters} of one answer.`,
      'Retry with fewer names per call.',
    );
  }
  return jsonAnswer(answer);
}
