import { existsSync } from 'node:fs';

import {
  planDisconnect,
  readClientFile,
  readTextFile,
  undoWrite,
  writeTextFile,
  type ClientDialect,
  type ClientHost,
  type UndoResult,
} from '@toolrack/client-config';
import { ToolrackError } from '@toolrack/contracts';

import type { CommandContext } from '../command-context.js';

/** What is undone. */
export interface UndoRequest {
  readonly client: ClientDialect;
  readonly host: ClientHost;
  /** Files that may have the entry. */
  readonly files: readonly string[];
  /** Name of the entry. */
  readonly name: string;
}

/** Gives a client's file its old bytes back, or takes the gateway's entry out when the file has changed since. Throws `ERR_CONFIG_FILE` when it has none. */
export function undoConnect(context: CommandContext, { client, host, files, name }: UndoRequest): number {
  const file = files.find((path) => existsSync(path) && planDisconnect(client, path, readTextFile(path), name) !== readTextFile(path));
  if (file === undefined) {
    throw new ToolrackError(
      'ERR_CONFIG_FILE',
      `${client.title} has no server "${name}" in ${files.join(' or ')}, so there is nothing to undo.`,
    );
  }
  const serversOf = (path: string): string[] =>
    existsSync(path)
      ? readClientFile(path, readTextFile(path), { client, host, target: host.folder }).servers.map((server) => server.name)
      : [];
  const before = serversOf(file);
  const result = undoWrite(file);
  if (result.kind === 'changed') writeTextFile(file, planDisconnect(client, file, readTextFile(file), name));
  const after = serversOf(result.kind === 'changed' ? (result.copies.at(-1) ?? file) : file);
  // Only a take-over takes servers out of the file.
  const moved = after.filter((server) => !before.includes(server));
  if (context.isJson) {
    const undone = result.kind === 'changed' ? 'entry removed' : result.kind;
    context.terminal.printJson({ client: client.id, file, undone, ...(moved.length === 0 ? {} : { takenOver: moved }) });
    return 0;
  }
  for (const line of report({ file, name, result, moved })) context.terminal.note(line);
  return 0;
}

interface Undone {
  readonly file: string;
  readonly name: string;
  readonly result: UndoResult;
  readonly moved: readonly string[];
}

function report({ file, name, result, moved }: Undone): string[] {
  if (result.kind === 'deleted') return [`${file} was made by connect and is gone again.`];
  const names = moved.join(', ');
  if (result.kind !== 'changed') {
    const back = `The servers that were taken over are in it again: ${names}. They are in the configuration of Toolrack too; take them out there if nothing else uses them.`;
    return [`${file} has its old bytes again.`, ...(moved.length === 0 ? [] : [back])];
  }
  const copy = result.copies.at(-1);
  return [
    `${file} has changed since, so only the entry "${name}" was taken out.`,
    ...(copy === undefined ? [] : [`What was there before is in ${copy}.`]),
    ...(moved.length === 0
      ? []
      : [
          `The servers that were taken over are not in the file: ${names}. Copy them from there to have them in it again; Toolrack's configuration keeps them.`,
        ]),
  ];
}
