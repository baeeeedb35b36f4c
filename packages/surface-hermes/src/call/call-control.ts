import { type CallAnswer, type RemoteLeg, type SurfaceSession } from '@toolrack/contracts';
import { inputError } from '../controls/control-input.js';
import { findDeferred } from '../deferral/deferred-catalog.js';
import { isConnectorName } from '../remote/connector-name.js';
import { remoteBatch } from '../remote/remote-batch.js';
import { type HermesSettings } from '../settings/hermes-settings.js';
import { localBatchError } from './batch-error.js';
import { callEntries, type CallEntry } from './call-entries.js';
import { localBatch } from './local-batch.js';
import { localCall } from './local-call.js';

/** Carries out `tool_call`. Rejects with a `ToolrackError`; nothing has run when the shape of the call is wrong. */
export async function callControl(
  callArguments: unknown,
  session: SurfaceSession,
  settings: HermesSettings,
  leg: RemoteLeg | undefined,
): Promise<CallAnswer> {
  const read = callEntries(callArguments);
  if ('error' in read) throw inputError(read.error);
  const { entries } = read;
  const isRemote = ({ name }: CallEntry): boolean => isConnectorName(name) && findDeferred(session, name) === undefined;
  if (entries.every(isRemote)) return remoteBatch(entries, session, leg);
  if (entries.length === 1) return localCall(entries[0] as CallEntry, session);
  if (settings.localBatches && !entries.some(isRemote)) return localBatch(entries, session);
  throw inputError(localBatchError(entries));
}
