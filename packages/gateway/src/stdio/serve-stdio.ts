import type { Readable, Writable } from 'node:stream';
import type { Server } from '@modelcontextprotocol/server';
import { serveStdio as serveConnection } from '@modelcontextprotocol/server/stdio';
import type { Runtime } from '@toolrack/contracts';
import { ScopeContent } from '../content/scope-content.js';
import { announceContent } from '../mcp/announce-content.js';
import { createServer } from '../mcp/create-server.js';
import type { GatewayHandle, GatewayOptions } from '../options.js';
import { newQuestions } from '../peer/questions.js';
import { poolLimits, RunPool } from '../runs/run-pool.js';
import { PinnedRuns } from '../runs/run-supplier.js';
import { within } from '../util/time.js';
import { guardStdout } from './guarded-stdout.js';
import { LineTransport } from './line-transport.js';

/** Options of `serveStdio`. */
export interface ServeStdioOptions extends GatewayOptions {
  /** Default: the process's standard input. */
  readonly stdin?: Readable;
  /** Default: the process's standard output, from which everything but the protocol is then kept away until the end. */
  readonly stdout?: Writable;
  /** Longest message in bytes (10 MiB). */
  readonly maxMessageBytes?: number;
}

/** A served stdio connection. */
export interface StdioHandle extends GatewayHandle {
  /** Resolves when the connection has ended, whoever ended it, and its runs with it. */
  readonly closed: Promise<void>;
}

/** Serves the runtime to the one client at the other end of standard input and output, in whichever protocol era it opens with. */
export function serveStdio(runtime: Runtime, options: ServeStdioOptions = {}): StdioHandle {
  const guard = options.stdout === undefined ? guardStdout() : undefined;
  const output = options.stdout ?? (guard as { stream: Writable }).stream;
  const drainTimeoutMs = options.drainTimeoutMs ?? 5_000;
  const pool = new RunPool(runtime, poolLimits(options), options.logger);
  const runs = pool.scope(options.scope ?? {}, options.run);
  const pinned = new PinnedRuns(runs);
  const questions = newQuestions(options);
  const content = new ScopeContent(runs, { naming: options.contentNames ?? 'namespaced', logger: options.logger });
  const servers = new Set<Server>();
  const transport = new LineTransport(options.stdin ?? process.stdin, output, {
    maxMessageBytes: options.maxMessageBytes ?? 10 * 1024 * 1024,
    drainTimeoutMs,
  });
  const connection = serveConnection(
    async ({ era }) => {
      const { server, dispose } = await createServer({ runs: pinned, content, questions: { ...questions, era } }, options);
      servers.add(server);
      server.onclose = () => {
        servers.delete(server);
        dispose();
      };
      return server;
    },
    { transport, onerror: (error) => options.logger?.debug('A message was not served.', { reason: error.message }) },
  );
  const stopWatching = runs.onListChanged((fingerprint) => {
    if (!pinned.isOutdatedBy(fingerprint)) return;
    // In the 2026 era the library passes it on only to a client that has subscribed to it.
    for (const server of servers) server.sendToolListChanged().catch(() => undefined);
  });

  content.onChanged((what) => {
    for (const server of servers) announceContent(server, what);
  });

  const closed = transport.finished.then(async () => {
    stopWatching();
    content.close();
    questions.held.close();
    pinned.close();
    await pool.close();
    guard?.restore();
  });
  const close = async (): Promise<void> => {
    transport.stopReading();
    questions.held.closeWaiting();
    if (!(await within(transport.finished, drainTimeoutMs))) {
      // Ended runs answer their calls as interrupted, which is better than silence.
      await pool.close();
      await within(transport.finished, 500);
    }
    await connection.close();
    await closed;
  };
  let closing: Promise<void> | undefined;
  return {
    closed,
    close: () => (closing ??= close()),
    swap: (next) => {
      const done = pool.swap(next);
      pinned.unpin();
      return done;
    },
  };
}
