import { isJsonObject } from '@toolrack/contracts';
import type { JSONRPCMessage } from '@modelcontextprotocol/client';

/** JSON-RPC error data that marks an answer without a result, which is no word of the server's. */
export const nullResultMark = 'toolrack/null-result';

/**
 * Reads one line of a server's standard output: the JSON-RPC messages in it (a batch holds several), or `undefined` for
 * anything else, such as a banner or a log line.
 */
export function parseWireLine(line: string): readonly JSONRPCMessage[] | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line.startsWith('\uFEFF') ? line.slice(1) : line);
  } catch {
    return undefined;
  }
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  const messages = values.map(readMessage);
  if (messages.length === 0 || messages.includes(undefined)) return undefined;
  return messages as readonly JSONRPCMessage[];
}

/** Mends what servers often get wrong in the envelope: `"error": null` beside a result, `"result": null` beside an error or alone. */
function readMessage(value: unknown): JSONRPCMessage | undefined {
  if (!isJsonObject(value) || value['jsonrpc'] !== '2.0') return undefined;
  const { result, error, ...rest } = value;
  if (typeof value['method'] === 'string') return value as unknown as JSONRPCMessage;
  if (value['id'] === undefined || value['id'] === null) return undefined;
  if (isJsonObject(error)) {
    const { code, message, ...more } = error;
    return {
      ...rest,
      error: { ...more, code: Number.isInteger(code) ? code : -32603, message: errorText(message) },
    } as unknown as JSONRPCMessage;
  }
  if (typeof error === 'string') {
    return { ...rest, error: { code: -32603, message: error } } as unknown as JSONRPCMessage;
  }
  if (result === undefined) return undefined;
  if (result === null)
    return { ...rest, error: { code: -32603, message: 'The result is null', data: nullResultMark } } as unknown as JSONRPCMessage;
  return { ...rest, result: isJsonObject(result) ? result : bareResult(result) } as unknown as JSONRPCMessage;
}

/** A result that is not an object keeps its value in the shape of the oldest protocol, which call results are read from too. */
function bareResult(result: unknown): object {
  return { toolResult: result };
}

function errorText(message: unknown): string {
  if (typeof message === 'string') return message;
  return message === undefined ? 'The server gave no reason' : JSON.stringify(message);
}
