import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

/** Where and whether the tools of servers are kept between two starts. */
export interface ServerCacheRequest {
  /** The configuration. */
  readonly file: string;
  /** Its key `mcp.cache`: a folder, or false for none. */
  readonly configured: string | false | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly platform?: NodeJS.Platform;
}

/**
 * The folder that keeps the tools of a configuration's servers, or `undefined` for none. By default one of its own for each configuration in
 * the user's cache folder (XDG Base Directory Specification; the usual places of macOS and Windows), since two configurations may start the
 * same server with other credentials.
 */
export function serverCacheFolder({ file, configured, environment, platform = process.platform }: ServerCacheRequest): string | undefined {
  if (configured === false) return undefined;
  if (configured !== undefined) return resolve(dirname(file), configured);
  const name = createHash('sha256').update(resolve(file)).digest('hex').slice(0, 32);
  return join(userCacheFolder(environment, platform), 'toolrack', 'servers', name);
}

function userCacheFolder(environment: ServerCacheRequest['environment'], platform: NodeJS.Platform): string {
  const { XDG_CACHE_HOME: xdg = '', LOCALAPPDATA: local = '' } = environment;
  // The specification has relative paths ignored.
  if (xdg !== '' && resolve(xdg) === xdg) return xdg;
  if (platform === 'darwin') return join(homedir(), 'Library', 'Caches');
  return platform === 'win32' && local !== '' ? local : join(homedir(), '.cache');
}
