import { ToolrackError, type ErrorCode } from '@toolrack/contracts';

/** What went wrong between this package and the gateway. */
export type GatewayFailure =
  | 'auth'
  | 'not_set_up'
  | 'dark'
  | 'conflict'
  | 'rate_limited'
  | 'rejected'
  | 'server'
  | 'connection'
  | 'malformed'
  | 'timeout'
  | 'interrupted';

interface FailureRow {
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint?: string;
}

/** Fixed words: no address, header or body of the gateway gets into an error. */
const rows: Readonly<Record<GatewayFailure, FailureRow>> = {
  auth: {
    code: 'ERR_TOOL_UNAVAILABLE',
    message: 'The connector gateway refused the sign-in.',
    hint: 'Ask the user to sign in again.',
  },
  not_set_up: {
    code: 'ERR_TOOL_UNAVAILABLE',
    message: 'Connectors have not been set up for this account.',
    hint: 'Call manage_connections.',
  },
  dark: { code: 'ERR_TOOL_UNAVAILABLE', message: 'Connectors are not served for this account.' },
  conflict: {
    code: 'ERR_CALL_FAILED',
    message: 'The connector gateway has another request under the same idempotency key.',
    hint: 'It may have run: do not repeat it blindly.',
  },
  rate_limited: {
    code: 'ERR_TOOL_UNAVAILABLE',
    message: 'The connector gateway limits the rate of requests.',
    hint: 'Wait before the next attempt.',
  },
  rejected: { code: 'ERR_CALL_FAILED', message: 'The connector gateway rejected the request.' },
  server: { code: 'ERR_TOOL_UNAVAILABLE', message: 'The connector gateway failed.', hint: 'Try again later.' },
  connection: { code: 'ERR_TOOL_UNAVAILABLE', message: 'The connector gateway cannot be reached.', hint: 'Try again later.' },
  malformed: { code: 'ERR_TOOL_UNAVAILABLE', message: 'The answer of the connector gateway cannot be read.' },
  timeout: {
    code: 'ERR_CALL_TIMEOUT',
    message: 'The connector gateway did not answer in time.',
    hint: 'A call may have run: do not repeat it blindly.',
  },
  interrupted: { code: 'ERR_CALL_INTERRUPTED', message: 'The request to the connector gateway was cancelled.' },
};

/** Facts about a failure, for programs and operators. */
export interface GatewayErrorFacts {
  readonly status?: number;
  /** From `Retry-After`, in seconds. */
  readonly retryAfterSeconds?: number;
  /** Code of the network error, for example `ECONNRESET`. */
  readonly network?: string;
}

/** The error of a failed request; `fields.failure` says which. */
export function gatewayError(failure: GatewayFailure, facts: GatewayErrorFacts = {}): ToolrackError {
  const { code, message, hint } = rows[failure];
  return new ToolrackError(code, message, { fields: { failure, ...facts }, ...(hint === undefined ? {} : { hint }) });
}

/** Which failure an error stands for; `undefined` for errors that are not of the gateway. */
export function gatewayFailureOf(error: unknown): GatewayFailure | undefined {
  const failure = ToolrackError.is(error) ? error.fields['failure'] : undefined;
  return typeof failure === 'string' && failure in rows ? (failure as GatewayFailure) : undefined;
}

/** True when the same request may succeed at a second attempt: the server failed or the connection broke. */
export function isRetryable(error: unknown): boolean {
  const failure = gatewayFailureOf(error);
  return failure === 'server' || failure === 'connection';
}

/** Tells the statuses of HTTP apart; `code` is the machine code of the body, where there is one. */
export function failureOfStatus(status: number, code: string | undefined): GatewayFailure {
  if (code === 'NOT_SET_UP' && status >= 400 && status < 500) return 'not_set_up';
  if (status === 401 || status === 403) return 'auth';
  if (status === 404) return 'dark';
  if (status === 409) return 'conflict';
  if (status === 429) return 'rate_limited';
  return status >= 500 ? 'server' : 'rejected';
}
