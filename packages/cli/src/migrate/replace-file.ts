import { chmodSync, existsSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';

/** A mode for copies, which may hold secrets. */
const privateMode = 0o600;

/**
 * Replaces a file's content at once, with a copy of the old one beside it, and gives the path of the copy: the first one is `FILE.bak` and is never
 * overwritten; later ones share `FILE.previous.bak`, so that there are two at most. A link is followed; the file's mode is kept; copies are
 * for their owner alone. When it throws, the file is as it was.
 */
export function replaceFile(path: string, text: string): string {
  const file = realpathSync(path);
  const mode = statSync(file).mode & 0o777;
  const backup = copyBeside(file);
  writeAtOnce(file, text, mode);
  return backup;
}

function copyBeside(file: string): string {
  const [first, previous] = [`${file}.bak`, `${file}.previous.bak`];
  const bytes = readFileSync(file);
  if (existsSync(first) && readFileSync(first).equals(bytes)) return first;
  const backup = existsSync(first) ? previous : first;
  writeAtOnce(backup, bytes, privateMode);
  return backup;
}

function writeAtOnce(file: string, content: string | Buffer, mode: number): void {
  const fresh = `${file}.${process.pid}.new`;
  try {
    writeFileSync(fresh, content, { mode: privateMode, flag: 'wx' });
    chmodSync(fresh, mode);
    renameSync(fresh, file);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  }
}
