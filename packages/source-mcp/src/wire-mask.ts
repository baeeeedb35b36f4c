import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import { isJsonObject, SecretMask, type JsonObject } from '@toolrack/contracts';

/** What a server calls things by, and may have to be told again. */
const nameKeys = new Set(['name', 'uri', 'uriTemplate', 'taskId', 'nextCursor', 'requestState']);
/** Where those stand in what a server is asked. */
const askedKeys = ['name', 'uri', 'taskId', 'cursor', 'requestState'];
/** Names that are remembered; the oldest is forgotten. */
const mostNames = 1_000;

/**
 * Takes the secrets of its configuration out of everything that a server sends, before anything else reads it: definitions, results, progress, log
 * messages, resources, prompts, questions and errors. A name that holds a secret, which no sound server has, is hidden too; what the server is asked
 * under the hidden name goes out under its true one.
 */
export class WireMask extends SecretMask {
  private readonly names = new Map<string, string>();

  /** Masks a message that came in. Changes it in place, which is how the SDK lets one look at messages. */
  hide(message: JSONRPCMessage): void {
    if (this.isEmpty) return;
    const parts = message as { params?: unknown; result?: unknown; error?: { message?: unknown; data?: unknown } };
    for (const part of ['params', 'result'] as const) {
      if (parts[part] !== undefined) parts[part] = this.within(parts[part], this.remember);
    }
    if (isJsonObject(parts.error)) parts.error = this.within(parts.error, this.remember);
  }

  /** The parameters of a request with true names. */
  restore(parameters: JsonObject): JsonObject {
    if (this.names.size === 0) return parameters;
    const { ref } = parameters;
    return { ...this.restored(parameters), ...(isJsonObject(ref) ? { ref: this.restored(ref) } : {}) };
  }

  /** The true name behind one that may be hidden. */
  original(name: string): string {
    return this.names.get(name) ?? name;
  }

  private restored(parameters: JsonObject): JsonObject {
    const changed: Record<string, string> = {};
    for (const key of askedKeys) {
      const value = parameters[key];
      if (typeof value === 'string') changed[key] = this.original(value);
    }
    return { ...parameters, ...changed };
  }

  private readonly remember = (key: string, masked: string, original: string): void => {
    if (!nameKeys.has(key)) return;
    this.names.delete(masked);
    this.names.set(masked, original);
    const [oldest] = this.names.keys();
    if (this.names.size > mostNames && oldest !== undefined) this.names.delete(oldest);
  };
}
