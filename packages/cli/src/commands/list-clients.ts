import { currentHost, findClientFiles, type FoundClientFile } from '@toolrack/client-config';

import type { CommandContext } from '../command-context.js';
import { renderTable } from '../terminal/table.js';

/** `toolrack import` without a source: the files of clients on this machine and in this project, with their servers. Nothing is started. */
export function listClients(context: CommandContext, environment: Readonly<Record<string, string | undefined>>): Promise<number> {
  const found = findClientFiles(currentHost(process.cwd(), environment));
  if (context.isJson) {
    context.terminal.printJson({
      files: found.map(({ client, path, scope, servers, skipped, fault }) => ({
        client: client.id,
        path,
        scope,
        servers,
        skipped,
        ...(fault === undefined ? {} : { fault }),
      })),
    });
    return Promise.resolve(0);
  }
  const rows = found.map((file) => [file.client.id, file.scope, file.path, contentOf(file)]);
  context.terminal.print(renderTable(['CLIENT', 'FOR', 'FILE', 'SERVERS'], rows, context.terminal.width));
  context.terminal.note(
    found.length === 0
      ? 'No file of a known client has servers here. Name a file: toolrack import FILE'
      : 'See what would be taken over: toolrack import CLIENT (or FILE)',
  );
  return Promise.resolve(0);
}

function contentOf({ servers, skipped, fault }: FoundClientFile): string {
  if (fault !== undefined) return `cannot be read: ${fault}`;
  const left = skipped.map(({ name }) => `(${name})`);
  return [...servers, ...left].join(', ');
}
