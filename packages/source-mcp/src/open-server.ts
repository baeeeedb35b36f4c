import { ProtocolError, SdkError, SdkErrorCode, type FetchLike, type Transport } from '@modelcontextprotocol/client';
import { authorizationErrorIn } from './authorization/authorization-error.js';
import { Connection, type ConnectionEvents, type EraPlan } from './connection.js';
import { remoteTransport } from './remote-transport.js';
import { httpStatus, isTimeout, PhaseTimeoutError, systemCode } from './server-failure.js';
import type { ServerDefinition } from './server-options.js';
import { StdioTransport } from './stdio-transport.js';

/** Longest wait for an answer to `server/discover` before `initialize` is tried, in milliseconds. */
const longestProbeMs = 5_000;
/** Codes with which a server that no longer knows `initialize` may refuse it. */
const eraRefusals = new Set([-32601, -32022, -32600, -32602]);

/** What is worth remembering between two connections to one server. */
export interface EraMemory {
  era?: 'legacy' | 'modern';
  transport?: 'http' | 'sse';
}

/** A started attempt, so that a failure can be explained by its transport. */
export interface Attempt {
  transport?: Transport;
  /** Carries the requests of a remote transport. */
  readonly fetch?: FetchLike;
}

/**
 * Connects to a server within its start limit. A process is asked to `initialize` first: nearly every server knows it, and
 * probing with `server/discover` would cost a second process; a server that refuses gets a new process and `server/discover`.
 * A remote server is asked `server/discover` first, on the connection itself. What was found out is remembered.
 */
export async function openServer(
  definition: ServerDefinition,
  memory: EraMemory,
  attempt: Attempt,
  events: ConnectionEvents,
): Promise<Connection> {
  const deadline = Date.now() + definition.startTimeoutMs;
  const open = async (makeTransport: () => Transport, era: EraPlan): Promise<Connection> => {
    const transport = makeTransport();
    attempt.transport = transport;
    return await connectBefore(deadline, definition.startTimeoutMs, transport, era, events, definition.clientQuestions);
  };
  const connection =
    definition.endpoint.type === 'stdio'
      ? await openProcess(definition.endpoint, definition.maxResultBytes, memory, open, attempt)
      : await openRemote(definition.endpoint, memory, open, attempt, definition.startTimeoutMs);
  memory.era = connection.era;
  return connection;
}

type Open = (makeTransport: () => Transport, era: EraPlan) => Promise<Connection>;

async function openProcess(
  endpoint: Extract<ServerDefinition['endpoint'], { type: 'stdio' }>,
  mostBytes: number,
  memory: EraMemory,
  open: Open,
  attempt: Attempt,
): Promise<Connection> {
  const start = (): Transport => new StdioTransport(endpoint, mostBytes);
  const modern: EraPlan = { kind: 'auto', probeTimeoutMs: longestProbeMs };
  if (memory.era === 'modern') return await open(start, modern);
  try {
    return await open(start, { kind: 'legacy' });
  } catch (error) {
    if (!(error instanceof ProtocolError) || !eraRefusals.has(error.code)) throw error;
    const first = attempt.transport;
    // Never two processes of one server at a time.
    await first?.close();
    try {
      return await open(start, modern);
    } catch {
      if (first !== undefined) attempt.transport = first;
      throw error;
    }
  }
}

async function openRemote(
  endpoint: Exclude<ServerDefinition['endpoint'], { type: 'stdio' }>,
  memory: EraMemory,
  open: Open,
  attempt: Attempt,
  startTimeoutMs: number,
): Promise<Connection> {
  const openSse = (): Promise<Connection> => open(() => remoteTransport(endpoint, 'sse', attempt.fetch), { kind: 'legacy' });
  if (endpoint.type === 'sse' || memory.transport === 'sse') return await openSse();
  try {
    return await openHttp(endpoint, memory, open, attempt, startTimeoutMs);
  } catch (error) {
    if (!endpoint.fallback || !mayBeOlderTransport(error)) throw error;
    const first = attempt.transport;
    try {
      const connection = await openSse();
      memory.transport = 'sse';
      return connection;
    } catch {
      if (first !== undefined) attempt.transport = first;
      throw error;
    }
  }
}

async function openHttp(
  endpoint: Exclude<ServerDefinition['endpoint'], { type: 'stdio' }>,
  memory: EraMemory,
  open: Open,
  attempt: Attempt,
  startTimeoutMs: number,
): Promise<Connection> {
  const start = (): Transport => remoteTransport(endpoint, 'http', attempt.fetch);
  if (memory.era === 'legacy') return await open(start, { kind: 'legacy' });
  try {
    return await open(start, { kind: 'auto', probeTimeoutMs: Math.min(longestProbeMs, startTimeoutMs / 2) });
  } catch (error) {
    if (!isProbeFailure(error)) throw error;
    return await open(start, { kind: 'legacy' });
  }
}

/** The probe got no usable answer although the address is alive: an older server may still answer `initialize`. */
function isProbeFailure(error: unknown): boolean {
  if (isTimeout(error)) return true;
  if (authorizationErrorIn(error) !== undefined) return false;
  const isNegotiation = error instanceof SdkError && error.code === SdkErrorCode.EraNegotiationFailed;
  return isNegotiation && (httpStatus(error) !== undefined || systemCode(error) === undefined);
}

function mayBeOlderTransport(error: unknown): boolean {
  const status = httpStatus(error);
  if (status !== undefined) return [400, 404, 405, 406, 415].includes(status);
  return error instanceof SdkError && error.code === SdkErrorCode.ClientHttpUnexpectedContent;
}

async function connectBefore(
  deadline: number,
  startTimeoutMs: number,
  transport: Transport,
  era: EraPlan,
  events: ConnectionEvents,
  asksClient: boolean,
): Promise<Connection> {
  const remaining = Math.max(1, deadline - Date.now());
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new PhaseTimeoutError('answered "initialize"', startTimeoutMs)), remaining);
  });
  // The SDK's own limit is only there to be later than ours, which also covers the transport's start.
  const opened = Connection.open(transport, era, remaining + 1_000, events, asksClient);
  try {
    return await Promise.race([opened, late]);
  } catch (error) {
    opened.then((connection) => connection.close()).catch(() => undefined);
    void transport.close().catch(() => undefined);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
