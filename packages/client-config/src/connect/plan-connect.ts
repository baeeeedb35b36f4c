import { isJsonObject, ToolrackError, type JsonObject, type JsonValue } from '@toolrack/contracts';

import type { ClientDialect, GatewayAddress, ServerContainer } from '../client-dialect.js';
import type { KeyPath } from '../formats/document-format.js';
import { editDocument, isSame, parseDocumentText, valueAt, type DocumentChange } from '../formats/edit-document.js';

/** Where the gateway is written to. */
export interface ConnectRequest {
  readonly client: ClientDialect;
  /** Used in messages. */
  readonly file: string;
  /** Text of the file, `""` when there is none. */
  readonly text: string;
  /** Name of the gateway among the client's servers. */
  readonly name: string;
  readonly gateway: GatewayAddress;
  /** Paths of servers that leave the file, because they are behind the gateway now. */
  readonly remove?: readonly KeyPath[];
}

/** A client's file before and after. */
export interface ConnectPlan {
  readonly before: string;
  /** Equal to `before` when the gateway is there already. */
  readonly after: string;
}

/** Plans the entry of the gateway in a client's file. Everything else stays as it is. Pure. Throws `ERR_CONFIG_VALUE` or `ERR_CONFIG_FILE`. */
export function planConnect(request: ConnectRequest): ConnectPlan {
  const { client, file, text, name, gateway } = request;
  const entry = client.connect.entry(name, gateway);
  if (entry === undefined) throw unfit(client, gateway);
  const removals = [...(request.remove ?? [])].sort(laterFirst).map((path): DocumentChange => ({ kind: 'remove', path }));
  const value = parseDocumentText(client.format, file, text);
  const container = client.connect.container(value);
  assertContainer(value, container, file);
  const extras = (client.connect.extras?.(value, gateway) ?? []).map((extra): DocumentChange => ({ kind: 'put', ...extra }));
  // The list is looked at without what leaves it, so that positions are right.
  const cleared = editDocument(client.format, file, text, removals);
  const changes = [...extras, ...entryChanges(parseDocumentText(client.format, file, cleared), container, name, entry)];
  return { before: text, after: editDocument(client.format, file, cleared, changes) };
}

/** Throws where something else stands in the place of the servers. */
function assertContainer(value: JsonObject, { path, isList }: ServerContainer, file: string): void {
  for (let length = 1; length <= path.length; length += 1) {
    const found = valueAt(value, path.slice(0, length));
    if (found === undefined || found === null) return;
    const isLast = length === path.length;
    if (isJsonObject(found) || (isLast && Array.isArray(found))) continue;
    const wanted = isLast && isList === true ? 'a list of servers' : 'an object';
    throw new ToolrackError(
      'ERR_CONFIG_VALUE',
      `${file}: ${path.slice(0, length).join('.')}: must be ${wanted}. Correct it, then connect again.`,
    );
  }
}

function entryChanges(value: JsonObject, { path, isList }: ServerContainer, name: string, entry: JsonObject): DocumentChange[] {
  const servers = valueAt(value, path);
  if (!Array.isArray(servers) && (isList !== true || isJsonObject(servers))) {
    const current = valueAt(value, [...path, name]);
    return current !== undefined && isSame(current, entry) ? [] : [{ kind: 'put', path: [...path, name], value: entry }];
  }
  const index = ((servers ?? []) as readonly JsonValue[]).findIndex((item) => isJsonObject(item) && item['name'] === name);
  if (index === -1) return [{ kind: 'add', path, value: entry }];
  if (isSame((servers as readonly JsonValue[])[index], entry)) return [];
  return [
    { kind: 'remove', path: [...path, index] },
    { kind: 'add', path, value: entry },
  ];
}

/** Takes the entry of the gateway out of a client's file, for an undo after the file was changed. Gives the text as it is when there is none. */
export function planDisconnect(client: ClientDialect, file: string, text: string, name: string): string {
  const value = parseDocumentText(client.format, file, text);
  const { path } = client.connect.container(value);
  const servers = valueAt(value, path);
  const key = Array.isArray(servers)
    ? (servers as readonly JsonValue[]).findIndex((item) => isJsonObject(item) && item['name'] === name)
    : name;
  return key === -1 ? text : editDocument(client.format, file, text, [{ kind: 'remove', path: [...path, key] }]);
}

/** Positions in lists shift when one leaves, so later ones go first. */
function laterFirst(left: KeyPath, right: KeyPath): number {
  const [a, b] = [left.at(-1), right.at(-1)];
  return typeof a === 'number' && typeof b === 'number' ? b - a : 0;
}

function unfit(client: ClientDialect, gateway: GatewayAddress): ToolrackError {
  const isToken =
    gateway.http?.tokenVariable !== undefined && client.connect.entry('toolrack', { http: { url: gateway.http.url } }) !== undefined;
  const text = isToken
    ? `${client.title} cannot read a token from a variable in its file. Leave --token-variable out and write the header by hand, or use the form without --http.`
    : `${client.title} can only start programs. Leave --http out.`;
  return new ToolrackError('ERR_CONFIG_VALUE', text);
}
