import { ProtocolError } from '@modelcontextprotocol/client';
import { isJsonObject, type JsonObject } from '@toolrack/contracts';
import type { Connection } from '../connection.js';

/** Pages that are fetched of one list, and entries that are kept: more help nobody. */
const mostPages = 1_000;
const mostEntries = 100_000;
/** A page has no limit of its own; the whole list has one. */
const pageTimeoutMs = 2_147_483_647;

/**
 * All pages of a list. Entries without a text under `key`, and second entries with the same one, are left out; a cursor that comes back
 * ends the list; a server without the method (which it may declare all the same) has an empty list. Rejects when a page cannot be had.
 */
export async function listPages(
  connection: Connection,
  method: string,
  part: string,
  key: string,
  signal: AbortSignal,
): Promise<readonly JsonObject[]> {
  const entries = new Map<string, JsonObject>();
  const seen = new Set<string>();
  let cursor: string | undefined;
  for (let page = 1; page <= mostPages && entries.size < mostEntries; page += 1) {
    const result = await fetchPage(connection, method, cursor, signal);
    for (const entry of Array.isArray(result[part]) ? (result[part] as readonly unknown[]) : []) {
      const name = isJsonObject(entry) ? entry[key] : undefined;
      if (isJsonObject(entry) && typeof name === 'string' && !entries.has(name)) entries.set(name, entry);
    }
    const next = result['nextCursor'];
    if (typeof next !== 'string' || next === '' || seen.has(next)) break;
    seen.add(next);
    cursor = next;
  }
  return [...entries.values()];
}

async function fetchPage(connection: Connection, method: string, cursor: string | undefined, signal: AbortSignal): Promise<JsonObject> {
  try {
    return await connection.request(method, cursor === undefined ? undefined : { cursor }, { signal, timeout: pageTimeoutMs });
  } catch (error) {
    if (cursor === undefined && error instanceof ProtocolError && error.code === -32601) return {};
    throw error;
  }
}
