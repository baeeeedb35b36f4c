import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { ToolrackError } from '@toolrack/contracts';

/** A mode for files that may hold secrets and for copies of them. */
const privateMode = 0o600;

/** Text of a file; `""` when there is none. Throws `ERR_CONFIG_FILE` for what is not UTF-8, as it could not be given back unchanged. */
export function readTextFile(file: string): string {
  if (!existsSync(file)) return '';
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    throw new ToolrackError('ERR_CONFIG_FILE', `Cannot read ${file}: ${(error as Error).message}`, { cause: error });
  }
  const text = bytes.toString('utf8');
  if (!Buffer.from(text, 'utf8').equals(bytes)) throw new ToolrackError('ERR_CONFIG_FILE', `${file}: is not a text in UTF-8.`);
  return text;
}

/**
 * Writes a file at once and keeps the bytes that were there in a copy beside it, whose name holds the digest of what is written: so an undo
 * knows without other notes whether the file has changed since. A link is followed, the mode is kept. Gives the path of the copy.
 */
export function writeWithBackup(file: string, text: string): string {
  const target = existsSync(file) ? realpathSync(file) : file;
  const bytes = Buffer.from(text, 'utf8');
  const isNew = !existsSync(target);
  const backup = backupPath(target, bytes, isNew);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(backup, isNew ? '' : readFileSync(target), { mode: privateMode });
  replace(target, bytes, isNew ? privateMode : statSync(target).mode & 0o777);
  return backup;
}

/** Writes a file at once, without a copy of what was there. A link is followed, the mode is kept. */
export function writeTextFile(file: string, text: string): void {
  const target = existsSync(file) ? realpathSync(file) : file;
  replace(target, Buffer.from(text, 'utf8'), existsSync(target) ? statSync(target).mode & 0o777 : privateMode);
}

/** What an undo did. `changed`: the file is not what was written, so nothing was done; `copies` are the copies beside it. */
export type UndoResult = { readonly kind: 'restored' | 'deleted' } | { readonly kind: 'changed'; readonly copies: readonly string[] };

/** Gives a file the exact bytes that it had before the last write, or deletes it when it was new. Only when it has not changed since. */
export function undoWrite(file: string): UndoResult {
  if (!existsSync(file)) return { kind: 'changed', copies: copiesOf(file) };
  const target = realpathSync(file);
  const bytes = readFileSync(target);
  const created = backupPath(target, bytes, true);
  const backup = backupPath(target, bytes, false);
  if (existsSync(backup)) {
    replace(target, readFileSync(backup), statSync(target).mode & 0o777);
    rmSync(backup);
    return { kind: 'restored' };
  }
  if (!existsSync(created)) return { kind: 'changed', copies: copiesOf(target) };
  rmSync(target);
  rmSync(created);
  return { kind: 'deleted' };
}

function backupPath(target: string, written: Buffer, isNew: boolean): string {
  const digest = createHash('sha256').update(written).digest('hex').slice(0, 16);
  return `${target}.toolrack-${digest}.${isNew ? 'new' : 'bak'}`;
}

function copiesOf(file: string): string[] {
  const folder = dirname(file);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.startsWith(`${basename(file)}.toolrack-`) && name.endsWith('.bak'))
    .map((name) => join(folder, name));
}

function replace(target: string, bytes: Buffer, mode: number): void {
  const fresh = `${target}.${process.pid}.new`;
  try {
    writeFileSync(fresh, bytes, { mode, flag: 'wx' });
    chmodSync(fresh, mode);
    renameSync(fresh, target);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  }
}
