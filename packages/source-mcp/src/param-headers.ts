import { isJsonObject, type JsonObject, type JsonSchema } from '@toolrack/contracts';
import { headerToken } from './param-header-fault.js';

/**
 * The `Mcp-Param-…` headers of a call over HTTP in the 2026-07-28 revision (SEP-2243): arguments whose schema carries
 * `x-mcp-header`, along `properties` only. Values that a header cannot carry are wrapped as `=?base64?…?=`.
 */
export function paramHeaders(schema: JsonSchema, args: JsonObject): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  const visit = (node: unknown, value: unknown, depth: number): void => {
    if (!isJsonObject(node) || value === undefined || value === null || depth > 32) return;
    const name = node['x-mcp-header'];
    const text = primitiveText(value);
    if (typeof name === 'string' && headerToken.test(name) && text !== undefined) headers[`Mcp-Param-${name}`] = headerText(text);
    const properties = node['properties'];
    if (!isJsonObject(properties) || !isJsonObject(value)) return;
    for (const [key, child] of Object.entries(properties)) {
      if (Object.hasOwn(value, key)) visit(child, value[key], depth + 1);
    }
  };
  visit(schema, args, 0);
  return headers;
}

function primitiveText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean' || Number.isSafeInteger(value)) return String(value);
  return undefined;
}

/** The text as a header can carry it. */
export function headerText(text: string): string {
  const isPlain = /^[\x20-\x7e\t]*$/.test(text) && text.trim() === text && !/^=\?base64\?.*\?=$/i.test(text);
  return isPlain ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`;
}
