import { ProtocolError, SdkError, SdkErrorCode } from '@modelcontextprotocol/client';
import { ToolrackError } from '@toolrack/contracts';
import type { Connection } from './connection.js';
import { blockedAddress } from './network/index.js';
import { MessageTooLargeError, tooLargeMark } from './network/oversized-message.js';
import { relayedData } from './relayed-data.js';
import { streamEndedMark } from './remote-transport.js';
import { redirectRefusal } from './redirect-refusal.js';
import type { SecretMask } from '@toolrack/contracts';
import { httpStatus, isTimeout, oneLine, systemCode } from './server-failure.js';
import { NotSentError } from './stdio-transport.js';
import { nullResultMark } from './wire-message.js';

/** Codes of the operating system that say that a request never reached the server. */
const neverSent = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

/** Whoever is signed in may not do this; other tools of the server are another matter, so it does not count as down. */
export const refusesCall = 'refuses this call to these credentials (HTTP 403)';

/**
 * What a failed call means. `resend`: the server certainly did not run it; `session-lost` adds that a new
 * session is needed; `down`: the server cannot be reached or refuses its credentials. */
export interface CallFailure {
  readonly kind: 'final' | 'resend' | 'session-lost' | 'down';
  readonly error: ToolrackError;
}

/** Explains why a call failed. `toolId` and names are for messages; nothing of the arguments is repeated. */
export function describeCallFailure(
  error: unknown,
  connection: Connection,
  server: string,
  tool: { readonly id: string; readonly name: string },
  mask: SecretMask,
): CallFailure {
  const unavailable = (what: string, kind: CallFailure['kind'], hint: string, forModel = what.replace(/ at \S+/, '')): CallFailure => ({
    kind,
    error: new ToolrackError('ERR_TOOL_UNAVAILABLE', mask.apply(`MCP server "${server}" ${what} (tool "${tool.name}").`), {
      toolId: tool.id,
      fields: { server },
      hint,
      modelText: `The server "${server}" ${forModel}.`,
    }),
  });
  const maybeRun = 'The call may have run: check before calling again.';
  const notRun = 'The call was not run. Try later or use another tool.';
  if (isTooLarge(error)) return { kind: 'final', error: tooLarge(error as Error, server, tool) };
  const blocked = blockedAddress(error);
  if (blocked !== undefined) return unavailable(`may not be connected to: ${blocked.reason}`, 'down', notRun);
  if (error instanceof ProtocolError) {
    if (error.data === streamEndedMark) return unavailable('closed the connection before it answered', 'final', maybeRun);
    if (error.data === nullResultMark) return { kind: 'final', error: unreadable(nullResult, server, tool, mask) };
    return { kind: 'final', error: refusal(error, server, tool, mask) };
  }
  if (isNeverSent(error, connection)) return unavailable('was not connected', 'resend', notRun);
  if (error instanceof SdkError && error.code === SdkErrorCode.ConnectionClosed) {
    return unavailable('went away before it answered', 'final', maybeRun);
  }
  const status = httpStatus(error);
  if (status === 401) return unavailable('wants a sign-in', 'down', notRun);
  if (status === 403) return unavailable(refusesCall, 'final', notRun);
  if (connection.hasSession && isSessionLost(status, error)) return unavailable('forgot the session', 'session-lost', notRun);
  const redirect = redirectRefusal(error, status);
  if (redirect !== undefined) {
    const moved = 'Its new address has to be configured.';
    const hint = redirect.mayHaveRun ? `${maybeRun} ${moved}` : `The call was not run. ${moved}`;
    return unavailable(`${redirect.summary}. ${redirect.hint}`, 'final', hint, 'redirects to another address, which is refused');
  }
  if (status !== undefined) {
    return unavailable(`answered HTTP ${status}`, 'final', status >= 500 ? maybeRun : notRun);
  }
  const code = systemCode(error);
  if (code !== undefined && neverSent.has(code)) return unavailable(`cannot be reached (${code})`, 'down', notRun);
  if (code !== undefined || /fetch failed|terminated/.test(String(error))) {
    return unavailable(`lost the connection before it answered${code === undefined ? '' : ` (${code})`}`, 'final', maybeRun);
  }
  return { kind: 'final', error: unreadable(error, server, tool, mask) };
}

/** The call took too long; the server was told to stop. */
export function callTimeoutError(server: string, tool: { readonly id: string; readonly name: string }, timeoutMs: number): ToolrackError {
  const message = `The tool "${tool.name}" of the server "${server}" gave no answer within ${timeoutMs / 1000} s.`;
  return new ToolrackError('ERR_CALL_TIMEOUT', message, {
    toolId: tool.id,
    fields: { server, timeoutMs },
    hint: 'The call was cancelled but may have run: check before calling again.',
  });
}

