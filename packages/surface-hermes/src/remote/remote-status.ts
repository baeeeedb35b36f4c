import { type RemoteFailure } from '@toolrack/contracts';

/** What a model is told of a remote side that could not answer. */
export interface RemoteStatus {
  readonly status: RemoteFailure['status'];
  readonly reason?: string;
  /** Names that could not be looked up. */
  readonly names?: readonly string[];
  readonly hint: string;
}

/** The status block of a failure; `doing` is what could not be done, for example `searched`. */
export function remoteStatus(failure: RemoteFailure, doing: 'searched' | 'described', names: readonly string[] = []): RemoteStatus {
  const named = names.length === 0 ? {} : { names };
  if (failure.status === 'not_set_up') {
    return {
      status: failure.status,
      ...named,
      hint: 'Remote connectors are not set up. Call manage_connections to see and link accounts.',
    };
  }
  const remedy =
    failure.reason === 'sign_in_expired'
      ? 'The sign-in has expired: tell the user to sign in again.'
      : 'Try again later or go on without them.';
  return {
    status: failure.status,
    reason: failure.reason,
    ...named,
    hint: `Remote connectors could not be ${doing} just now; do not conclude that an app or tool is missing. ${remedy}`,
  };
}
