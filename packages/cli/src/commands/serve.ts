import type { Scope } from '@toolrack/contracts';
import { serveHttp, serveStdio, type GatewayOptions } from '@toolrack/gateway';

import { bootRuntime } from '../boot-runtime.js';
import type { CommandContext } from '../command-context.js';
import { loadConfiguration } from '../config/load-configuration.js';
import { disposeRuntime } from '../dispose-runtime.js';
import { UsageError } from '../usage-error.js';
import { version } from '../version.js';

/** A client waits for the handshake, so a slow server is not waited for long; its tools come with a change of the list. */
const discoveryTimeoutMs = 4_000;

/** What `serve` takes. */
export interface ServeOptions {
  readonly scope: Scope;
  /** `HOST:PORT`; standard input and output when absent. */
  readonly http: string | undefined;
  /** Bearer token that clients need over HTTP, from the environment so that no list of processes shows it. */
  readonly token: string | undefined;
}

/** `toolrack serve`: an MCP server in front of the configuration, until its client leaves or the process is told to stop. */
export async function serve(context: CommandContext, options: ServeOptions): Promise<number> {
  const address = options.http === undefined ? undefined : parseAddress(options.http);
  const configuration = await loadConfiguration({ file: context.configurationFile });
  const { approvalTerminal } = await import('@toolrack/approval-terminal');
  const plugins = address === undefined ? [] : [approvalTerminal()];
  const names = new Set(configuration.plugins.map((plugin) => plugin.name));
  const runtime = await bootRuntime(configuration, {
    plugins: plugins.filter((plugin) => !names.has(plugin.name)),
    logger: context.logger,
    limits: { discoveryTimeoutMs },
  });
  const gateway: GatewayOptions = { scope: options.scope, version, logger: context.logger };
  try {
    if (address === undefined) {
      const handle = serveStdio(runtime, { ...gateway, stdout: context.output.stream });
      await Promise.race([handle.closed, aborted(context.signal)]);
      await handle.close();
    } else {
      const tokens = options.token === undefined ? [] : [{ token: options.token, scope: options.scope }];
      const handle = await serveHttp(runtime, { ...gateway, ...address, tokens });
      if (context.isJson) context.terminal.printJson({ url: handle.url });
      else context.terminal.note(`Serving ${configuration.file} at ${handle.url} (Ctrl-C stops)`);
      await aborted(context.signal);
      await handle.close();
    }
  } finally {
    await disposeRuntime(runtime, context.logger);
  }
  return 0;
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
