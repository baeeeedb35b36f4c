import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import { ToolrackError } from '@toolrack/contracts';

/** Names of a configuration file. A folder has at most one of them. */
export const configurationNames = [
  ...['toolrack.json', 'toolrack.yaml', 'toolrack.yml'],
  ...['toolrack.config.js', 'toolrack.config.mjs', 'toolrack.config.ts'],
] as const;

const example = '{ "mcpServers": { "everything": { "command": "npx", "args": ["-y", "@modelcontextprotocol/server-everything"] } } }';

/**
 * The configuration file to use, as an absolute path: `given` (relative to `folder`), else the variable TOOLRACK_CONFIG (for launchers that
 * take `--config` for themselves), else the nearest one in `folder` and the folders above. Throws `ERR_CONFIG_FILE` when there is none, or when one folder has several.
 */
export function findConfiguration(folder: string, given?: string): string {
  const named = given ?? (process.env['TOOLRACK_CONFIG'] || undefined);
  if (named !== undefined) return givenFile(resolve(folder, named));
  for (let current = resolve(folder); ; current = dirname(current)) {
    const found = inFolder(current);
    if (found !== undefined) return found;
    if (dirname(current) === current) break;
  }
  throw new ToolrackError(
    'ERR_CONFIG_FILE',
    `No toolrack.json in ${resolve(folder)} or a folder above it (and no toolrack.yaml). Create one, for example ${example}, or name a file with --config FILE.`,
  );
}

function givenFile(path: string): string {
  if (!existsSync(path)) {
    throw new ToolrackError('ERR_CONFIG_FILE', `The configuration file ${path} does not exist. Correct --config or TOOLRACK_CONFIG.`);
  }
  if (!statSync(path).isDirectory()) return path;
  const found = inFolder(path);
  if (found !== undefined) return found;
  throw new ToolrackError(
    'ERR_CONFIG_FILE',
    `The folder ${path} has no toolrack.json (or toolrack.yaml). Correct --config or TOOLRACK_CONFIG.`,
  );
}

function inFolder(folder: string): string | undefined {
  const found = configurationNames.map((name) => join(folder, name)).filter((path) => existsSync(path));
  if (found.length > 1) {
    throw new ToolrackError(
      'ERR_CONFIG_FILE',
      `${folder} has several configurations (${found.map((path) => path.slice(folder.length + 1)).join(', ')}). Remove all but one, or choose with --config FILE.`,
    );
  }
  return found[0];
}
