import type { CommandContext } from '../command-context.js';
import { remoteServerOptions } from './remote-server-options.js';

/** `toolrack logout SERVER`: removes the kept tokens and asks the authorization server to take them back. */
export async function logout(context: CommandContext, server: string): Promise<number> {
  const servers = await remoteServerOptions(context, server);
  const { signOut } = await import('@toolrack/source-mcp');
  const result = await signOut(servers, server);
  if (context.isJson) {
    context.terminal.printJson(result);
    return 0;
  }
  if (!result.removed) context.terminal.print(`Nobody is signed in at "${server}".\n`);
  else if (result.revoked) context.terminal.print(`Signed out at "${server}"; the authorization server has taken the tokens back.\n`);
  else
    context.terminal.print(
      `Signed out at "${server}". The authorization server did not take the tokens back: they may stay good until they end.\n`,
    );
  return 0;
}
