import { isJsonObject, type JsonObject } from '@toolrack/contracts';

import { didYouMean } from '../../config/did-you-mean.js';
import { formatKeyPath } from '../../config/key-path.js';
import { argumentsOf, millisecondsOf, switchOf, textOf } from './hermes-values.js';
import type { Report } from './migration-note.js';
import { serverRules } from './server-rules.js';

/** One migrated server: its entry of `mcpServers` and the rules of the policy that it needs. */
export interface MigratedServer {
  readonly server: JsonObject;
  readonly rules: readonly JsonObject[];
}

/** Keys that Toolrack has nothing for, and what to know about each. */
const withoutCounterpart: Readonly<Record<string, string>> = {
  ssl_verify: 'certificates are always checked; NODE_EXTRA_CA_CERTS names a file with further authorities',
  client_cert: 'client certificates cannot be configured',
  client_key: 'client certificates cannot be configured',
  protocol: 'both eras of the protocol are tried by themselves',
  supports_parallel_tool_calls: 'the host says it: plannerFacts(run.entries, ["mcp:<server>"]) of @toolrack/surface-hermes',
  skip_preflight: 'there is no probe to skip',
  keepalive_interval: 'connections are not pinged',
  idle_timeout_seconds: 'servers run until the end',
  max_lifetime_seconds: 'servers run until the end',
  lifecycle: 'servers run until the end',
  auth: 'servers say themselves that they want a sign-in; "toolrack login <server>" does it',
  oauth: 'its settings belong into "authorization"; "toolrack login <server>" signs in',
  sampling: 'requests of a server to the model are answered by the client behind the gateway, if any',
  elicitation: 'questions of a server are answered by the client behind the gateway, if any',
  defer: 'every tool of a server is deferred; a run can pin names with directNames',
};

const local = ['args', 'env', 'cwd'];
const remote = ['headers', 'transport'];
const readKeys = [...['command', 'url', 'enabled', 'timeout', 'connect_timeout', 'label', 'trust', 'tools'], ...local, ...remote];

/** Turns one entry of `mcp_servers` into one of `mcpServers`; `undefined` when it has neither a command nor a URL. */
export function migrateServer(name: string, given: JsonObject, path: readonly string[], report: Report): MigratedServer | undefined {
  const at = (key: string): string => formatKeyPath([...path, key]);
  const [command, url] = [filled(given['command']), filled(given['url'])];
  if (command === undefined && url === undefined) {
    report({ path: formatKeyPath(path), outcome: 'left out', reason: 'it has neither a command nor a url' });
    return undefined;
  }
  const isRemote = url !== undefined;
  if (isRemote && command !== undefined) report({ path: at('command'), outcome: 'left out', reason: 'the server has a url' });
  for (const key of isRemote ? local : remote) {
    if (given[key] !== undefined)
      report({ path: at(key), outcome: 'left out', reason: `it has no meaning beside "${isRemote ? 'url' : 'command'}"` });
  }
  for (const key of Object.keys(given)) {
    if (readKeys.includes(key)) continue;
    const reason = Object.hasOwn(withoutCounterpart, key) ? withoutCounterpart[key] : `unknown key.${didYouMean(key, readKeys)}`;
    report({ path: at(key), outcome: 'left out', ...(reason === undefined ? {} : { reason }) });
  }
  const endpoint = isRemote ? remoteEndpoint(given, url, at, report) : localEndpoint(given, command as string, at, report);
  return { server: { ...endpoint, ...commonKeys(given, at, report) }, rules: serverRules(name, given, at, report) };
}

type At = (key: string) => string;

/** Text that is more than blanks. */
function filled(value: unknown): string | undefined {
  const text = textOf(value)?.trim() ?? '';
  return text === '' ? undefined : text;
}

function localEndpoint(given: JsonObject, command: string, at: At, report: Report): JsonObject {
  const cwd = filled(given['cwd']);
  const server: Record<string, unknown> = { command };
  if (given['args'] !== undefined && given['args'] !== null) {
    const list = argumentsOf(given['args']);
    if (list === undefined) report({ path: at('args'), outcome: 'left out', reason: 'it is no list of texts; write it by hand' });
    else server['args'] = list;
  }
  return { ...server, ...textsOf(given, 'env', at, report), ...(cwd === undefined ? {} : { cwd }) };
}

function remoteEndpoint(given: JsonObject, url: string, at: At, report: Report): JsonObject {
  const transport = textOf(given['transport'])?.trim().toLowerCase().replaceAll('_', '-');
  const type = transport === 'sse' ? 'sse' : transport === undefined ? undefined : 'http';
  if (type === 'http' && !['http', 'streamable-http'].includes(transport ?? '')) {
    report({ path: at('transport'), outcome: 'note', reason: 'it is not known, so it became "type": "http"' });
  } else if (type !== undefined) report({ path: at('transport'), outcome: 'moved', to: 'type' });
  return { url, ...(type === undefined ? {} : { type }), ...textsOf(given, 'headers', at, report) };
}

/** Numbers and booleans become text, as variables and headers are. */
function textsOf(given: JsonObject, key: string, at: At, report: Report): JsonObject {
  const block = given[key];
  if (block === undefined || block === null) return {};
  if (!isJsonObject(block)) {
    report({ path: at(key), outcome: 'left out', reason: 'it is no mapping of names to texts' });
    return {};
  }
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(block)) {
    const text = value === null ? '' : textOf(value);
    if (text === undefined) report({ path: `${at(key)}.${name}`, outcome: 'left out', reason: 'it is no text' });
    else texts[name] = text;
  }
  return { [key]: texts };
}

function commonKeys(given: JsonObject, at: At, report: Report): JsonObject {
  const server: Record<string, unknown> = {};
  for (const [key, to] of [
    ['timeout', 'timeoutMs'],
    ['connect_timeout', 'startTimeoutMs'],
  ] as const) {
    if (given[key] === undefined || given[key] === null) continue;
    const time = millisecondsOf(given[key]);
    if (time === undefined) report({ path: at(key), outcome: 'left out', reason: 'it is no number of seconds above 0' });
    else {
      server[to] = time;
      report({ path: at(key), outcome: 'moved', to, reason: 'milliseconds instead of seconds' });
    }
  }
  const enabled = given['enabled'];
  if (switchOf(enabled) === false) {
    server['disabled'] = true;
    report({ path: at('enabled'), outcome: 'moved', to: 'disabled' });
  } else if (enabled !== undefined && switchOf(enabled) === undefined) {
    report({ path: at('enabled'), outcome: 'left out', reason: 'it is neither true nor false, so the server stays on' });
  }
  const label = filled(given['label']);
  if (label !== undefined) server['label'] = label;
  return server as JsonObject;
}
