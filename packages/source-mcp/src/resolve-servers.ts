import { resolve } from 'node:path';
import { ToolrackError } from '@toolrack/contracts';
import { checkAuthorization } from './authorization/authorization-settings.js';
import { HostRules } from './network/host-rules.js';
import type { McpServerOptions, McpSourceOptions, ServerDefinition } from './server-options.js';

/**
 * Fills in the defaults of every enabled server. Throws `ERR_PLUGIN_OPTIONS` that names the server and the key when a
 * combination makes no sense; the schema has checked the types before.
 */
export function resolveServers(options: McpSourceOptions): readonly ServerDefinition[] {
  return Object.entries(options.servers)
    .filter(([, server]) => server.disabled !== true)
    .map(([name, server]) => resolveServer(name, server, options));
}

function resolveServer(name: string, server: McpServerOptions, options: McpSourceOptions): ServerDefinition {
  if (name.includes(':')) {
    throw new ToolrackError(
      'ERR_PLUGIN_OPTIONS',
      `The server name ${JSON.stringify(name)} may not hold a colon: ids of tools are told apart by colons.`,
      {
        plugin: '@toolrack/source-mcp',
        fields: { server: name },
        hint: 'Rename the server; "label" takes any text.',
      },
    );
  }
  const timeoutMs = server.timeoutMs ?? options.timeoutMs ?? 60_000;
  return {
    name,
    ...(server.label === undefined ? {} : { label: server.label }),
    trust: server.trust ?? options.defaultTrust ?? 'untrusted',
    timeoutMs,
    startTimeoutMs: server.startTimeoutMs ?? options.startTimeoutMs ?? 30_000,
    maxCallMs: Math.max(timeoutMs, options.maxCallMs ?? 600_000),
    backoffMs: options.backoffMs ?? 1_000,
    maxBackoffMs: options.maxBackoffMs ?? 60_000,
    changeDebounceMs: options.changeDebounceMs ?? 200,
    start: server.start ?? options.start ?? 'lazy',
    clientQuestions: options.clientQuestions ?? false,
    maxResultBytes: server.maxResultBytes ?? options.maxResultBytes ?? 10 * 1024 * 1024,
    secrets: [...(options.secrets ?? []), ...(server.secrets ?? [])],
    endpoint: resolveEndpoint(name, server, options),
  };
}

function resolveEndpoint(name: string, server: McpServerOptions, options: McpSourceOptions): ServerDefinition['endpoint'] {
  if ((server.command === undefined) === (server.url === undefined)) {
    throw invalid(name, 'needs exactly one of "command" (a program to start) and "url" (an address to reach)');
  }
  if (server.command !== undefined) {
    if (server.type !== undefined && server.type !== 'stdio') {
      throw invalid(name, `has a "command", so its "type" cannot be "${server.type}"; leave "type" out`);
    }
    if (server.headers !== undefined) throw invalid(name, 'has a "command", so "headers" have no meaning; use "env"');
    if (server.allowHosts !== undefined) throw invalid(name, 'has a "command", so "allowHosts" has no meaning');
    if (server.authorization !== undefined) throw invalid(name, 'has a "command", so "authorization" has no meaning; use "env"');
    return {
      type: 'stdio',
      ...placeProgram(server.command, server.cwd, options.baseDirectory),
      args: server.args ?? [],
      env: server.env ?? {},
    };
  }
  for (const key of ['args', 'env', 'cwd'] as const) {
    if (server[key] !== undefined) throw invalid(name, `has a "url", so "${key}" has no meaning`);
  }
  if (server.type === 'stdio') throw invalid(name, 'has a "url", so its "type" cannot be "stdio"');
  const address = resolveAddress(name, server.url ?? '', server.headers ?? {});
  const hasCredentials = Object.keys(address.headers).some((key) => key.toLowerCase() === 'authorization');
  const authorization = checkAuthorization(name, server.authorization || {});
  return {
    type: server.type === 'sse' ? 'sse' : 'http',
    ...address,
    fallback: server.type === undefined,
    allowHosts: readHosts(name, [...(options.allowHosts ?? []), ...(server.allowHosts ?? [])]),
    ...(hasCredentials || server.authorization === false ? {} : { authorization }),
  };
}

/** Relative programs and folders are meant from the base folder, and that is where a server runs. Its arguments are its own affair. */
function placeProgram(command: string, cwd: string | undefined, base: string | undefined): { command: string; cwd?: string } {
  if (base === undefined) return { command, ...(cwd === undefined ? {} : { cwd }) };
  return { command: /^\.\.?[/\\]/u.test(command) ? resolve(base, command) : command, cwd: resolve(base, cwd ?? '.') };
}

function readHosts(name: string, hosts: readonly string[]): readonly string[] {
  try {
    new HostRules(hosts);
    return hosts;
  } catch (error) {
    throw invalid(name, `has an "allowHosts" that cannot be read: ${(error as Error).message}`);
  }
}

/** Moves a user and password from the address to a header: `fetch` refuses such addresses and repeats them in its error. */
function resolveAddress(
  name: string,
  text: string,
  headers: Readonly<Record<string, string>>,
): { readonly url: URL; readonly headers: Readonly<Record<string, string>> } {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw invalid(name, 'has a "url" that is not an http or https address');
  }
  try {
    new Headers(headers);
  } catch {
    throw invalid(name, 'has a header whose name or value cannot be sent; look for line breaks and other control characters');
  }
  if (url.username === '' && url.password === '') return { url, headers };
  const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  url.username = '';
  url.password = '';
  const given = Object.keys(headers).some((key) => key.toLowerCase() === 'authorization');
  return {
    url,
    headers: given ? headers : { ...headers, Authorization: `Basic ${Buffer.from(credentials).toString('base64')}` },
  };
}

function invalid(name: string, problem: string): ToolrackError {
  return new ToolrackError('ERR_PLUGIN_OPTIONS', `@toolrack/source-mcp: server "${name}" ${problem}.`, {
    plugin: '@toolrack/source-mcp',
    fields: { server: name, path: `/servers/${name.replaceAll('~', '~0').replaceAll('/', '~1')}` },
  });
}
