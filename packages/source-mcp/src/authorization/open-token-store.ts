import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { TokenStoreOptions } from './authorization-settings.js';
import { SystemKeychain } from './keychain.js';
import { StoreKeys } from './store-key.js';
import { TokenStore } from './token-store.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** The token store that the options (a folder relative to `baseDirectory`) and the environment name. Nothing is read, made or asked for before it is used. */
export function openTokenStore(options: TokenStoreOptions = {}, baseDirectory = '.', environment: Environment = process.env): TokenStore {
  const given = options.directory === undefined ? undefined : resolve(baseDirectory, options.directory);
  const named = given ?? environment['TOOLRACK_TOKEN_DIRECTORY'];
  const directory = named === undefined || named === '' ? defaultDirectory(environment) : resolve(named);
  const keys = new StoreKeys({
    directory,
    preference: options.key ?? 'auto',
    keychain: new SystemKeychain(),
    variable: environment['TOOLRACK_TOKEN_KEY'],
  });
  return new TokenStore(directory, keys);
}

/** The user's folder for data of programs, by the conventions of each operating system. */
function defaultDirectory(environment: Environment): string {
  if (process.platform === 'win32') return join(environment['LOCALAPPDATA'] ?? join(homedir(), 'AppData', 'Local'), 'toolrack', 'tokens');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'toolrack', 'tokens');
  const data = environment['XDG_DATA_HOME'];
  return join(data === undefined || !data.startsWith('/') ? join(homedir(), '.local', 'share') : data, 'toolrack', 'tokens');
}
