import { dirname } from 'node:path';

import { isJsonObject, ToolrackError, type JsonObject, type JsonValue } from '@toolrack/contracts';

import type { ClientDialect, ServerContainer } from '../client-dialect.js';
import type { ClientHost } from '../client-host.js';
import { clients } from '../clients/index.js';
import { texts as textList } from '../clients/shared.js';
import { jsonFormat } from '../formats/json-format.js';
import { parseDocumentText, valueAt } from '../formats/edit-document.js';
import { tomlFormat } from '../formats/toml-format.js';
import { yamlFormat } from '../formats/yaml-format.js';
import { isGatewayEntry } from './gateway-entry.js';
import { policyRules } from './policy-rules.js';
import type { ReferenceContext } from './references.js';
import { safeServerName } from './server-name.js';
import { TextTranslator } from './text-translator.js';
import { translateEntry, type TranslatedEntry } from './translate-entry.js';
import { VariableTable, type VariableNames } from './variable-table.js';

/** A server of a client's file in Toolrack's words. */
export interface ImportedServer {
  readonly name: string;
  /** The entry for `mcpServers` under a name, with `x-imported`; its secrets get their names from `variables`. */
  readonly definition: (variables: VariableTable, place?: ServerPlace) => JsonObject;
  /** Rules for `policy.rules`; they name the server. */
  readonly rules: (name: string) => readonly JsonObject[];
  readonly notes: readonly string[];
  /** Variables that it refers to. */
  readonly refersTo: readonly string[];
  /** Where it came from. */
  readonly origin: { readonly client: ClientDialect; readonly file: string; readonly path: readonly (string | number)[] };
}

/** The name that a server gets in the configuration, and the variables that an entry of that name has from an import before. */
export interface ServerPlace {
  readonly name: string;
  readonly own?: ReadonlySet<string>;
}

/** A server that cannot be imported. */
export interface SkippedServer {
  readonly name: string;
  readonly reason: string;
}

/** What a client's file holds. */
export interface ClientFileContent {
  readonly client: ClientDialect;
  readonly file: string;
  readonly servers: readonly ImportedServer[];
  readonly skipped: readonly SkippedServer[];
}

/** What a file is read with. */
export interface ReadOptions {
  /** The client, when its file cannot be told by its name. */
  readonly client?: ClientDialect;
  readonly host: ClientHost;
  /** Folder of Toolrack's configuration. */
  readonly target: string;
  readonly keepSecrets?: boolean;
  /** Text of another file of the client that says more about its servers; `undefined` when there is none. Without it, only the file itself counts. */
  readonly companion?: (path: string) => string | undefined;
}

/**
 * Reads the servers of a client's file. Pure: `file` is used for its name. Throws `ERR_CONFIG_FILE` when the text cannot be parsed or no client is known that
 * writes such files; an entry that makes no sense is among `skipped`.
 */
export function readClientFile(file: string, text: string, options: ReadOptions): ClientFileContent {
  const { client, value } = recognise(file, text, options.client);
  const companions = companionsOf(client, file, options);
  const servers: ImportedServer[] = [];
  const skipped: SkippedServer[] = [];
  for (const container of client.containers(value, options.host)) {
    for (const [name, entry, key] of entriesOf(valueAt(value, container.path))) {
      const read = readServer(name, entry, { client, file, value, companions, container, options });
      if ('reason' in read) skipped.push({ name, reason: read.reason });
      else servers.push({ ...read, origin: { client, file, path: [...container.path, key] } });
    }
  }
  return { client, file, servers, skipped };
}

/** The client by the file's name, else by what the file holds. */
function recognise(file: string, text: string, given?: ClientDialect): { readonly client: ClientDialect; readonly value: JsonObject } {
  const path = file.replaceAll('\\', '/');
  const byName = given ?? clients.find((client) => client.path.test(path));
  const format = byName?.format ?? (/\.ya?ml$/iu.test(path) ? yamlFormat : /\.toml$/iu.test(path) ? tomlFormat : jsonFormat);
  const value = parseDocumentText(format, file, text);
  // The most telling shapes come last in the list; the one that everybody copies is the last resort.
  const client = byName ?? [...clients].reverse().find((candidate) => candidate.format === format && candidate.recognises(value));
  if (client !== undefined) return { client, value };
  const names = clients.map(({ id }) => id).join(', ');
  throw new ToolrackError(
    'ERR_CONFIG_FILE',
    `${file}: no client is known that keeps its servers like this. Name it with --client (${names}).`,
  );
}

