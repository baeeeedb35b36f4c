import type { Logger, RunRequest, Runtime, Scope } from '@toolrack/contracts';
import type { ContentNaming } from './content/content-lists.js';

export type { ContentNaming } from './content/content-lists.js';

/** What every run of a gateway may be given besides its scope. */
export type RunDefaults = Pick<RunRequest, 'contextWindow' | 'model' | 'directNames' | 'allow' | 'host'>;

/** Options that both transports share. Durations are milliseconds. */
export interface GatewayOptions {
  /** Whose catalog clients see that bring no token of their own (`{}`). */
  readonly scope?: Scope;
  /** Given to every run, for example pinned tools in `directNames` (`{}`). */
  readonly run?: RunDefaults;
  /**
   * Names and addresses of resources and prompts: `namespaced` begins each with its source, `original` keeps those of the sources where
   * no two are alike (`namespaced`).
   */
  readonly contentNames?: ContentNaming;
  /** Name that clients see (`toolrack`). */
  readonly name?: string;
  /** Version that clients see (that of this package). */
  readonly version?: string;
  /** Text in front of the directory in the server's instructions (none). */
  readonly instructions?: string;
  /** Receives lines for operators; never secrets, arguments or results (silent). */
  readonly logger?: Logger;
  /** Age after which a shared run is renewed in the background although nothing reported a change (30,000). */
  readonly maxRunAgeMs?: number;
  /** How long a request waits for the renewal of a stale catalog before it is served from the old one (2,000). */
  readonly refreshWaitMs?: number;
  /** How long a question of a tool to the client (elicitation, sampling, roots) may wait for its answer (600,000). */
  readonly questionTimeoutMs?: number;
  /** How long running calls may go on after `close` or, over stdio, after standard input has ended (5,000). */
  readonly drainTimeoutMs?: number;
}

/** What both handles can do. */
export interface GatewayHandle {
  /** Stops listening, lets running calls end within `drainTimeoutMs`, ends the others and all runs. Never rejects; later calls wait for the first. */
  close(): Promise<void>;
  /**
   * Serves another runtime from the next request on; running calls finish on the old one. Resolves when the old runtime is no
   * longer used, so that it can be disposed. The gateway never disposes a runtime itself.
   */
  swap(runtime: Runtime): Promise<void>;
}
