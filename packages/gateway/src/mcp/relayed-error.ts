import { ProtocolError } from '@modelcontextprotocol/server';
import type { CallPeer, ErrorDetails } from '@toolrack/contracts';

/** A client of 2026-07-28 lacks a capability; one of 2025-11-25 is to let its person open addresses. */
const missingCapability = -32021;
const addressesToOpen = -32042;

/** The client that a refusal is for. */
export interface RefusedClient {
  readonly era: 'legacy' | 'modern';
  readonly peer?: CallPeer;
}

/**
 * The refusal of a server behind that MCP wants as a protocol error, so that the client itself can act on it: a missing capability of a client
 * of 2026-07-28, or addresses to open for a client of 2025-11-25 that can. `undefined`: the failure is an answer for the model.
 */
export function relayedError(error: ErrorDetails | undefined, { era, peer }: RefusedClient): ProtocolError | undefined {
  if (error?.rpcCode === undefined || error.rpcData === undefined) return undefined;
  const isRelayed =
    era === 'modern'
      ? error.rpcCode === missingCapability
      : error.rpcCode === addressesToOpen && peer?.elicitationModes?.includes('url') === true;
  return isRelayed ? new ProtocolError(error.rpcCode, error.message, error.rpcData) : undefined;
}
