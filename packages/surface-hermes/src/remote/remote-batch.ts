import { type CallAnswer, type RemoteEntry, type RemoteLeg, type SurfaceSession, ToolrackError } from '@toolrack/contracts';
import { type CallEntry } from '../call/call-entries.js';
import { batchEnvelope, type BatchOutcome } from './batch-envelope.js';
import { parseConnectorName } from './connector-name.js';
import { remoteNames } from './remote-names.js';

/** Most remote entries of one call. */
const mostEntries = 10;

function malformed(name: string): BatchOutcome {
  return {
    error: { code: 'TOOL_NOT_FOUND', message: `${JSON.stringify(name)} is not a name of the form connectors__<connector>__<tool>.` },
  };
}

/** A leg that rejects has not said what it sent: no entry may be taken for unsent. */
function crashed(error: unknown): BatchOutcome {
  const reason = ToolrackError.is(error) ? error.toModelText() : 'The remote side could not be reached.';
  return { error: { code: 'PROVIDER_ERROR', message: `${reason} The entry may have run.` } };
}

/**
 * Runs remote entries through the leg and answers the envelope. A malformed name fails alone. Throws `ERR_TOOL_INPUT` beyond ten
 * entries and `ERR_TOOL_UNKNOWN` in a session without remote tools; nothing has run then.
 */
export async function remoteBatch(entries: readonly CallEntry[], session: SurfaceSession, leg: RemoteLeg | undefined): Promise<CallAnswer> {
  if (leg === undefined) {
    const message = `${JSON.stringify((entries[0] as CallEntry).name)} is not available: this session has no remote connectors, so nothing ran.`;
    throw new ToolrackError('ERR_TOOL_UNKNOWN', message, { hint: 'Do not retry; find another tool with tool_search.' });
  }
  if (entries.length > mostEntries) {
    throw new ToolrackError(
      'ERR_TOOL_INPUT',
      `too many calls: ${entries.length}, at most ${mostEntries} connector entries in one tool_call.`,
      {
        hint: 'Send the rest in another call.',
      },
    );
  }
  const outcomes: (BatchOutcome | undefined)[] = entries.map(({ name }) =>
    parseConnectorName(name) === undefined ? malformed(name) : undefined,
  );
  const sound: readonly RemoteEntry[] = entries
    .map((entry, index) => ({ ...entry, name: remoteNames.get(session.run).own(entry.name), index }))
    .filter(({ index }) => outcomes[index] === undefined);
  if (sound.length > 0) {
    const answers = await leg.execute(sound, session).catch((error: unknown) => sound.map(() => crashed(error)));
    sound.forEach(({ index }, position) => (outcomes[index] = answers[position]));
  }
  return batchEnvelope(
    entries.map(({ name }) => name),
    outcomes,
  );
}
