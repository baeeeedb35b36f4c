import { type Logger, type RemoteFailure, ToolrackError } from '@toolrack/contracts';

import { gatewayFailureOf } from '../gateway/gateway-error.js';

/** What a model may know of a failed look-up: nothing when connectors are dark for the account or nobody waits any more. */
export function remoteFailureOf(error: unknown): RemoteFailure | undefined {
  switch (gatewayFailureOf(error)) {
    case 'dark':
    case 'interrupted':
      return undefined;
    case 'not_set_up':
      return { status: 'not_set_up' };
    case 'auth':
      return { status: 'unavailable', reason: 'sign_in_expired' };
    default:
      return { status: 'unavailable', reason: 'unreachable' };
  }
}

/** Tells operators what a model is not told: which failure it was. Fixed words and numbers only, so no secret gets in. */
export function logFailure(logger: Logger, doing: string, error: unknown): void {
  const failure = gatewayFailureOf(error);
  if (failure === 'interrupted') return;
  const facts = failure !== undefined && ToolrackError.is(error) ? error.fields : { failure: 'unexpected' };
  const line = `Connectors: the ${doing} failed (${String(facts['failure'])}).`;
  if (failure === 'dark') logger.debug(line, facts);
  else logger.warn(line, facts);
}
