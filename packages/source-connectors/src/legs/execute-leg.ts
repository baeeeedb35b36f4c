import {
  type RemoteEntry,
  type RemoteError,
  type RemoteOutcome,
  renamedError,
  type SurfaceSession,
  ToolrackError,
} from '@toolrack/contracts';

import {
  composeConnectorName,
  connectorToolId,
  formatConnectorName,
  parseConnectorName,
  slugCandidates,
  type ConnectorName,
} from '../connector-name.js';
import { outcomeOfResult } from './call-text.js';

/** Most entries of one call. */
export const mostEntries = 10;

/** Calls that must not fall back to another slug, by call id: they are that fallback themselves. */
export type ExactCalls = Set<string>;

const interrupted: RemoteError = { code: 'INTERRUPTED', message: 'Stopped before this entry was sent.' };
const notFound = (name: string): RemoteError => ({
  code: 'TOOL_NOT_FOUND',
  message: `There is no connector tool named ${JSON.stringify(name)}.`,
});

/** What the errors of the pipeline are called in an entry; every other one is a failure on the way. */
const codes: Readonly<Record<string, string>> = {
  ERR_TOOL_UNKNOWN: 'TOOL_NOT_FOUND',
  ERR_CALL_DENIED: 'TOOL_NOT_ALLOWED',
  ERR_CALL_APPROVAL: 'TOOL_NOT_ALLOWED',
  ERR_CALL_ARGUMENTS: 'INVALID_ARGUMENTS',
  ERR_CALL_INTERRUPTED: 'INTERRUPTED',
};

/**
 * Runs entries one after another in their order, each through the whole pipeline under its own tool id. An entry that fails leaves the
 * others alone; a stop leaves the entries that are not yet sent unsent. Rejects only for more than 10 entries.
 */
export async function executeEntries(
  entries: readonly RemoteEntry[],
  session: SurfaceSession,
  exactCalls: ExactCalls,
): Promise<readonly RemoteOutcome[]> {
  if (entries.length > mostEntries) {
    throw new ToolrackError('ERR_TOOL_INPUT', `One call takes at most ${mostEntries} connector entries, not ${entries.length}.`, {
      hint: 'Send the others in another call.',
    });
  }
  const outcomes: RemoteOutcome[] = [];
  for (const [position, entry] of entries.entries()) {
    outcomes.push(session.signal.aborted ? { error: interrupted } : await executeEntry(entry, position, session, exactCalls));
  }
  return outcomes;
}

async function executeEntry(entry: RemoteEntry, position: number, session: SurfaceSession, exactCalls: ExactCalls): Promise<RemoteOutcome> {
  const name = parseConnectorName(entry.name);
  if (name === undefined) return { error: notFound(entry.name) };
  const outcome = await callTool(entry, name, session);
  if (!isMissing(outcome)) return outcome;
  // The gateway's own words would tell an absent tool from one that the policy hides.
  const missing: RemoteOutcome = { error: notFound(entry.name) };
  const other = otherName(name);
  if (other === undefined || session.signal.aborted) return missing;
  const callId = `${session.callId}/connectors-${position}-literal`;
  exactCalls.add(callId);
  try {
    const second = await callTool(entry, other, session, callId);
    return isMissing(second) ? missing : second;
  } finally {
    exactCalls.delete(callId);
  }
}

function isMissing(outcome: RemoteOutcome): boolean {
  return 'error' in outcome && outcome.error.code === 'TOOL_NOT_FOUND';
}

/**
 * The name whose tool a name's literal slug really is, where that is another one: `connectors__gmail__GMAIL_SEND` may mean
 * `connectors__gmail__SEND`. Policy, hooks and approvals must see that name, so it is called as a tool of its own.
 */
function otherName(name: ConnectorName): ConnectorName | undefined {
  const [, literal] = slugCandidates(name);
  const composed = parseConnectorName(composeConnectorName(name.connector, literal));
  return composed === undefined || composed.tool === name.tool ? undefined : composed;
}

async function callTool(entry: RemoteEntry, name: ConnectorName, session: SurfaceSession, callId?: string): Promise<RemoteOutcome> {
  try {
    const result = await session.call(connectorToolId(name), entry.arguments, callId === undefined ? {} : { callId });
    return outcomeOfResult(result);
  } catch (error) {
    const named = ToolrackError.is(error) ? renamedError(error, connectorToolId(name), formatConnectorName(name)) : error;
    return { error: errorOf(named, entry.name) };
  }
}

/** Words for a model. A denied tool and an absent one give the same answer. */
function errorOf(error: unknown, name: string): RemoteError {
  if (!ToolrackError.is(error)) return { code: 'PROVIDER_ERROR', message: 'The call failed on its way to the connector.' };
  if (error.code === 'ERR_TOOL_UNKNOWN') return notFound(name);
  const { failure, retryAfterSeconds } = error.fields;
  return {
    code: codes[error.code] ?? 'PROVIDER_ERROR',
    message: error.toModelText(),
    ...(failure === 'auth' ? { reason: 'sign_in_expired' } : {}),
    ...(typeof retryAfterSeconds === 'number' ? { retry_after_seconds: retryAfterSeconds } : {}),
  };
}
