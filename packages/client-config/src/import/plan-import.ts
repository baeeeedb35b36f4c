import { isJsonObject, ToolrackError, type JsonObject, type JsonValue } from '@toolrack/contracts';

import type { DocumentFormat } from '../formats/document-format.js';
import { editDocument, isSame, parseDocumentText, valueAt, type DocumentChange } from '../formats/edit-document.js';
import { importedKey, withConsent } from './consent.js';
import type { ClientFileContent, ImportedServer, SkippedServer } from './read-client-file.js';
import { freeName, isNamed } from './server-name.js';
import { VariableTable, type KnownVariables } from './variable-table.js';

/** What happens to a server whose name is taken by another definition. */
export type ConflictChoice = 'skip' | 'suffix';

/** A server that goes into the configuration. */
export interface PlannedServer {
  readonly name: string;
  readonly entry: JsonObject;
  readonly server: ImportedServer;
}

/** What an import would do. */
export interface ImportPlan {
  /** The configuration before and after; `""` when there was none. Equal when there is nothing to do. */
  readonly before: string;
  readonly after: string;
  readonly added: readonly PlannedServer[];
  /** Names that are there already with the same definition. */
  readonly present: readonly { readonly name: string; readonly server: ImportedServer }[];
  /** Names that are taken by another definition. Those without a choice are not in `after`. */
  readonly conflicts: readonly {
    readonly name: string;
    readonly server: ImportedServer;
    /** The file that the other server of that name stands in: the configuration, or one that is imported from. */
    readonly takenBy: string;
    readonly becomes?: string;
  }[];
  readonly skipped: readonly (SkippedServer & { readonly file: string })[];
  readonly rules: readonly JsonObject[];
  readonly notes: readonly string[];
  /** The variables of the servers that are in the configuration afterwards. Holds secrets. */
  readonly variables: VariableTable;
}

/** What an import is planned with. */
export interface ImportRequest {
  /** The configuration of Toolrack; `file` is used in messages only. */
  readonly file: string;
  readonly text: string;
  readonly format: DocumentFormat;
  readonly contents: readonly ClientFileContent[];
  readonly onConflict?: ConflictChoice;
  /** Names of servers that somebody has seen and agreed to. */
  readonly approved?: ReadonlySet<string>;
  /** What the gateway in the client's file is given already, as variables with their values. Holds secrets. */
  readonly given?: Readonly<Record<string, string>>;
}

/**
 * Plans which servers and rules go into a configuration. An entry that is there is never changed. Pure. Throws `ERR_CONFIG_FILE` or `ERR_CONFIG_VALUE` when
 * the configuration cannot be read or written.
 */
export function planImport(request: ImportRequest): ImportPlan {
  const current = parseDocumentText(request.format, request.file, request.text);
  const existing = serversOf(current, request.file);
  const variables = new VariableTable(knownVariables(request, current));
  const sorted = sort(request, existing, variables);
  const rules = sorted.added.flatMap(({ name, server }) => server.rules(name)).filter((rule) => !hasRule(current, rule));
  const changes: DocumentChange[] = sorted.added.map(({ name, entry }) => ({ kind: 'put', path: ['mcpServers', name], value: entry }));
  const notes = sorted.added.flatMap(({ name, server, entry }) => [...server.notes, ...keptNotes(entry)].map((note) => `${name}: ${note}`));
  const policy = current['policy'];
  if (policy === undefined || policy === null || isJsonObject(policy)) {
    changes.push(...rules.map((value): DocumentChange => ({ kind: 'add', path: ['policy', 'rules'], value })));
  } else if (rules.length > 0)
    notes.push(`policy is no object in ${request.file}; add these rules where it points: ${JSON.stringify(rules)}`);
  return {
    before: request.text,
    after: editDocument(request.format, request.file, request.text, changes),
    ...sorted,
    skipped: request.contents.flatMap(({ file, skipped }) => skipped.map((server) => ({ ...server, file }))),
    rules,
    notes: [...notes, ...sharedNotes(request, existing, sorted)],
    variables,
  };
}

/** No secret gets a name that the configuration uses already, or that a client's file refers to. */
function knownVariables({ contents, given = {} }: ImportRequest, current: JsonObject): KnownVariables {
  const referred = contents.flatMap(({ servers }) => servers.flatMap(({ refersTo }) => refersTo));
  return { given, reserved: new Set([...variablesIn(bareConfiguration(current)), ...referred]) };
}

type Sorted = Pick<ImportPlan, 'added' | 'present' | 'conflicts'>;

