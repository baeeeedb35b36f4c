import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

import { reasonOf } from '@toolrack/contracts';

import { UsageError } from './usage-error.js';

/** Writes a file that the user named, whole or not at all, with the folders that it lies in. Rejects with `UsageError` where it cannot be written. */
export async function writeOutput(file: string, content: string | Uint8Array): Promise<void> {
  const path = resolve(file);
  const draft = `${path}.${process.pid}.tmp`;
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(draft, content);
    await rename(draft, path);
  } catch (error) {
    throw new UsageError(`${path} cannot be written: ${reasonOf(error)}`);
  }
}
