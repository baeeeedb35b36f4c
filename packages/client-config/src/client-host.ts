import { homedir } from 'node:os';
import { posix, win32 } from 'node:path';

/** The machine and project that client files are looked for on; injected, so that tests need no home folder of their own. */
export interface ClientHost {
  /** As `process.platform`. */
  readonly platform: string;
  readonly home: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The project's folder. */
  readonly folder: string;
}

/** This machine, with `folder` as the project. */
export function currentHost(folder: string, environment: ClientHost['environment'] = process.env): ClientHost {
  // HOME counts on every platform, so that a test or a second profile can stand beside the real one.
  return { platform: process.platform, home: environment['HOME'] || homedir(), environment, folder };
}

/** Joins with the separators of the host's platform. */
export function joinPath(host: ClientHost, ...parts: string[]): string {
  return (host.platform === 'win32' ? win32 : posix).join(...parts);
}

/** `%APPDATA%`, `~/Library/Application Support`, or `$XDG_CONFIG_HOME` (`~/.config`). */
export function applicationFolder(host: ClientHost): string {
  if (host.platform === 'win32') return host.environment['APPDATA'] || joinPath(host, host.home, 'AppData', 'Roaming');
  if (host.platform === 'darwin') return joinPath(host, host.home, 'Library', 'Application Support');
  return configFolder(host);
}

/** `$XDG_CONFIG_HOME`, else `~/.config`: where programs of the command line keep their settings, on macOS too. */
export function configFolder(host: ClientHost): string {
  return host.environment['XDG_CONFIG_HOME'] || joinPath(host, host.home, '.config');
}
