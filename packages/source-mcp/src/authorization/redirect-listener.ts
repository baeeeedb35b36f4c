import { timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AuthorizationError } from './authorization-error.js';

/** Where a sign-in comes back to when the configuration does not say. */
const defaultRedirect = 'http://127.0.0.1/callback';

/** Waits on this machine for the browser to come back from the authorization server. */
export class RedirectListener {
  private constructor(
    /** The redirect address with the port that is really listened on. */
    readonly redirectUri: string,
    private readonly servers: readonly Server[],
    private readonly answered: Promise<URLSearchParams>,
    private readonly take: (parameters: URLSearchParams) => void,
    private readonly state: string,
  ) {}

  /** Listens on the loopback addresses only. Rejects with an `AuthorizationError` when a fixed port is taken. */
  static async open(redirect: string | undefined, state: string): Promise<RedirectListener> {
    const wanted = new URL(redirect ?? defaultRedirect);
    let take: (parameters: URLSearchParams) => void = () => undefined;
    const answered = new Promise<URLSearchParams>((resolve) => (take = resolve));
    const host = wanted.hostname.replace(/^\[|\]$/g, '');
    // A browser may reach "localhost" at either address.
    const [first = '127.0.0.1', ...others] = host.endsWith('localhost') ? ['127.0.0.1', '::1'] : [host];
    const serve = (): Server => createServer((request, response) => answer(request.url ?? '/', wanted.pathname, state, take, response));
    const server = await listen(serve(), first, Number(wanted.port));
    const { port } = server.address() as AddressInfo;
    const more = await Promise.all(others.map((other) => listen(serve(), other, port).catch(() => undefined)));
    wanted.port = String(port);
    const servers = [server, ...more.filter((entry) => entry !== undefined)];
    return new RedirectListener(wanted.href, servers, answered, take, state);
  }

  /** The parameters that the browser came back with, checked for the state and for nothing else. */
  async wait(signal: AbortSignal): Promise<URLSearchParams> {
    const aborted = new Promise<never>((_resolve, reject) => {
      const stop = (): void => reject(new AuthorizationError('temporary', 'nobody came back from the sign-in page in time'));
      if (signal.aborted) stop();
      else signal.addEventListener('abort', stop, { once: true });
    });
    return await Promise.race([this.answered, aborted]);
  }

  /** Takes the address that a browser elsewhere was sent to. False when it is not the answer that is waited for. */
  paste(text: string): boolean {
    const address = text.trim();
    if (!URL.canParse(address)) return false;
    const parameters = new URL(address).searchParams;
    if (!hasState(parameters, this.state)) return false;
    this.take(parameters);
    return true;
  }

  async close(): Promise<void> {
    await Promise.all(
      this.servers.map(async (server) => {
        server.closeIdleConnections();
        server.close();
        // The page may still be on its way to the browser.
        const timer = setTimeout(() => server.closeAllConnections(), 500);
        await once(server, 'close');
        clearTimeout(timer);
      }),
    );
  }
}

async function listen(server: Server, host: string, port: number): Promise<Server> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
    return server;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const what = code === 'EADDRINUSE' ? `port ${port} of this machine is taken` : `${host}:${port} cannot be listened on (${code})`;
    throw new AuthorizationError('refused', what, { hint: 'End what listens there, or change "redirectUri".', cause: error });
  }
}

function answer(target: string, path: string, state: string, take: (parameters: URLSearchParams) => void, response: ServerResponse): void {
  const url = new URL(target, 'http://127.0.0.1');
  if (url.pathname !== path) return page(response, 404, 'Nothing is here.');
  // Anybody on this machine can ask; whoever does not know the state changes nothing.
  if (!hasState(url.searchParams, state)) return page(response, 400, 'This is not the sign-in that Toolrack waits for.');
  const isRefused = url.searchParams.has('error');
  page(response, 200, isRefused ? 'The sign-in was refused. The terminal says more.' : 'Toolrack has the answer. You can close this page.');
  take(url.searchParams);
}

function page(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    connection: 'close',
  });
  response.end(`<!doctype html><title>Toolrack</title><p>${text}</p>\n`);
}

function hasState(parameters: URLSearchParams, state: string): boolean {
  const given = Buffer.from(parameters.get('state') ?? '');
  const wanted = Buffer.from(state);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
