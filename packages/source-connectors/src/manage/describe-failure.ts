import { ToolrackError } from '@toolrack/contracts';

import { gatewayFailureOf } from '../gateway/gateway-error.js';

/** An error as `manage_connections` answers it. */
export interface Failure {
  readonly error: { readonly code: string; readonly message: string };
}

/** Makes one. */
export function failure(code: string, message: string): Failure {
  return { error: { code, message } };
}

/** What a model may read of a failed request. */
export function describeFailure(error: unknown): Failure {
  const reason = gatewayFailureOf(error);
  const message = ToolrackError.is(error) ? error.toModelText() : 'The connections could not be managed.';
  return failure(reason === 'auth' ? 'SIGN_IN_EXPIRED' : reason === undefined ? 'CONNECTION_ERROR' : reason.toUpperCase(), message);
}
