import type { ClientDialect, ClientFile } from '../client-dialect.js';
import type { ClientHost } from '../client-host.js';
import { existingFiles } from '../find-client-files.js';

/**
 * The files that the gateway can stand in, the one to write first: of each scope one that is there, else the first that the client would
 * read. `scope` narrows them to the project's or the user's; empty when the client has none there.
 */
export function connectFiles(client: ClientDialect, host: ClientHost, scope?: ClientFile['scope']): readonly ClientFile[] {
  const { scopes, file: pattern } = client.connect;
  const isWritable = ({ path }: ClientFile): boolean => !path.endsWith('*') && (pattern?.test(path) ?? true);
  const there = existingFiles(client, host).filter(isWritable);
  return scopes
    .filter((candidate) => scope === undefined || candidate === scope)
    .flatMap((candidate) => {
      const known = client.files(host).filter((file) => file.scope === candidate && isWritable(file));
      // What stands in a folder of many files is found there, not written there.
      const present = there.find((file) => file.scope === candidate && known.some(({ path }) => path === file.path));
      return present === undefined ? known.slice(0, 1) : [present];
    });
}
