import { isJsonObject, type JsonObject } from '@toolrack/contracts';

import type { EntryShape, GatewayAddress, ServerContainer } from '../client-dialect.js';

/** The entry that most clients took over from Claude Desktop: `command`, `args`, `env`, or `url`, `headers`. */
export const commonShape: EntryShape = { command: 'command', env: 'env', url: [['url']], headers: ['headers'] };

/** Servers under `mcpServers`, whether or not there are any yet. */
export function mcpServers(): ServerContainer {
  return { path: ['mcpServers'] };
}

/** The containers of a file whose servers stand under one of these paths; only those that are there. */
export function presentContainers(value: JsonObject, ...paths: (readonly string[])[]): ServerContainer[] {
  return paths.filter((path) => objectAt(value, path) !== undefined).map((path) => ({ path }));
}

/** The object at a path, or `undefined`. */
export function objectAt(value: JsonObject, path: readonly string[]): JsonObject | undefined {
  let current: JsonObject | undefined = value;
  for (const key of path) {
    const next: unknown = current !== undefined && Object.hasOwn(current, key) ? current[key] : undefined;
    current = isJsonObject(next) ? next : undefined;
  }
  return current;
}

/** `command`, `args` and, when there is one, `env`. */
export function startedEntry(gateway: GatewayAddress, first: JsonObject = {}): JsonObject | undefined {
  const { stdio } = gateway;
  if (stdio === undefined) return undefined;
  return { ...first, command: stdio.command, args: stdio.args, ...(stdio.env === undefined ? {} : { env: stdio.env }) };
}

/** `headers` with a bearer token; `reference` writes a variable as the client reads it. */
export function bearerHeaders(gateway: GatewayAddress, reference: (name: string) => string): JsonObject {
  const variable = gateway.http?.tokenVariable;
  return variable === undefined ? {} : { headers: { Authorization: `Bearer ${reference(variable)}` } };
}

/** A list of texts, or `undefined` when it is anything else. */
export function texts(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : undefined;
}
