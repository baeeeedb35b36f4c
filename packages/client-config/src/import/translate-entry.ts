import { isAbsolute, resolve } from 'node:path';

import { isJsonObject, shownValue, type JsonObject, type JsonValue } from '@toolrack/contracts';

import type { ClientDialect, ServerExtras } from '../client-dialect.js';
import { texts as textList } from '../clients/shared.js';
import { valueAt } from '../formats/edit-document.js';
import { keptFields } from './kept-fields.js';
import { readTimes } from './read-times.js';
import type { TextTranslator } from './text-translator.js';
import { UsedKeys } from './used-keys.js';

/** A server's entry as Toolrack writes it, or why there is none. */
export type TranslatedEntry =
  { readonly definition: JsonObject; readonly fields: JsonObject; readonly notes: readonly string[] } | { readonly reason: string };

/** What an entry is translated with. */
export interface EntryContext {
  readonly client: ClientDialect;
  readonly extras: ServerExtras;
  readonly texts: TextTranslator;
  /** Folder of the project that the file belongs to, where relative paths begin. */
  readonly folder?: string;
  /** Folder of Toolrack's configuration. */
  readonly target: string;
}

const transports: Readonly<Record<string, 'stdio' | 'http' | 'sse' | 'remote'>> = {
  stdio: 'stdio',
  local: 'stdio',
  http: 'http',
  'streamable-http': 'http',
  streamablehttp: 'http',
  streamable_http: 'http',
  sse: 'sse',
  remote: 'remote',
};

class Unusable extends Error {}

/** Translates one entry. Never throws for what stands in a file: an entry that makes no sense is left out with its reason. */
export function translateEntry(entry: JsonValue | undefined, context: EntryContext): TranslatedEntry {
  if (!isJsonObject(entry)) return { reason: 'its entry is no object with settings' };
  const used = new UsedKeys([...(context.client.shape.ignored ?? []), ...(context.extras.used ?? [])], context.extras.left);
  try {
    const notes: string[] = [...(context.extras.notes ?? [])];
    const definition: Record<string, JsonValue> = {
      ...endpoint(entry, context, used),
      ...readTimes(entry, context.client.shape.times ?? [], used),
      ...(isDisabled(entry, context.extras, used) ? { disabled: true } : {}),
    };
    if (typeof entry['envFile'] === 'string')
      notes.push(`its envFile ${entry['envFile']} is not read: set its variables, or write them into env`);
    for (const key of [context.client.shape.enabledTools, context.client.shape.disabledTools]) {
      // A list that holds something else is no list of tools, so it becomes no rule.
      if (key === undefined || entry[key] === undefined) continue;
      if (textList(entry[key]) !== undefined) used.add(key);
      else notes.push(`its ${key} is no list of names, so no rule was made of it: look at it before you use the server`);
    }
    return { definition, fields: keptFields(entry, used), notes };
  } catch (error) {
    if (error instanceof Unusable) return { reason: error.message };
    throw error;
  }
}

