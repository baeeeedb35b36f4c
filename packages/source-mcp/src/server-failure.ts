import { ProtocolError, SdkError, SdkErrorCode, SdkHttpError, SseError, UnauthorizedError } from '@modelcontextprotocol/client';
import { ToolrackError } from '@toolrack/contracts';
import { blockedAddress } from './network/index.js';
import type { SecretMask } from '@toolrack/contracts';
import type { ServerDefinition } from './server-options.js';
import { redirectRefusal } from './redirect-refusal.js';
import { StdioTransport, WorkingDirectoryError } from './stdio-transport.js';

/** Why a server cannot be used, in words for its operator and without secrets. */
export interface ServerFailure {
  readonly state: 'failed' | 'unauthorised';
  /** One sentence without the server's name, for example `exited with code 1 before it answered "initialize"`. */
  readonly summary: string;
  /** What the server said last, `""` when nothing is known. */
  readonly output: string;
  readonly hint: string;
}

/** A phase of a server's life did not end within its limit. */
export class PhaseTimeoutError extends Error {
  constructor(
    readonly what: string,
    readonly timeoutMs: number,
  ) {
    super(`${what} within ${timeoutMs / 1000} s`);
  }
}

/** The HTTP status in an error of the SDK's transports, if there is one. */
export function httpStatus(error: unknown): number | undefined {
  if (error instanceof SdkHttpError) return error.status;
  if (error instanceof UnauthorizedError) return 401;
  if (error instanceof SseError) return error.code;
  const text = error instanceof Error ? /\(HTTP (\d{3})\)/.exec(error.message)?.[1] : undefined;
  return text === undefined ? undefined : Number(text);
}

/** The operating system's code in an error or its causes, for example `ECONNREFUSED`. */
export function systemCode(error: unknown): string | undefined {
  let current: unknown = error;
  for (let depth = 0; depth < 6 && typeof current === 'object' && current !== null; depth += 1) {
    const { code, cause, errors } = current as { code?: unknown; cause?: unknown; errors?: readonly unknown[] };
    if (typeof code === 'string' && /^(E[A-Z]+|UND_[A-Z_]+|[A-Z_]*CERT[A-Z_]*|ERR_[A-Z_]+)$/.test(code)) return code;
    current = cause ?? (Array.isArray(errors) ? errors[0] : undefined);
  }
  const text = error instanceof Error ? /\b(ECONN[A-Z]+|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE)\b/.exec(error.message) : null;
  return text?.[1];
}

/** Explains an error of starting or listing a server. `phase` completes "before it …", for example `answered "initialize"`. */
export function describeFailure(
  error: unknown,
  phase: string,
  definition: ServerDefinition,
  transport: object | undefined,
  mask: SecretMask,
): ServerFailure {
  const process = transport instanceof StdioTransport ? transport : undefined;
  const text = withoutFrames(process?.errorOutput.text(mask) ?? '');
  const noise = process?.noise.text(mask, 300) ?? '';
  const output = text !== '' ? `its last words on standard error: ${text}` : noise !== '' ? `it printed on standard output: ${noise}` : '';
  const failure = (summary: string, hint: string, state: ServerFailure['state'] = 'failed'): ServerFailure => ({
    state,
    summary: mask.apply(summary),
    output,
    hint,
  });
  if (definition.endpoint.type !== 'stdio') return describeRemote(error, phase, definition.endpoint.url, failure);
  const code = systemCode(error);
  if (error instanceof WorkingDirectoryError) {
    return failure('cannot be started: its working directory does not exist', 'Correct "cwd" of the server.');
  }
  const isItsOwnEnd = !(error instanceof PhaseTimeoutError || error instanceof ProtocolError || isTimeout(error));
  if (process?.exit !== undefined && isItsOwnEnd) {
    const { code: exitCode, signal } = process.exit;
    const how = signal === null ? `exited with code ${exitCode}` : `was ended by ${signal}`;
    return failure(`${how} before it ${phase}`, 'Run its command by hand to see what it lacks.');
  }
  if (process?.pid === null && code !== undefined) {
    const missing = code === 'ENOENT';
    return failure(
      missing ? `cannot be started: its command "${definition.endpoint.command}" is not found` : `cannot be started (${code})`,
      missing ? 'Install the command or correct "command" of the server.' : 'Correct "command" of the server.',
    );
  }
  return failure(describeProtocol(error, phase), 'Check that its command is an MCP server that speaks over stdio.');
}

