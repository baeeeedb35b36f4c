import { existsSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { ToolrackError } from '@toolrack/contracts';

import type { CommandContext } from '../../command-context.js';
import { parseConfiguration, readText } from '../../config/read-configuration.js';
import { UsageError } from '../../usage-error.js';
import { lineDifference } from '../line-difference.js';
import { replaceFile } from '../replace-file.js';
import { maskSecrets } from './clear-secrets.js';
import { migrateHermes } from './migrate-hermes.js';
import type { MigrationNote } from './migration-note.js';

/** Where and whether the result is written. */
export interface WriteOptions {
  readonly write: boolean;
  readonly force?: boolean;
  readonly out?: string | undefined;
}

/**
 * Shows the `toolrack.json` that a configuration of Hermes Agent becomes, secrets in clear text masked, and writes it when asked to: to
 * a new file that only its owner can read, or with `force` in the place of an old one, of which a copy stays.
 */
export async function writeMigration(context: CommandContext, file: string, options: WriteOptions): Promise<number> {
  const target = resolve(options.out ?? 'toolrack.json');
  if (!/\.jsonc?$/iu.test(target)) throw new UsageError(`--out ${target}: the result is JSON; give a name that ends in .json`);
  const { value } = await parseConfiguration(file, readText(file));
  const { configuration, notes } = migrateHermes(value);
  const isThere = existsSync(target);
  const text = toText(configuration);
  const isSame = isThere && readText(target) === text;
  if (options.write && isThere && !isSame && options.force !== true) {
    const hint = 'Add --force to replace it (a copy stays), or name another file with --out FILE.';
    throw new ToolrackError('ERR_CONFIG_FILE', `${target} exists already; nothing was written. ${hint}`);
  }
  const backup = options.write && !isSame ? put(target, text, isThere) : undefined;
  const shown = maskSecrets(configuration);
  if (context.isJson) {
    const written = options.write && !isSame;
    context.terminal.printJson({ file, target, configuration: shown, notes, written, ...(backup === undefined ? {} : { backup }) });
    return 0;
  }
  const preview = isThere && !isSame ? lineDifference(maskedText(target), toText(shown)) : toText(shown);
  context.terminal.print(`${file} → ${target}\n\n${preview}\n${notes.map(words).join('')}\n`);
  context.terminal.print(`${ending(options, { isThere, isSame, backup })}\n`);
  return 0;
}

function toText(configuration: object): string {
  return `${JSON.stringify(configuration, undefined, 2)}\n`;
}

/** The file that is to be replaced, as far as it can be shown: one that is not ours to read may hold secrets anywhere. */
function maskedText(target: string): string {
  try {
    return toText(maskSecrets(JSON.parse(readText(target)) as Parameters<typeof maskSecrets>[0]));
  } catch {
    return '(a file that is no plain JSON)\n';
  }
}

function words({ path, outcome, to, reason }: MigrationNote): string {
  const what = outcome === 'moved' ? (to === undefined ? 'moved' : `→ ${to}`) : outcome === 'left out' ? 'left out' : 'note';
  return `${path}: ${what}${reason === undefined ? '' : ` (${reason})`}\n`;
}

function ending(options: WriteOptions, state: { isThere: boolean; isSame: boolean; backup: string | undefined }): string {
  if (state.isSame) return 'The file is like that already.';
  if (options.write) return state.backup === undefined ? 'Written.' : `Written. The old file is ${state.backup}`;
  return `Nothing was written. Add --write to write the file${state.isThere ? ', and --force to replace the one that is there' : ''}.`;
}

function put(target: string, text: string, isThere: boolean): string | undefined {
  try {
    if (isThere) return replaceFile(target, text);
    writeFileSync(target, text, { mode: 0o600, flag: 'wx' });
    return undefined;
  } catch (error) {
    throw new ToolrackError('ERR_CONFIG_FILE', `Cannot write ${target}: ${(error as Error).message}`, { cause: error });
  }
}
