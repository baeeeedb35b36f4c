import { isJsonObject, type JsonObject } from '@toolrack/contracts';

import type { ClientDialect } from '../client-dialect.js';
import { parseDocumentText, valueAt } from '../formats/edit-document.js';
import { isGatewayEntry } from '../import/gateway-entry.js';
import type { GatewayVariables } from '../import/variable-table.js';

/** What the gateway's entry in a client's file is given already, for example by a take-over. Holds secrets; never print it. */
export function gatewayVariables(client: ClientDialect, file: string, text: string, name: string): GatewayVariables {
  const value = parseDocumentText(client.format, file, text);
  const entry = entryNamed(name, valueAt(value, client.connect.container(value).path));
  if (entry === undefined || !isGatewayEntry(name, entry)) return { environment: {}, passed: [] };
  const environment = entry[client.shape.env ?? 'env'];
  const pairs = isJsonObject(environment) ? Object.entries(environment) : [];
  return {
    environment: Object.fromEntries(pairs.filter((pair): pair is [string, string] => typeof pair[1] === 'string')),
    passed: (client.extras?.(name, entry, value).passedVariables ?? []).map((variable) => variable.name),
  };
}

function entryNamed(name: string, servers: unknown): JsonObject | undefined {
  const list: readonly unknown[] = Array.isArray(servers) ? servers : [];
  const inObject: unknown = isJsonObject(servers) && Object.hasOwn(servers, name) ? servers[name] : undefined;
  const entry = list.find((item) => isJsonObject(item) && item['name'] === name) ?? inObject;
  return isJsonObject(entry) ? entry : undefined;
}