/** The client's other files that are there. One that cannot be read may switch servers off, so it is not passed over. */
function companionsOf(client: ClientDialect, file: string, { host, companion }: ReadOptions): Record<string, JsonObject> {
  return Object.fromEntries(
    (client.companions?.(file, host) ?? []).flatMap((path) => {
      const text = companion?.(path);
      return text === undefined ? [] : [[path, parseDocumentText(client.format, path, text)]];
    }),
  );
}

function entriesOf(container: JsonValue | undefined): [name: string, entry: JsonValue | undefined, key: string | number][] {
  if (Array.isArray(container)) {
    return (container as JsonValue[]).map((entry, index) => {
      const name = isJsonObject(entry) && typeof entry['name'] === 'string' ? entry['name'] : `server-${index + 1}`;
      return [name, entry, index];
    });
  }
  return isJsonObject(container) ? Object.entries(container).map(([name, entry]) => [name, entry, name]) : [];
}

interface ServerContext {
  readonly client: ClientDialect;
  readonly file: string;
  readonly value: JsonObject;
  readonly companions: Readonly<Record<string, JsonObject>>;
  readonly container: ServerContainer;
  readonly options: ReadOptions;
}

function readServer(
  given: string,
  entry: JsonValue | undefined,
  place: ServerContext,
): Omit<ImportedServer, 'origin'> | { readonly reason: string } {
  const { client, file, value, companions, container, options } = place;
  if (isGatewayEntry(given, entry)) return { reason: 'it is Toolrack itself' };
  const name = safeServerName(given);
  const object = isJsonObject(entry) ? entry : {};
  const extras = client.extras?.(given, object, value, { host: options.host, file, container, companions }) ?? {};
  const folder = container.folder ?? projectFolder(file, options.host);
  const context: ReferenceContext = {
    home: options.host.home,
    separator: options.host.platform === 'win32' ? '\\' : '/',
    inputs: inputsOf(value, container),
    ...(folder === undefined ? {} : { folder }),
  };
  const translate = (variables: VariableNames, server: string): TranslatedEntry => {
    const { keepSecrets = false, target } = options;
    const texts = new TextTranslator({ server, syntax: client.references, context, variables, keepSecrets });
    return translateEntry(entry, { client, extras, texts, target, ...(folder === undefined ? {} : { folder }) });
  };
  // Whether it can be translated does not depend on the names of variables.
  const scratch = new VariableTable();
  const translated = translate(scratch.forServer(name), name);
  if ('reason' in translated) return translated;
  const { fields, notes } = translated;
  const origin = { from: client.id, ...(Object.keys(fields).length === 0 ? {} : { fields }) };
  const enabledTools = extras.enabledTools ?? textList(client.shape.enabledTools && object[client.shape.enabledTools]);
  const disabledTools = extras.disabledTools ?? textList(client.shape.disabledTools && object[client.shape.disabledTools]);
  const lists = {
    ...(enabledTools && { enabledTools }),
    ...(disabledTools && { disabledTools }),
    ...(extras.askTools && { askTools: extras.askTools }),
    ...(extras.freeTools && { freeTools: extras.freeTools }),
  };
  return {
    name,
    definition: (variables, { name: server, own } = { name }) => ({
      ...(translate(variables.forServer(server, own), server) as { readonly definition: JsonObject }).definition,
      ...(name === given ? {} : { label: given.trim() || name }),
      'x-imported': origin,
    }),
    refersTo: scratch.referred(),
    rules: (server) => policyRules(server, client.title, lists),
    notes,
  };
}

/** The project of a file that lies in a project (`.vscode/mcp.json` belongs to the folder above); `undefined` for a file of the user. */
function projectFolder(file: string, host: ClientHost): string | undefined {
  const hidden = /^(?<above>.*)[/\\]\.[^/\\]+[/\\]/su.exec(file)?.groups?.['above'];
  const folder = hidden ?? (/(?:^|[/\\])(?:\.mcp|opencode)\.jsonc?$/u.test(file) ? dirname(file) : undefined);
  return folder === host.home ? undefined : folder;
}

function inputsOf(value: JsonObject, container: ServerContainer): ReferenceContext['inputs'] {
  const list = valueAt(value, [...container.path.slice(0, -1), 'inputs']);
  const inputs = new Map<string, { description?: string; fallback?: string }>();
  for (const input of Array.isArray(list) ? (list as JsonValue[]) : []) {
    if (!isJsonObject(input) || typeof input['id'] !== 'string') continue;
    const { description, default: fallback, password } = input;
    inputs.set(input['id'], {
      ...(typeof description === 'string' ? { description } : {}),
      ...(typeof fallback === 'string' && password !== true ? { fallback } : {}),
    });
  }
  return inputs;
}
