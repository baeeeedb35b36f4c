import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { ToolrackError } from '@toolrack/contracts';

import type { CommandContext } from '../command-context.js';
import { readText } from '../config/read-configuration.js';
import { lineDifference } from '../migrate/line-difference.js';
import { migrateOpenclaw, type ConfigurationChange } from '../migrate/migrate-openclaw.js';
import { replaceFile } from '../migrate/replace-file.js';
import { UsageError } from '../usage-error.js';

/** What `toolrack migrate` takes. */
export interface MigrateOptions {
  readonly write: boolean;
  /** Replace the file at `out`. */
  readonly force?: boolean;
  /** Where the configuration made from Hermes' goes. */
  readonly out?: string | undefined;
}

/** `toolrack migrate openclaw|hermes FILE`: shows what would change; with `write` it does it and leaves a copy of what it replaces. */
export async function migrate(context: CommandContext, from: string, path: string, options: MigrateOptions): Promise<number> {
  if (from !== 'openclaw' && from !== 'hermes') {
    throw new UsageError(`there is nothing to migrate from "${from}"; it is openclaw or hermes`);
  }
  if (/\.[cm]?[jt]s$/u.test(path)) throw new UsageError(`${path} is a program; only files of data can be migrated`);
  if (from === 'hermes') {
    const { writeMigration } = await import('../migrate/hermes/write-migration.js');
    return writeMigration(context, resolve(path), options);
  }
  if (options.out !== undefined || options.force === true)
    throw new UsageError('--out and --force are for "migrate hermes"; openclaw changes the file itself');
  const file = resolve(path);
  const before = readExactText(file);
  const { text, changes, notes } = migrateOpenclaw(file, before);
  const backup = options.write && changes.length > 0 ? write(file, text) : undefined;
  if (context.isJson) {
    context.terminal.printJson({ file, changes, notes, written: backup !== undefined, ...(backup === undefined ? {} : { backup }) });
    return 0;
  }
  if (changes.length === 0) {
    context.terminal.print(`${file}: nothing to migrate.\n${notes.map((note) => `${note}\n`).join('')}`);
    return 0;
  }
  context.terminal.print(
    `${file}\n\n${lineDifference(before, text)}\n${changes.map(words).join('')}${notes.map((note) => `${note}\n`).join('')}`,
  );
  const end = backup === undefined ? 'Nothing was written. Add --write to change the file.' : `Written. The old file is ${backup}`;
  context.terminal.print(`\n${end}\n`);
  return 0;
}

function words({ path, before, after, reason }: ConfigurationChange): string {
  const from = before === undefined ? 'absent' : JSON.stringify(before);
  const what = after === undefined ? 'removed' : `${from} → ${JSON.stringify(after)}`;
  return `${path}: ${what} (${reason})\n`;
}

/** The text, when it says all that the file holds: other bytes than UTF-8 would be lost on the way back. */
function readExactText(file: string): string {
  const text = readText(file);
  if (text.includes('\uFFFD') && !readFileSync(file).equals(Buffer.from(text)))
    throw new ToolrackError('ERR_CONFIG_FILE', `${file} is not written in UTF-8. Save it as UTF-8 first.`);
  return text;
}

function write(file: string, text: string): string {
  try {
    return replaceFile(file, text);
  } catch (error) {
    throw new ToolrackError('ERR_CONFIG_FILE', `Cannot write ${file}: ${(error as Error).message}`, { cause: error });
  }
}
