import { existsSync } from 'node:fs';

import { planDisconnect, readTextFile, undoWrite, writeTextFile, type ClientDialect } from '@toolrack/client-config';
import { ToolrackError } from '@toolrack/contracts';

import type { CommandContext } from '../command-context.js';

/** Gives a client's file its old bytes back, or takes the gateway's entry out when the file has changed since. Throws `ERR_CONFIG_FILE` when it has none. */
export function undoConnect(context: CommandContext, client: ClientDialect, files: readonly string[], name: string): number {
  const file = files.find((path) => existsSync(path) && planDisconnect(client, path, readTextFile(path), name) !== readTextFile(path));
  if (file === undefined) {
    throw new ToolrackError(
      'ERR_CONFIG_FILE',
      `${client.title} has no server "${name}" in ${files.join(' or ')}, so there is nothing to undo.`,
    );
  }
  const result = undoWrite(file);
  if (result.kind === 'changed') writeTextFile(file, planDisconnect(client, file, readTextFile(file), name));
  if (context.isJson) {
    context.terminal.printJson({ client: client.id, file, undone: result.kind === 'changed' ? 'entry removed' : result.kind });
    return 0;
  }
  const said = {
    restored: `${file} has its old bytes again.`,
    deleted: `${file} was made by connect and is gone again.`,
    changed: `${file} has changed since, so only the entry "${name}" was taken out.`,
  };
  context.terminal.note(said[result.kind]);
  if (result.kind === 'changed' && result.copies.length > 0)
    context.terminal.note(`What was there before is in ${result.copies.join(', ')}.`);
  return 0;
}
