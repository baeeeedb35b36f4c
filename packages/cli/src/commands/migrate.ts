import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { ToolrackError } from '@toolrack/contracts';

import type { CommandContext } from '../command-context.js';
import { lineDifference } from '../migrate/line-difference.js';
import { migrateOpenclaw, type ConfigurationChange } from '../migrate/migrate-openclaw.js';
import { replaceFile } from '../migrate/replace-file.js';
import { UsageError } from '../usage-error.js';

/** `toolrack migrate openclaw FILE`: shows what would change; with `write` it changes the file and leaves a copy of the old one. */
export async function migrate(context: CommandContext, from: string, path: string, options: { readonly write: boolean }): Promise<number> {
  if (from !== 'openclaw') throw new UsageError(`there is nothing to migrate from "${from}"; the one thing is openclaw`);
  if (/\.[cm]?[jt]s$/u.test(path)) throw new UsageError(`${path} is a program; only files of JSON with comments can be migrated`);
  const file = resolve(path);
  const before = read(file);
  const { text, changes } = migrateOpenclaw(file, before);
  const backup = options.write && changes.length > 0 ? write(file, text) : undefined;
  if (context.isJson) {
    context.terminal.printJson({ file, changes, written: backup !== undefined, ...(backup === undefined ? {} : { backup }) });
    return 0;
  }
  if (changes.length === 0) {
    context.terminal.print(`${file}: nothing to migrate.\n`);
    return 0;
  }
  context.terminal.print(`${file}\n\n${lineDifference(before, text)}\n${changes.map(words).join('')}`);
  const end = backup === undefined ? 'Nothing was written. Add --write to change the file.' : `Written. The old file is ${backup}`;
  context.terminal.print(`\n${end}\n`);
  return 0;
}

function words({ path, before, after, reason }: ConfigurationChange): string {
  const from = before === undefined ? 'absent' : JSON.stringify(before);
  const what = after === undefined ? 'removed' : `${from} → ${JSON.stringify(after)}`;
  return `${path}: ${what} (${reason})\n`;
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new ToolrackError('ERR_CONFIG_FILE', `Cannot read ${file}: ${(error as Error).message}`, { cause: error });
  }
}

function write(file: string, text: string): string {
  try {
    return replaceFile(file, text);
  } catch (error) {
    throw new ToolrackError('ERR_CONFIG_FILE', `Cannot write ${file}: ${(error as Error).message}`, { cause: error });
  }
}
