import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { reasonOf } from '@toolrack/contracts';

import type { ClientDialect, ClientFile } from './client-dialect.js';
import type { ClientHost } from './client-host.js';
import { clients } from './clients/index.js';
import { readTextFile } from './connect/file-backup.js';
import { readClientFile } from './import/read-client-file.js';

/** A client's file that is there, with the servers in it. */
export interface FoundClientFile extends ClientFile {
  readonly client: ClientDialect;
  /** Names of its servers that can be imported. */
  readonly servers: readonly string[];
  /** Servers that cannot, with the reason. */
  readonly skipped: readonly { readonly name: string; readonly reason: string }[];
  /** Why the file cannot be read. */
  readonly fault?: string;
}

/** The files of one client that are there, project first. */
export function existingFiles(client: ClientDialect, host: ClientHost): readonly ClientFile[] {
  return client
    .files(host)
    .flatMap((file) => (file.path.endsWith('*') ? inFolder(dirname(file.path), file.scope) : existsSync(file.path) ? [file] : []));
}

function inFolder(folder: string, scope: ClientFile['scope']): ClientFile[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => /\.(?:ya?ml|json)$/iu.test(name));
  return names.sort().map((name) => ({ path: join(folder, name), scope }));
}

/** Text of a file beside a client's own one, for `ReadOptions.companion`. */
export function companionText(path: string): string | undefined {
  return existsSync(path) ? readTextFile(path) : undefined;
}

/** The files of all clients on this machine and in this project that hold servers, or cannot be read. Starts nothing. */
export function findClientFiles(host: ClientHost, only: readonly ClientDialect[] = clients): FoundClientFile[] {
  return only.flatMap((client) => existingFiles(client, host).flatMap((file) => look(client, file, host)));
}

function look(client: ClientDialect, file: ClientFile, host: ClientHost): FoundClientFile[] {
  try {
    const content = readClientFile(file.path, readFileSync(file.path, 'utf8'), {
      client,
      host,
      target: host.folder,
      companion: companionText,
    });
    if (content.servers.length + content.skipped.length === 0) return [];
    return [{ ...file, client, servers: content.servers.map(({ name }) => name), skipped: content.skipped }];
  } catch (error) {
    return [{ ...file, client, servers: [], skipped: [], fault: reasonOf(error) }];
  }
}
