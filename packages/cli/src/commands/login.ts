import { createInterface } from 'node:readline';

import type { SignInPage, SignInResult } from '@toolrack/source-mcp';

import type { CommandContext } from '../command-context.js';
import { openInBrowser } from '../terminal/open-in-browser.js';
import { remoteServerOptions } from './remote-server-options.js';

/** What `toolrack login` is asked for. */
export interface LoginOptions {
  /** Scopes besides those that the server names. */
  readonly scopes: readonly string[];
  readonly opensBrowser: boolean;
  readonly timeoutMs: number;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** `toolrack login SERVER`: signs a person in at a remote server and keeps the tokens; running processes find them at their next call. */
export async function login(context: CommandContext, server: string, options: LoginOptions): Promise<number> {
  const { terminal } = context;
  const servers = await remoteServerOptions(context, server);
  const { signIn } = await import('@toolrack/source-mcp');
  let stopReading = (): void => undefined;
  try {
    const result = await signIn(servers, server, {
      scopes: options.scopes,
      signal: AbortSignal.any([context.signal, AbortSignal.timeout(options.timeoutMs)]),
      onPage: async (page) => {
        const isOpened = options.opensBrowser && (await openInBrowser(page.address, options.environment));
        terminal.note(instructions(server, page, isOpened));
        stopReading = readAddresses(page, (line) => terminal.note(line));
      },
    });
    if (context.isJson) terminal.printJson(result);
    else terminal.print(summary(result));
    if (result.accepted) return 0;
    terminal.note(`The server refuses the new token all the same. Its operator may have to give you rights.`);
    return 1;
  } finally {
    stopReading();
  }
}

function instructions(server: string, page: SignInPage, isOpened: boolean): string {
  const scope = page.scope === undefined ? '' : `It asks for: ${page.scope}\n`;
  const first = isOpened ? 'Your browser shows the sign-in page. If it does not, open' : 'Open this address in a browser to sign in';
  return (
    `Signing in at "${server}" with ${page.issuer}.\n${scope}${first}:\n\n  ${page.address}\n\n` +
    `Waiting for ${page.redirectUri}. If the browser is on another machine, paste the address that it ends at here.`
  );
}

/** Takes pasted addresses from standard input, as long as somebody may write there. */
function readAddresses(page: SignInPage, note: (line: string) => void): () => void {
  const reader = createInterface({ input: process.stdin });
  reader.on('line', (line) => {
    if (line.trim() === '' || page.paste(line)) return;
    note('That is not the address that this sign-in ends at. Copy all of it, from "http" to the end.');
  });
  return () => {
    reader.close();
    process.stdin.pause();
  };
}

function summary(result: SignInResult): string {
  const rights = result.scope === undefined ? '' : `\n  rights: ${result.scope}`;
  const ends = result.expiresAt === undefined ? '' : ` until ${new Date(result.expiresAt).toISOString()}`;
  const life = result.renewable ? 'renewed by itself' : `good${ends}, then sign in again`;
  return `Signed in at "${result.server}" (${result.resource}).${rights}\n  token: ${life}\n`;
}