type MakeFailure = (summary: string, hint: string, state?: ServerFailure['state']) => ServerFailure;

function describeRemote(error: unknown, phase: string, url: URL, failure: MakeFailure): ServerFailure {
  const blocked = blockedAddress(error);
  if (blocked !== undefined) {
    return failure(
      `may not be connected to: ${blocked.message}, and "allowHosts" does not name it`,
      'If this host is meant, add it to "allowHosts" of the server.',
    );
  }
  const status = httpStatus(error);
  if (status === 401 || status === 403) {
    const what = status === 401 ? 'wants a sign-in (HTTP 401)' : 'refuses these credentials (HTTP 403)';
    return failure(what, 'Set valid credentials in "headers" of the server.', 'unauthorised');
  }
  const redirect = redirectRefusal(error, status);
  if (redirect !== undefined) return failure(redirect.summary, redirect.hint);
  if (status !== undefined) {
    return failure(`answered HTTP ${status} before it ${phase}`, 'Check "url" of the server.');
  }
  if (error instanceof PhaseTimeoutError || isTimeout(error) || error instanceof ProtocolError) {
    return failure(describeProtocol(error, phase), 'Check "url" of the server.');
  }
  const code = systemCode(error);
  if (code !== undefined || /fetch failed/.test(String(error))) {
    const reason = code === undefined ? '' : ` (${code})`;
    return failure(`cannot be reached at ${url.host}${reason}`, 'Check "url" and that the server runs.');
  }
  return failure(describeProtocol(error, phase), 'Check that "url" is the address of an MCP server.');
}

function describeProtocol(error: unknown, phase: string): string {
  if (error instanceof PhaseTimeoutError) return `has not ${error.message}`;
  if (isTimeout(error)) return `gave no answer before it ${phase}`;
  if (error instanceof ProtocolError) {
    const what = phase === 'listed its tools' ? 'started, but answered tools/list with an error' : `refused before it ${phase}`;
    return `${what}: ${oneLine(error.message)} (${error.code})`;
  }
  if (error instanceof SdkError && error.code === SdkErrorCode.ConnectionClosed) {
    return `closed the connection before it ${phase}`;
  }
  return `failed before it ${phase}: ${oneLine(error instanceof Error ? error.message : String(error))}`;
}

/** True for the SDK's error of a request that took too long. */
export function isTimeout(error: unknown): boolean {
  return error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout;
}

/** The first lines of a text in one, at most `most` characters. */
export function oneLine(text: string, most = 300): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > most ? `${line.slice(0, most - 1)}…` : line;
}

/** The error that `list` rejects with. */
export function sourceFailedError(name: string, failure: ServerFailure, retryInMs: number): ToolrackError {
  const output = failure.output === '' ? '' : `; ${failure.output}`;
  const retry = retryInMs > 0 ? ` It is tried again in ${Math.ceil(retryInMs / 1000)} s at the earliest.` : '';
  return new ToolrackError('ERR_SOURCE_FAILED', `MCP server "${name}" ${failure.summary}${output}.${retry}`, {
    fields: { server: name, state: failure.state },
    hint: failure.hint,
    modelText: `The server "${name}" is not available: it ${failure.summary}.`,
  });
}

/** The reason in a source's state: the summary and the most telling line of what the server said last. */
export function failureReason(failure: ServerFailure): string {
  const lines = failure.output.split('\n').filter((line) => line.trim() !== '');
  const telling = lines.findLast((line) => /error|exception|fail|missing|required|not set|cannot|denied|invalid/i.test(line));
  const line = telling ?? lines.at(-1) ?? '';
  return oneLine(line === '' ? failure.summary : `${failure.summary}; ${line}`, 400);
}

/** What a crashed program printed without its stack: the frames help its author, not the person who configures it. */
function withoutFrames(text: string): string {
  return text
    .split('\n')
    .filter((line) => !/^\s*at\s+\S/.test(line) && !/^\s*(?:node:|Node\.js v\d|\^+\s*$)/.test(line))
    .join('\n')
    .replace(/\n{2,}/g, '\n')
    .trim();
}
