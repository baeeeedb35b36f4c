import { isJsonObject } from '@toolrack/contracts';

/** Key in `_meta` under which arguments travel past the checks of the MCP library; never on the wire. */
const carrier = 'toolrack/arguments';

/**
 * Prepares an inbound JSON-RPC message. The MCP library refuses `tools/call` arguments that are not an object, but models do send
 * them as a JSON string, and repairing them is the surface's task: they are carried in `_meta` instead. Messages of any other
 * kind are returned as they are; a carrier that a client sent itself is removed.
 */
export function carryArguments(message: unknown): unknown {
  if (Array.isArray(message)) return message.map(carryArguments);
  if (!isJsonObject(message) || message['method'] !== 'tools/call' || !isJsonObject(message['params'])) return message;
  const { arguments: sent, _meta: meta, ...rest } = message['params'];
  const unusual = 'arguments' in message['params'] && !isJsonObject(sent);
  const forged = isJsonObject(meta) && carrier in meta;
  if (!unusual && !forged) return message;
  const { [carrier]: _forged, ...clean } = isJsonObject(meta) ? meta : {};
  const params = unusual
    ? { ...rest, _meta: { ...clean, [carrier]: { sent } } }
    : { ...rest, ...('arguments' in message['params'] ? { arguments: sent } : {}), _meta: clean };
  return { ...message, params };
}

/** The arguments as the client sent them, `{}` when it sent none. */
export function sentArguments(
  parsed: Readonly<Record<string, unknown>> | undefined,
  meta: Readonly<Record<string, unknown>> | undefined,
): unknown {
  const carried = meta?.[carrier];
  return typeof carried === 'object' && carried !== null ? (carried as { sent: unknown }).sent : (parsed ?? {});
}