function sort(request: ImportRequest, existing: Readonly<Record<string, JsonObject>>, variables: VariableTable): Sorted {
  const taken = new Map<string, JsonObject>(Object.entries(existing));
  const servers = request.contents.flatMap((content) => content.servers);
  // Servers from an import before come first: their variables have names already.
  const found = new Map(servers.map((server) => [server, presentAs(server, taken, variables)]));
  const added: PlannedServer[] = [];
  const present = servers.flatMap((server) => found.get(server) ?? []).map(({ name, server }) => ({ name, server }));
  const conflicts: ImportPlan['conflicts'][number][] = [];
  for (const server of servers) {
    if (found.get(server) !== undefined) continue;
    const again = presentAs(server, new Map(added.map(({ name, entry }) => [name, entry])), variables);
    if (again !== undefined) {
      present.push(again);
      continue;
    }
    const other = taken.get(server.name);
    const name = other === undefined ? server.name : freeName(server.name, server.origin.client.id, (candidate) => taken.has(candidate));
    if (other !== undefined) {
      const takenBy = added.find(({ name: taken }) => taken === server.name)?.server.origin.file ?? request.file;
      conflicts.push({ name: server.name, server, takenBy, ...(request.onConflict === 'suffix' ? { becomes: name } : {}) });
      if (request.onConflict !== 'suffix') continue;
    }
    const definition = server.definition(variables, { name });
    const isApproved = request.approved?.has(name) === true;
    const entry = isApproved ? { ...definition, [importedKey]: withConsent(definition) } : definition;
    taken.set(name, entry);
    added.push({ name, entry, server });
  }
  return { added, present, conflicts };
}

/** The name under which a server is there already, its own or one that it got because that was taken. */
function presentAs(
  server: ImportedServer,
  entries: ReadonlyMap<string, JsonObject>,
  variables: VariableTable,
): { readonly name: string; readonly server: ImportedServer } | undefined {
  const named = [...entries.keys()].filter((name) => isNamed(name, server.name, server.origin.client.id));
  for (const name of named) {
    const entry = entries.get(name) as JsonObject;
    const place = { name, own: variablesIn(bare(entry)) };
    // On a copy first: a server that turns out to be another one takes no names.
    if (!isSame(bare(entry), bare(server.definition(variables.copy(), place)))) continue;
    server.definition(variables, place);
    return { name, server };
  }
  return undefined;
}

/** Says which settings have no effect any more: a sandbox that the client had, for example. */
function keptNotes(entry: JsonObject): string[] {
  const mark = entry[importedKey];
  const fields = isJsonObject(mark) && isJsonObject(mark['fields']) ? Object.keys(mark['fields']) : [];
  return fields.length === 0 ? [] : [`kept under ${importedKey}, without effect: ${fields.join(', ')}`];
}

/** A variable that a client's file refers to, and that another server of the configuration refers to as well, has one value for both. */
function sharedNotes(request: ImportRequest, existing: Readonly<Record<string, JsonObject>>, { added }: Sorted): string[] {
  return added.flatMap(({ name, server }) =>
    server.refersTo.flatMap((variable) => {
      const others = Object.entries(existing).filter(([other, entry]) => other !== name && variablesIn(bare(entry)).has(variable));
      return others.length === 0
        ? []
        : [
            `${name}: refers to the variable ${variable}, as ${others.map(([other]) => other).join(', ')} in ${request.file} does: both get the same value`,
          ];
    }),
  );
}

/** Names of the variables that a value of the configuration refers to. */
function variablesIn(value: JsonObject): ReadonlySet<string> {
  return new Set(
    [...JSON.stringify(value).matchAll(/(?<!\$)(?:\$\$)*\$\{([A-Za-z_]\w*)(?::-[^}]*)?\}/gu)].map(([, name]) => name as string),
  );
}

/** The configuration without what imported entries kept of other files. */
function bareConfiguration(value: JsonObject): JsonObject {
  const servers = value['mcpServers'];
  if (!isJsonObject(servers)) return value;
  const entries = Object.entries(servers).map(([name, entry]) => [name, isJsonObject(entry) ? bare(entry) : entry]);
  return { ...value, mcpServers: Object.fromEntries(entries) as JsonObject };
}

/** The definition without where it came from. */
function bare(entry: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(entry).filter(([key]) => key !== importedKey));
}

function serversOf(value: JsonObject, file: string): Readonly<Record<string, JsonObject>> {
  const servers = value['mcpServers'] ?? {};
  if (!isJsonObject(servers)) throw new ToolrackError('ERR_CONFIG_VALUE', `${file}: mcpServers: must be an object with servers by name.`);
  return Object.fromEntries(Object.entries(servers).map(([name, entry]) => [name, isJsonObject(entry) ? entry : {}]));
}

function hasRule(value: JsonObject, rule: JsonObject): boolean {
  const rules = valueAt(value, ['policy', 'rules']);
  return Array.isArray(rules) && rules.some((other: JsonValue) => isSame(other, rule));
}
