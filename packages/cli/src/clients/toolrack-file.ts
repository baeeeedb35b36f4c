import { existsSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import { jsonFormat, readTextFile, yamlFormat, type DocumentFormat } from '@toolrack/client-config';
import { ToolrackError } from '@toolrack/contracts';

import { findConfiguration } from '../config/find-configuration.js';
import { replaceFile } from '../migrate/replace-file.js';

/** The configuration that servers are imported into. */
export interface ToolrackFile {
  /** Absolute path. */
  readonly path: string;
  readonly folder: string;
  readonly format: DocumentFormat;
  /** `""` when there is no file yet. */
  readonly text: string;
  readonly exists: boolean;
}

/** The configuration to write to: the one that the other commands would use, else `toolrack.json` in the current folder. Throws `ERR_CONFIG_FILE` for a program. */
export function openToolrackFile(given: string | undefined, folder: string): ToolrackFile {
  const path = target(given, folder);
  if (/\.[cm]?[jt]s$/u.test(path)) {
    throw new ToolrackError(
      'ERR_CONFIG_FILE',
      `${path} is a program, so servers cannot be written into it. Name a toolrack.json with --config FILE.`,
    );
  }
  const format = /\.ya?ml$/iu.test(path) ? yamlFormat : jsonFormat;
  return { path, folder: dirname(path), format, text: readTextFile(path), exists: existsSync(path) };
}

function target(given: string | undefined, folder: string): string {
  // A file that is named and does not exist yet is created.
  if (given !== undefined && /\.(?:json|ya?ml)$/iu.test(given) && !existsSync(given)) return resolve(folder, given);
  try {
    return findConfiguration(folder, given);
  } catch (error) {
    if (given !== undefined || !ToolrackError.is(error) || !error.message.startsWith('No toolrack.json')) throw error;
    return join(folder, 'toolrack.json');
  }
}

/** Writes the configuration at once; gives the path of the copy of the old one. A new one is for its owner alone, as secrets may follow. */
export function writeToolrackFile(file: ToolrackFile, text: string): string | undefined {
  if (file.exists) return replaceFile(file.path, text);
  writeFileSync(file.path, text, { flag: 'wx', mode: 0o600 });
  return undefined;
}
