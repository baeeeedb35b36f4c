import type { Runtime, Scope } from '@toolrack/contracts';
import { serveHttp, serveStdio } from '@toolrack/gateway';

import { bootRuntime } from '../boot-runtime.js';
import type { CommandContext } from '../command-context.js';
import type { Configuration } from '../config/configuration.js';
import { loadConfiguration } from '../config/load-configuration.js';
import { gatewayOptions, tlsFiles } from '../serve/gateway-block.js';
import { LiveRuntime } from '../serve/live-runtime.js';
import { ServedTls } from '../serve/served-tls.js';
import type { TlsFiles } from '../serve/tls-files.js';
import { UsageError } from '../usage-error.js';
import { version } from '../version.js';

/** A client waits for the handshake, so a slow server is not waited for long; its tools come with a change of the list. */
const discoveryTimeoutMs = 4_000;
/** Clients and model providers refuse requests with more tools. */
const maxTools = 128;

/** What `serve` takes. */
export interface ServeOptions {
  readonly scope: Scope;
  /** `HOST:PORT`; standard input and output when absent. */
  readonly http: string | undefined;
  /** Bearer token that clients need over HTTP, from the environment so that no list of processes shows it. */
  readonly token: string | undefined;
  /** Applies a changed configuration while serving. */
  readonly watch: boolean;
  /** Starts from the tools that servers had at their last start. */
  readonly cache: boolean;
  /** PEM files for HTTPS; wins over the configuration. */
  readonly tls: TlsFiles | undefined;
}

/** `toolrack serve`: an MCP server in front of the configuration, until its client leaves or the process is told to stop. */
export async function serve(context: CommandContext, options: ServeOptions): Promise<number> {
  const address = options.http === undefined ? undefined : parseAddress(options.http);
  const load = (): Promise<Configuration> =>
    loadConfiguration({ file: context.configurationFile, keepsTools: options.cache, handsOver: options.watch, asksClient: true });
  const configuration = await load();
  if (options.watch && !isReadAgain(configuration.file)) {
    throw new UsageError(`--watch needs a JSON or YAML configuration: Node.js keeps the module ${configuration.file} once it is loaded`);
  }
  const { approvalTerminal } = await import('@toolrack/approval-terminal');
  const boot = async (given: Configuration): Promise<Runtime> => {
    const names = new Set(given.plugins.map((plugin) => plugin.name));
    const plugins = address === undefined || names.has('@toolrack/approval-terminal') ? [] : [approvalTerminal()];
    const booted = await bootRuntime(given, { plugins, logger: context.logger, limits: { discoveryTimeoutMs, maxTools } });
    booted.events.on('catalog:limited', ({ limit, moved }) => {
      const more = moved.length > 10 ? ` and ${moved.length - 10} more` : '';
      context.logger.warn(
        `at most ${limit} tools are shown directly, so search finds these instead: ${moved.slice(0, 10).join(', ')}${more}`,
      );
    });
    return booted;
  };
  const files = address === undefined ? undefined : tlsFiles(configuration.gateway, configuration.file, options.tls);
  // Before anything is started: a wrong file is told at once.
  const tls = files === undefined ? undefined : new ServedTls(files, context.logger);
  const runtime = await boot(configuration);
  const { scope } = options;
  const note = (text: string): void => (context.isJson ? context.logger.info(text) : context.terminal.note(text));
  const live = new LiveRuntime(runtime, configuration, { load, boot, scope, mostWaitMs: discoveryTimeoutMs, logger: context.logger, note });
  try {
    const gateway = { ...gatewayOptions(configuration.gateway), scope, version, logger: context.logger };
    if (address === undefined) {
      const handle = serveStdio(runtime, { ...gateway, stdout: context.output.stream });
      if (options.watch) live.watch(handle);
      await Promise.race([handle.closed, aborted(context.signal)]);
      await handle.close();
    } else {
      const tokens = [...(gateway.tokens ?? []), ...(options.token === undefined ? [] : [{ token: options.token, scope }])];
      const handle = await serveHttp(runtime, { ...gateway, ...address, tokens, ...(tls === undefined ? {} : { tls: tls.pair }) });
      if (options.watch) {
        live.watch(handle);
        tls?.watch(handle, note);
      }
      if (context.isJson) context.terminal.printJson({ url: handle.url });
      else context.terminal.note(`Serving ${configuration.file} at ${handle.url} (Ctrl-C stops)`);
      await aborted(context.signal);
      await handle.close();
    }
  } finally {
    tls?.close();
    await live.close();
  }
  return 0;
}

function isReadAgain(file: string): boolean {
  return !/\.[cm]?[jt]s$/u.test(file);
}

/** `127.0.0.1:8808`, `[::1]:8808`, `:8808` or `8808`. Throws `UsageError`. */
export function parseAddress(text: string): { readonly host: string; readonly port: number } {
  const match = /^(?:(?<host>\[[0-9A-Fa-f:.]+\]|[^:[\]]*):)?(?<port>\d{1,5})$/u.exec(text);
  const port = Number(match?.groups?.['port'] ?? NaN);
  if (!(port <= 65_535)) throw new UsageError(`--http ${JSON.stringify(text)} is no HOST:PORT, for example 127.0.0.1:8808`);
  const host = (match?.groups?.['host'] ?? '').replace(/^\[|\]$/gu, '');
  return { host: host === '' ? '127.0.0.1' : host, port };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
