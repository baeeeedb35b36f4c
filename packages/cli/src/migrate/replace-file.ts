import { constants, copyFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';

/**
 * Replaces a file's content at once, with a copy of the old one beside it (`FILE.bak`, or the next free `FILE.bak.N`), and gives the
 * path of the copy. A link is followed; the file's mode is kept. When it throws, the file is as it was.
 */
export function replaceFile(path: string, text: string): string {
  const file = realpathSync(path);
  const { mode } = statSync(file);
  const backup = copyBeside(file);
  const fresh = `${file}.${process.pid}.new`;
  try {
    writeFileSync(fresh, text, { mode, flag: 'wx' });
    renameSync(fresh, file);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  }
  return backup;
}

function copyBeside(file: string): string {
  for (let number = 0; ; number += 1) {
    const backup = number === 0 ? `${file}.bak` : `${file}.bak.${number}`;
    try {
      copyFileSync(file, backup, constants.COPYFILE_EXCL);
      return backup;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}