/** The caller gave the call up. `isSent`: it had gone out, and the server was told to stop; also in `fields.sent`. */
export function callInterruptedError(server: string, tool: { readonly id: string; readonly name: string }, isSent: boolean): ToolrackError {
  const what = isSent ? 'after it had been sent' : 'before it was sent';
  return new ToolrackError('ERR_CALL_INTERRUPTED', `The call of "${tool.name}" of the server "${server}" was cancelled ${what}.`, {
    toolId: tool.id,
    fields: { server, sent: isSent },
    hint: isSent ? 'It may have run: check before calling again.' : 'It has not run.',
  });
}

/** True for the SDK's errors of a request that took too long or was cancelled. */
export function isCancelled(error: unknown): boolean {
  return isTimeout(error);
}

function refusal(
  error: ProtocolError,
  server: string,
  tool: { readonly id: string; readonly name: string },
  mask: SecretMask,
): ToolrackError {
  const message = mask.apply(error.message);
  const rpcData = relayedData(error);
  return new ToolrackError(
    'ERR_CALL_FAILED',
    `MCP server "${server}" refused the call of "${tool.name}": ${oneLine(message, 1_000)} (${error.code}).`,
    {
      toolId: tool.id,
      fields: { server, rpcCode: error.code, ...(rpcData === undefined ? {} : { rpcData }) },
      modelText: `The tool "${tool.name}" failed: ${safeMessage(message)}`,
    },
  );
}

/** True for the error that stands for an answer which was too large to be read. */
export function isTooLarge(error: unknown): boolean {
  return error instanceof MessageTooLargeError || (error instanceof ProtocolError && error.data === tooLargeMark);
}

function tooLarge(error: Error, server: string, tool: { readonly id: string; readonly name: string }): ToolrackError {
  const what = error.message.replace(/^The answer is /, '');
  return new ToolrackError('ERR_CALL_FAILED', `MCP server "${server}": the answer of "${tool.name}" is ${what} ("maxResultBytes").`, {
    toolId: tool.id,
    fields: { server },
    modelText: `The answer of the tool "${tool.name}" is ${what} and was dropped.`,
    hint: 'The call has run. Ask for less at a time.',
  });
}

/** Words of this package, so a model may read them. */
const nullResult = new Error('its result is null');

function unreadable(error: unknown, server: string, tool: { readonly id: string; readonly name: string }, mask: SecretMask): ToolrackError {
  // The engine has no other word for it.
  const isTooDeep = error instanceof RangeError && error.message.includes('call stack');
  const message = isTooDeep ? 'it is nested too deeply' : mask.apply(error instanceof Error ? error.message : String(error));
  return new ToolrackError(
    'ERR_CALL_FAILED',
    `MCP server "${server}" gave no usable answer to the call of "${tool.name}": ${oneLine(message, 1_000)}.`,
    {
      toolId: tool.id,
      fields: { server },
      modelText: `The tool "${tool.name}" gave no usable answer${error === nullResult ? `: ${message}` : ''}.`,
      hint: 'The call may have run: check before calling again.',
    },
  );
}

/** A server's own words for a model: without stack frames and addresses, at most 2,000 characters. */
export function safeMessage(message: string): string {
  const text = message
    .split('\n')
    .filter((line) => !/^\s*at\s+\S/.test(line))
    .join('\n')
    .replace(/\b[a-z][a-z0-9+.-]*:\/\/[^\s"'<>)\]]+/gi, '[address]')
    .replace(/\b(?:localhost|\d{1,3}(?:\.\d{1,3}){3})(?::\d+)?\b/gi, '[address]')
    .trim();
  return text.length > 2_000 ? `${text.slice(0, 1_999)}…` : text;
}

/** The connection was gone before the request could be sent. */
export function isNeverSent(error: unknown, connection: Connection): boolean {
  // The input of a process may be gone a moment before its end is told, or without one.
  if (error instanceof NotSentError) return true;
  if (connection.open) return false;
  if (error instanceof SdkError) return error.code === SdkErrorCode.NotConnected;
  return error instanceof Error && error.message === 'Not connected';
}

/** 404 is what the specification says; some servers answer 400 and name the session. Neither has run the call. */
export function isSessionLost(status: number | undefined, error: unknown): boolean {
  return status === 404 || (status === 400 && error instanceof Error && /session/i.test(error.message));
}
