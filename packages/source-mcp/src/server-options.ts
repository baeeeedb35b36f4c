import type { Trust } from '@toolrack/contracts';
import type { AuthorizationOptions, TokenStoreOptions } from './authorization/authorization-settings.js';

/** `lazy`: at the first call; `eager`: in the background as soon as its tools are wanted. */
export type StartMode = 'eager' | 'lazy';

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
  /** When a server whose tools are known from `cacheFolder` starts; default `start` of the plugin. */
  readonly start?: StartMode;
  /**
   * Further values that are hidden in everything that the server sends and that is said about it, besides those of `env`, `headers`, `args`, `url` and
   * the tokens of a sign-in that are secrets.
   */
  readonly secrets?: readonly string[];
  /** Longest message of the server, in bytes; a longer one is a failed call. Default `maxResultBytes` of the plugin. */
  readonly maxResultBytes?: number;
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
  /** Hosts that may be connected to for this server although they are private; adds to `allowHosts` of the plugin. */
  readonly allowHosts?: readonly string[];
  /** How to sign in there (`toolrack login`); false never does. Without effect when `headers` has an `Authorization`. */
  readonly authorization?: AuthorizationOptions | false;
  /** How to talk to it; default: `stdio` for a command, Streamable HTTP with a fall back to SSE for an address. */
  readonly type?: 'http' | 'streamable-http' | 'sse' | 'stdio';
}

/** Options of `mcpSource`. */
export interface McpSourceOptions {
  /** Servers by name, in the shape of `mcpServers`. */
  readonly servers: Readonly<Record<string, McpServerOptions>>;
  /**
   * Folder that relative paths are meant from: programs that begin with `./` or `../`, `cwd`, `cacheFolder` and the folder of the tokens. Servers
   * without a `cwd` run there. Default: the folder of the process.
   */
  readonly baseDirectory?: string;
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
  /** Folder that keeps the tools last listed by each server from one start to the next; without it nothing is kept. */
  readonly cacheFolder?: string;
  /**
   * A name under which the runtimes of this process hand the tools of their servers on to each other: one that takes over knows at once what the one
   * before was told, also without `cacheFolder`. Only for runtimes of one configuration.
   */
  readonly handOver?: string;
  /** Default of `start` (`lazy`). */
  readonly start?: StartMode;
  /**
   * Tell servers that the client behind a call can be asked (elicitation, sampling, roots), as it can behind `toolrack serve` (false). A server
   * of a revision before 2026-07-28 may show more tools then; later revisions are told with each call.
   */
  readonly clientQuestions?: boolean;
  /** Default of `maxResultBytes` (10,485,760). */
  readonly maxResultBytes?: number;
  /**
   * Hosts that may be connected to wherever they are: names, `*.suffix`, addresses, networks (`10.0.0.0/8`). Everything that resolves to
   * a private or local address is refused otherwise, but for a `url` that names such a host literally.
   */
  readonly allowHosts?: readonly string[];
  /** Values that are hidden in what any server sends, like `secrets` of a server. */
  readonly secrets?: readonly string[];
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
  readonly start: StartMode;
  readonly clientQuestions: boolean;
  readonly maxResultBytes: number;
  /** Values of the operator to hide. */
  readonly secrets: readonly string[];
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
        /** Hosts that are allowed wherever they are. */
        readonly allowHosts: readonly string[];
        /** How to sign in; absent when the credentials are in the headers or no sign-in is wanted. */
        readonly authorization?: AuthorizationOptions;
      };
}
