import { ToolrackError, type JsonObject, type Trust } from '@toolrack/contracts';
import {
  authorizationSchema,
  checkAuthorization,
  tokenStoreSchema,
  type AuthorizationOptions,
  type TokenStoreOptions,
} from './authorization/authorization-settings.js';

/** Settings that every server of the configuration may have. */
export interface CommonServerOptions {
  /** What this server's tools are claimed to be; default `defaultTrust` of the plugin. */
  readonly trust?: Trust;
  /** Longest time one call may go without an answer or a progress report, in milliseconds. */
  readonly timeoutMs?: number;
  /** Longest time for starting the server, and again for its first list, in milliseconds. */
  readonly startTimeoutMs?: number;
  /** Leaves the server out. */
  readonly disabled?: boolean;
  /** Name to show instead of the server's key. */
  readonly label?: string;
}

/** One entry of `mcpServers`: a program to start or an address to reach. */
export interface McpServerOptions extends CommonServerOptions {
  /** Program that speaks MCP over its standard input and output. */
  readonly command?: string;
  readonly args?: readonly string[];
  /** Variables for the program, on top of the few safe ones (`PATH`, `HOME`, …); nothing else is inherited. */
  readonly env?: Readonly<Record<string, string>>;
  /** Working directory of the program. */
  readonly cwd?: string;
  /** Address of a remote server. */
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** How to sign in there (`toolrack login`); false never does. Without effect when `headers` has an `Authorization`. */
  readonly authorization?: AuthorizationOptions | false;
  /** How to talk to it; default: `stdio` for a command, Streamable HTTP with a fall back to SSE for an address. */
  readonly type?: 'http' | 'streamable-http' | 'sse' | 'stdio';
}

/** Options of `mcpSource`. */
export interface McpSourceOptions {
  /** Servers by name, in the shape of `mcpServers`. */
  readonly servers: Readonly<Record<string, McpServerOptions>>;
  /** Trust of servers that do not say (`untrusted`). */
  readonly defaultTrust?: Trust;
  /** Default of `timeoutMs` (60,000). */
  readonly timeoutMs?: number;
  /** Default of `startTimeoutMs` (30,000). */
  readonly startTimeoutMs?: number;
  /** Longest time one call may take however often it reports progress, in milliseconds (600,000, at least `timeoutMs`). */
  readonly maxCallMs?: number;
  /** First pause after a failed start, in milliseconds (1,000); it doubles up to `maxBackoffMs`. */
  readonly backoffMs?: number;
  /** Longest pause between two starts of a failing server, in milliseconds (60,000). */
  readonly maxBackoffMs?: number;
  /** How long changes of a server's list are gathered before it is listed again, in milliseconds (200). */
  readonly changeDebounceMs?: number;
  /** Servers that start at the same time (8). */
  readonly concurrentStarts?: number;
  /** Where the tokens of signed-in servers are kept. */
  readonly tokens?: TokenStoreOptions;
}

/** A server with every default filled in. */
export interface ServerDefinition {
  readonly name: string;
  readonly label?: string;
  readonly trust: Trust;
  readonly timeoutMs: number;
  readonly startTimeoutMs: number;
  readonly maxCallMs: number;
  readonly backoffMs: number;
  readonly maxBackoffMs: number;
  readonly changeDebounceMs: number;
  readonly endpoint:
    | {
        readonly type: 'stdio';
        readonly command: string;
        readonly args: readonly string[];
        readonly env: Readonly<Record<string, string>>;
        readonly cwd?: string;
      }
    | {
        readonly type: 'http' | 'sse';
        readonly url: URL;
        readonly headers: Readonly<Record<string, string>>;
        /** Try the older SSE transport when the address does not speak Streamable HTTP. */
        readonly fallback: boolean;
        /** How to sign in; absent when the credentials are in the headers or no sign-in is wanted. */
        readonly authorization?: AuthorizationOptions;
      };
}

const milliseconds: JsonObject = { type: 'integer', minimum: 1, maximum: 2_147_483_647 };
const trust: JsonObject = { enum: ['trusted', 'untrusted'] };
const texts: JsonObject = { type: 'object', additionalProperties: { type: 'string' } };

const serverSchema: JsonObject = {
  type: 'object',
  additionalProperties: false,
  properties: {
    command: { type: 'string', minLength: 1, description: 'Program that speaks MCP over stdio.' },
    args: { type: 'array', items: { type: 'string' } },
    env: { ...texts, description: 'Variables for the program; nothing else but a few safe ones is inherited.' },
    cwd: { type: 'string', minLength: 1 },
    url: { type: 'string', minLength: 1, description: 'Address of a remote server.' },
    headers: texts,
    authorization: authorizationSchema,
    type: { enum: ['http', 'streamable-http', 'sse', 'stdio'] },
    trust,
    timeoutMs: milliseconds,
    startTimeoutMs: milliseconds,
    disabled: { type: 'boolean' },
    label: { type: 'string', minLength: 1 },
  },
};

/** JSON Schema of `McpSourceOptions`. */
export const mcpSourceOptionsSchema: JsonObject = {
  type: 'object',
  additionalProperties: false,
  required: ['servers'],
  properties: {
    servers: { type: 'object', propertyNames: { minLength: 1 }, additionalProperties: serverSchema },
    defaultTrust: trust,
    timeoutMs: milliseconds,
    startTimeoutMs: milliseconds,
    maxCallMs: milliseconds,
    backoffMs: milliseconds,
    maxBackoffMs: milliseconds,
    changeDebounceMs: milliseconds,
    concurrentStarts: { type: 'integer', minimum: 1 },
    tokens: tokenStoreSchema,
  },
};

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
    endpoint: resolveEndpoint(name, server),
  };
}

function resolveEndpoint(name: string, server: McpServerOptions): ServerDefinition['endpoint'] {
  if ((server.command === undefined) === (server.url === undefined)) {
    throw invalid(name, 'needs exactly one of "command" (a program to start) and "url" (an address to reach)');
  }
  if (server.command !== undefined) {
    if (server.type !== undefined && server.type !== 'stdio') {
      throw invalid(name, `has a "command", so its "type" cannot be "${server.type}"; leave "type" out`);
    }
    if (server.headers !== undefined) throw invalid(name, 'has a "command", so "headers" have no meaning; use "env"');
    if (server.authorization !== undefined) throw invalid(name, 'has a "command", so "authorization" has no meaning; use "env"');
    return {
      type: 'stdio',
      command: server.command,
      args: server.args ?? [],
      env: server.env ?? {},
      ...(server.cwd === undefined ? {} : { cwd: server.cwd }),
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
    ...(hasCredentials || server.authorization === false ? {} : { authorization }),
  };
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
