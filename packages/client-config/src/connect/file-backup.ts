import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

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
 * Writes a file at once and keeps the bytes that it had before Toolrack's first write in a copy beside it, whose name holds the digest of what
 * is written: so an undo knows without other notes whether the file has changed since. A file that still holds what was written last keeps its
 * copy, which gets a new name; one that was changed by somebody else gets a new copy, and of the older ones only the first stays. A link is
 * followed, the mode is kept. Gives the path of the copy. Throws `ERR_CONFIG_FILE` for a file that is read-only, or that no longer holds `expected`.
 */
export function writeWithBackup(file: string, text: string, expected?: string): string {
  assertWritable(file);
  const target = targetOf(file);
  const bytes = Buffer.from(text, 'utf8');
  const before = existsSync(target) ? readFileSync(target) : undefined;
  if (expected !== undefined && !(before ?? Buffer.alloc(0)).equals(Buffer.from(expected, 'utf8')))
    throw new ToolrackError(
      'ERR_CONFIG_FILE',
      `${file} was changed by another program just now, so nothing was written. Run the command again.`,
    );
  const earlier = before === undefined ? undefined : [true, false].map((isNew) => backupPath(target, before, isNew)).find(existsSync);
  const backup = backupPath(target, bytes, earlier === undefined ? before === undefined : earlier.endsWith('.new'));
  mkdirSync(dirname(target), { recursive: true });
  if (earlier !== backup) {
    keepFirst(target, backup);
    writeFileSync(backup, earlier === undefined ? (before ?? '') : readFileSync(earlier), { mode: privateMode });
  }
  replace(target, bytes, before === undefined ? privateMode : statSync(target).mode & 0o777);
  if (earlier !== undefined && earlier !== backup) rmSync(earlier);
  for (const copy of copiesOf(target)) if (copy !== backup && copy !== firstCopy(target)) keepFirst(target, copy);
  return backup;
}

/** Throws for a file that somebody has made read-only: it could be replaced all the same, against what that says. */
export function assertWritable(file: string): void {
  if (!existsSync(file) || (statSync(file).mode & 0o222) !== 0) return;
  throw new ToolrackError('ERR_CONFIG_FILE', `${file} is read-only, so nothing was written. Make it writable first.`);
}

/** Where a file is written to: a link is followed, also to a file that is not there yet. */
function targetOf(file: string): string {
  let target = file;
  for (let links = 0; links < 40; links += 1) {
    if (existsSync(target)) return realpathSync(target);
    if (lstatSync(target, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return target;
    target = resolve(dirname(target), readlinkSync(target));
  }
  throw new ToolrackError('ERR_CONFIG_FILE', `${file} is a link that leads back to itself.`);
}

/** The copy of the oldest bytes, when there are newer ones. */
function firstCopy(target: string): string {
  return `${target}.toolrack-first.bak`;
}

/** Makes a copy the first one when there is none yet, else removes it. */
function keepFirst(target: string, copy: string): void {
  if (!existsSync(copy)) return;
  if (copy.endsWith('.bak') && !existsSync(firstCopy(target))) renameSync(copy, firstCopy(target));
  else rmSync(copy);
}

/** Writes a file at once, without a copy of what was there. A link is followed, the mode is kept. */
export function writeTextFile(file: string, text: string): void {
  assertWritable(file);
  const target = targetOf(file);
  replace(target, Buffer.from(text, 'utf8'), existsSync(target) ? statSync(target).mode & 0o777 : privateMode);
}

/** What an undo did. `changed`: the file is not what was written, so nothing was done; `copies` are the copies beside it. */
export type UndoResult = { readonly kind: 'restored' | 'deleted' } | { readonly kind: 'changed'; readonly copies: readonly string[] };

/** Gives a file the exact bytes that it had before Toolrack wrote to it, or deletes it when it was new. Only when it has not changed since. */
export function undoWrite(file: string): UndoResult {
  if (!existsSync(file)) return { kind: 'changed', copies: copiesOf(file).filter((name) => name.endsWith('.bak')) };
  assertWritable(file);
  const target = realpathSync(file);
  const bytes = readFileSync(target);
  const created = backupPath(target, bytes, true);
  const backup = backupPath(target, bytes, false);
  if (existsSync(backup)) {
    const old = readFileSync(backup);
    replace(target, old, statSync(target).mode & 0o777);
    rmSync(backup);
    const first = firstCopy(target);
    if (existsSync(first) && readFileSync(first).equals(old)) rmSync(first);
    return { kind: 'restored' };
  }
  if (!existsSync(created)) return { kind: 'changed', copies: copiesOf(target).filter((name) => name.endsWith('.bak')) };
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
    .filter((name) => name.startsWith(`${basename(file)}.toolrack-`) && /-(?:[\da-f]{16}|first)\.(?:bak|new)$/u.test(name))
    .map((name) => join(folder, name))
    .sort((left, right) => statSync(left).mtimeMs - statSync(right).mtimeMs);
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
