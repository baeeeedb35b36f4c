import { isJsonObject, ToolrackError, type JsonObject, type JsonValue } from '@toolrack/contracts';

import type { DocumentFormat } from '../formats/document-format.js';
import { editDocument, isSame, parseDocumentText, valueAt, type DocumentChange } from '../formats/edit-document.js';
import { importedKey, withConsent } from './consent.js';
import type { ClientFileContent, ImportedServer, SkippedServer } from './read-client-file.js';
import { freeName } from './server-name.js';

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
  readonly conflicts: readonly { readonly name: string; readonly server: ImportedServer; readonly becomes?: string }[];
  readonly skipped: readonly (SkippedServer & { readonly file: string })[];
  readonly rules: readonly JsonObject[];
  readonly notes: readonly string[];
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
}

/**
 * Plans which servers and rules go into a configuration. An entry that is there is never changed. Pure. Throws `ERR_CONFIG_FILE` or `ERR_CONFIG_VALUE` when
 * the configuration cannot be read or written.
 */
export function planImport(request: ImportRequest): ImportPlan {
  const current = parseDocumentText(request.format, request.file, request.text);
  const existing = serversOf(current, request.file);
  const taken = new Map<string, JsonObject>(Object.entries(existing));
  const sorted = sort(request, taken);
  const rules = sorted.added.flatMap(({ name, server }) => server.rules(name)).filter((rule) => !hasRule(current, rule));
  const changes: DocumentChange[] = sorted.added.map(({ name, entry }) => ({ kind: 'put', path: ['mcpServers', name], value: entry }));
  const notes = sorted.added.flatMap(({ name, server }) => [...server.notes, ...keptNotes(server)].map((note) => `${name}: ${note}`));
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
    notes,
  };
}

function sort(request: ImportRequest, taken: Map<string, JsonObject>): Pick<ImportPlan, 'added' | 'present' | 'conflicts'> {
  const added: PlannedServer[] = [];
  const present: ImportPlan['present'][number][] = [];
  const conflicts: ImportPlan['conflicts'][number][] = [];
  for (const server of request.contents.flatMap(({ servers }) => servers)) {
    const other = taken.get(server.name);
    if (other !== undefined && isSame(bare(other), bare(server.definition))) {
      present.push({ name: server.name, server });
      continue;
    }
    const isTaken = (name: string): boolean => taken.has(name);
    const name = other === undefined ? server.name : freeName(server.name, server.origin.client.id, isTaken);
    if (other !== undefined) {
      conflicts.push({ name: server.name, server, ...(request.onConflict === 'suffix' ? { becomes: name } : {}) });
      if (request.onConflict !== 'suffix') continue;
    }
    const isApproved = request.approved?.has(name) === true;
    const entry = isApproved ? { ...server.definition, [importedKey]: withConsent(server.definition) } : server.definition;
    taken.set(name, entry);
    added.push({ name, entry, server });
  }
  return { added, present, conflicts };
}

/** Says which settings have no effect any more: a sandbox that the client had, for example. */
function keptNotes({ definition }: ImportedServer): string[] {
  const mark = definition[importedKey];
  const fields = isJsonObject(mark) && isJsonObject(mark['fields']) ? Object.keys(mark['fields']) : [];
  return fields.length === 0 ? [] : [`kept under ${importedKey}, without effect: ${fields.join(', ')}`];
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