function endpoint(entry: JsonObject, context: EntryContext, used: UsedKeys): Record<string, JsonValue> {
  const { shape } = context.client;
  const transport = transportOf(entry, used);
  const commandKey = shape.command ?? 'command';
  const command = entry[commandKey];
  const address = (shape.url ?? [['url']]).find(([key]) => typeof entry[key] === 'string' && entry[key] !== '');
  const isProgram =
    command !== undefined && command !== null && (transport === undefined || transport === 'stdio' || address === undefined);
  if (isProgram) return program(entry, commandKey, context, used);
  if (address === undefined) {
    throw new Unusable(
      entry['source'] === 'extension' ? 'it belongs to an extension of the client' : 'it has neither a program nor an address',
    );
  }
  used.add(address[0]);
  for (const key of context.extras.usedBy?.address ?? []) used.add(key);
  const type = transport === 'http' || transport === 'sse' ? transport : address[1];
  const url = context.texts.address(entry[address[0]] as string);
  if (!/^https?:\/\//iu.test(url) && !url.startsWith('${')) throw new Unusable('its address is neither http nor https');
  const headers = remoteHeaders(entry, context, used);
  return { url, ...(type === undefined ? {} : { type }), ...(Object.keys(headers).length === 0 ? {} : { headers }) };
}

function transportOf(entry: JsonObject, used: UsedKeys): 'stdio' | 'http' | 'sse' | 'remote' | undefined {
  for (const key of ['type', 'transportType', 'transport']) {
    const value = entry[key];
    if (typeof value !== 'string') continue;
    used.add(key);
    const known = transports[value.toLowerCase()];
    if (known === undefined) throw new Unusable(`its ${key} ${shownValue(value)} is none that Toolrack can start or reach`);
    return known;
  }
  return undefined;
}

function program(entry: JsonObject, key: string, context: EntryContext, used: UsedKeys): Record<string, JsonValue> {
  const { shape } = context.client;
  const { texts, folder, target } = context;
  const given = entry[key];
  // OpenCode lists the program with its arguments; older files of Zed nest it.
  const nested = isJsonObject(given) ? given : undefined;
  const [first, ...rest] = Array.isArray(given) ? (given as JsonValue[]) : [nested === undefined ? given : nested['path']];
  if (typeof first !== 'string' || first === '') throw new Unusable(`its ${key} is no text`);
  const holder = nested ?? entry;
  const args = [...rest, ...list(holder['args'], 'args')].map((item) => word(item, 'args'));
  const environment = environmentOf(holder, nested === undefined ? (shape.env ?? 'env') : 'env', context);
  const own = ['args', shape.env ?? 'env'];
  used.add(key, nested === undefined ? undefined : without(nested, ['path', 'args', 'env']));
  for (const name of [...(nested === undefined ? own : []), ...(context.extras.usedBy?.program ?? []), 'cwd']) used.add(name);
  const cwd = entry['cwd'];
  if (cwd !== undefined && cwd !== null && typeof cwd !== 'string') throw new Unusable('its cwd is no text');
  const place = typeof cwd === 'string' && cwd !== '' ? texts.plain(cwd) : undefined;
  const base = folder === undefined || folder === target ? undefined : folder;
  const run = base !== undefined && /^\.\.?[/\\]/u.test(first) ? resolve(base, first) : first;
  const runsIn =
    base === undefined || (place !== undefined && (isAbsolute(place) || place.startsWith('$'))) ? place : resolve(base, place ?? '.');
  const translated = texts.program(run, args);
  return {
    command: translated.command,
    ...(args.length === 0 ? {} : { args: translated.args }),
    ...(Object.keys(environment).length === 0 ? {} : { env: environment }),
    ...(runsIn === undefined ? {} : { cwd: runsIn }),
  };
}

function environmentOf(entry: JsonObject, key: string, { extras, texts }: EntryContext): Record<string, JsonValue> {
  const given = entry[key] ?? {};
  if (!isJsonObject(given)) throw new Unusable(`its ${key} is no object with variables`);
  const environment: Record<string, JsonValue> = {};
  for (const { name, required } of extras.passedVariables ?? []) environment[name] = texts.variable(name, required ? undefined : '');
  for (const [name, value] of Object.entries(given)) {
    // VS Code writes null for "not set".
    if (value === null || value === undefined) continue;
    environment[name] = texts.environment(name, word(value, key));
  }
  return environment;
}

function remoteHeaders(entry: JsonObject, { client, extras, texts }: EntryContext, used: UsedKeys): Record<string, JsonValue> {
  const path = client.shape.headers ?? ['headers'];
  const given = valueAt(entry, path) ?? {};
  if (!isJsonObject(given)) throw new Unusable(`its ${path.join('.')} is no object with headers`);
  const [outer, inner] = path as [string, string?];
  const holder = entry[outer];
  if (inner === undefined) used.add(outer);
  else if (isJsonObject(holder)) used.add(outer, without(holder, [inner]));
  const headers: Record<string, JsonValue> = {};
  for (const [name, value] of Object.entries(given)) headers[name] = texts.header(name, word(value, path.join('.')));
  for (const [name, { variable, prefix }] of Object.entries(extras.headerVariables ?? {}))
    headers[name] = (prefix ?? '') + texts.variable(variable);
  return headers;
}

function isDisabled(entry: JsonObject, extras: ServerExtras, used: UsedKeys): boolean {
  for (const key of ['disabled', 'enabled']) if (typeof entry[key] === 'boolean') used.add(key);
  return entry['disabled'] === true || entry['enabled'] === false || extras.disabled === true;
}

/** An object without some of its keys; `undefined` when nothing is left. */
function without(value: JsonObject, keys: readonly string[]): JsonObject | undefined {
  const rest = Object.entries(value).filter(([key]) => !keys.includes(key));
  return rest.length === 0 ? undefined : Object.fromEntries(rest);
}

function list(value: JsonValue | undefined, key: string): readonly JsonValue[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw new Unusable(`its ${key} is no list`);
  return value as JsonValue[];
}

/** A text; numbers and switches are what YAML and TOML make of texts without quotes. */
function word(value: JsonValue | undefined, key: string): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new Unusable(`its ${key} holds something that is no text`);
}
