import { isJsonObject, type JsonObject, type JsonValue } from '@toolrack/contracts';
import { stringify } from 'smol-toml';

import type { ClientHost } from '../client-host.js';
import { clients } from '../clients/index.js';
import { isSame, parseDocumentText } from '../formats/edit-document.js';
import { jsonFormat } from '../formats/json-format.js';
import { tomlFormat } from '../formats/toml-format.js';
import { planImport } from './plan-import.js';
import { readClientFile, type ClientFileContent, type ImportedServer } from './read-client-file.js';
import { VariableTable } from './variable-table.js';

const host: ClientHost = { platform: 'linux', home: '/home/ada', environment: {}, folder: '/work/shop' };

type Path = readonly string[];

/** A value for each key that some client knows, usable or not, so that every client meets its own keys and those of others. */
const usual: JsonObject = {
  args: ['-y', 'server'],
  cwd: '/srv',
  disabled: true,
  timeout: 7,
  startup_timeout_sec: 3,
  startup_timeout_ms: 4000,
  tool_timeout_sec: 9,
  connectionTimeout: 5000,
  env_vars: ['REGION'],
  env_keys: ['REGION'],
  bearer_token_env_var: 'TOKEN',
  env_http_headers: { 'X-User': 'WHO' },
  http_headers: { 'X-Region': 'eu' },
  headers: { 'X-Zone': 'b' },
  requestOptions: { headers: { 'X-Kind': 'c' }, timeout: 3, verifySsl: false },
  enabled_tools: ['read', 'write'],
  disabled_tools: ['write'],
  includeTools: ['read', 'write'],
  excludeTools: ['write'],
  available_tools: ['read', 'write'],
  disabledTools: ['write'],
  tools: { search: { approval_mode: 'prompt' }, list: { approval_mode: 'approve' }, find: { approval_mode: 'auto', output: 3 } },
  default_tools_approval_mode: 'auto',
  autoApprove: ['read'],
  alwaysAllow: ['read'],
  trust: true,
  oauth: { scopes: ['a'] },
  sandboxEnabled: true,
  description: 'words',
  required: true,
  envFile: '.env',
};

const variants: readonly [what: string, change: JsonObject][] = [
  ['with usual values', {}],
  ['that asks about all tools', { default_tools_approval_mode: 'prompt' }],
  [
    'with lists that are none',
    { enabled_tools: ['a', 3], disabled_tools: 'a', includeTools: [true], excludeTools: {}, disabledTools: [7], available_tools: [1] },
  ],
  ['with times that are none', { timeout: '7', startup_timeout_sec: -1, tool_timeout_sec: 0, connectionTimeout: '5' }],
  ['with variables that are none', { env_vars: [1], env_keys: 'A', bearer_token_env_var: 3, env_http_headers: { 'X-User': 4 } }],
  ['with switches that are none', { disabled: 'true', enabled: 0, tools: { search: 'prompt', list: {} } }],
];

/** Ways to say what is started or reached. */
const ends: readonly [what: string, entry: JsonObject][] = [
  ['program', { command: 'npx', env: { LEVEL: 'info' } }],
  ['address', { url: 'https://x.example/mcp', env: { LEVEL: 'info' } }],
  ['nested program', { command: { path: 'npx', args: ['a'], env: { LEVEL: 'info' }, timeout: 60 }, env: { OTHER: 'x' } }],
  ['program of Goose', { cmd: 'npx', envs: { LEVEL: 'info' }, type: 'stdio' }],
  ['program of OpenCode', { command: ['npx', 'a'], environment: { LEVEL: 'info' }, type: 'local' }],
  ['address of Goose', { uri: 'https://x.example/mcp', type: 'streamable_http' }],
  ['two addresses', { httpUrl: 'https://x.example/mcp', url: 'https://y.example/sse' }],
];

/** Says nothing about what Toolrack does: what a client calls an entry, or the transport that Toolrack would take anyway. */
const silent = ['type', 'transport', 'source', 'name', 'bundled', 'gallery', 'sourceFile', 'faviconUrl'];

describe.each(clients.map((client) => [client.id, client] as const))('what is said of a file of %s', (_id, client) => {
  const cases = ends.flatMap(([end, entry], index) =>
    // What is unusual does not depend on where the program or the address stands.
    (index < 2 ? variants : variants.slice(0, 1)).map(([what, change]) => [end, what, { ...usual, ...entry, ...change }] as const),
  );

  it.each(cases)('agrees with what is written, for a %s %s', (_end, _what, entry) => {
    const content = contentOf(entry);
    if (content === undefined) return;
    const plan = planImport({ file: 't', text: '', format: jsonFormat, contents: [content] });
    const { effect, fields } = outcomeOf(content);
    expect(parseDocumentText(jsonFormat, 't', plan.after)).toMatchObject({ mcpServers: { one: effect['definition'] } });
    expect(plan.rules).toEqual(effect['rules']);
    for (const path of leaves(entry)) {
      if (silent.includes(path[0] as string)) continue;
      const kept = valueAt(fields, path) !== undefined;
      const other = contentOf(without(entry, path));
      const counts = other === undefined || !isSame(outcomeOf(other).effect, effect);
      // Exactly one of both: it has an effect, or it is kept and said to have none.
      expect({ path: path.join('.'), kept, counts }).toEqual({ path: path.join('.'), kept: !counts, counts });
    }
    const said = plan.notes.flatMap((note) => /without effect: (.*)$/u.exec(note)?.[1]?.split(', ') ?? []);
    expect(said.sort()).toEqual(Object.keys(fields).sort());
  });

  function contentOf(given: JsonObject): ClientFileContent | undefined {
    const { path, isList } = client.connect.container({});
    const servers = isList === true ? [{ ...given, name: 'one' }] : { one: given };
    const value = path.reduceRight<JsonValue>((inner, key) => ({ [key]: inner }), servers) as JsonObject;
    // JSON is YAML, too.
    const text = client.format === tomlFormat ? stringify(value) : JSON.stringify(value);
    const content = readClientFile('f', text, { client, host, target: '/work/shop' });
    return content.servers.length === 0 ? undefined : content;
  }
});

/** What an import of one server goes by, and what it only keeps. */
function outcomeOf({ servers: [server] }: ClientFileContent): { readonly effect: JsonObject; readonly fields: JsonObject } {
  const { definition, rules } = server as ImportedServer;
  const { 'x-imported': mark, ...entry } = definition(new VariableTable());
  const fields = isJsonObject(mark) && isJsonObject(mark['fields']) ? mark['fields'] : {};
  return { effect: { definition: entry, rules: rules('one') }, fields };
}

/** Paths of everything that is no object, and of the objects that are empty. */
function leaves(value: JsonObject, above: Path = []): Path[] {
  return Object.entries(value).flatMap(([key, child]) => {
    const path = [...above, key];
    return isJsonObject(child) && Object.keys(child).length > 0 ? leaves(child, path) : isNothing(child) ? [] : [path];
  });
}

/** A file may lose it. */
function isNothing(value: JsonValue | undefined): boolean {
  return value === null || value === undefined || (typeof value === 'object' && Object.keys(value).length === 0);
}

function without(value: JsonObject, [key, ...rest]: Path): JsonObject {
  const entries = Object.entries(value).filter(([name]) => name !== key);
  if (rest.length === 0) return Object.fromEntries(entries);
  return { ...value, [key as string]: without(value[key as string] as JsonObject, rest) };
}

function valueAt(value: JsonValue | undefined, path: Path): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>((inner, key) => (isJsonObject(inner) ? inner[key] : undefined), value);
}
