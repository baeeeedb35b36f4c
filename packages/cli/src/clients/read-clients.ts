import { existsSync, readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';

import {
  clientNamed,
  companionText,
  existingFiles,
  findClient,
  readClientFile,
  type ClientDialect,
  type ClientFileContent,
  type ClientHost,
  type ReadOptions,
} from '@toolrack/client-config';
import { ToolrackError } from '@toolrack/contracts';

/** Which files are read. */
export interface ClientSource {
  /** A client's name or a file. */
  readonly source: string;
  /** `--client`: whose file it is. */
  readonly client: string | undefined;
}

/** Reads a client's file, or all files of a client that are there. Throws `ERR_CONFIG_FILE` or `ERR_CONFIG_VALUE` that says where was looked. */
export function readClients({ source, client }: ClientSource, options: Omit<ReadOptions, 'client'>): ClientFileContent[] {
  const file = resolve(options.host.folder, source);
  const named = client === undefined ? undefined : clientNamed(client);
  if (existsSync(file) && statSync(file).isFile()) return [readFile(file, named, options)];
  const found = findClient(source);
  if (found === undefined) {
    // Something that looks like a path is one.
    if (/[./\\]/u.test(source)) throw new ToolrackError('ERR_CONFIG_FILE', `The file ${file} does not exist.`);
    clientNamed(source);
  }
  const dialect = found as ClientDialect;
  const files = existingFiles(dialect, options.host);
  if (files.length === 0) throw nothingThere(dialect, options.host);
  return files.map(({ path }) => readFile(path, dialect, options));
}

function readFile(file: string, client: ClientDialect | undefined, options: Omit<ReadOptions, 'client'>): ClientFileContent {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new ToolrackError('ERR_CONFIG_FILE', `Cannot read ${file}: ${(error as Error).message}`, { cause: error });
  }
  return readClientFile(file, text, { companion: companionText, ...options, ...(client === undefined ? {} : { client }) });
}

function nothingThere(client: ClientDialect, host: ClientHost): ToolrackError {
  const places = client.files(host).map(({ path }) => `\n  ${path}`);
  return new ToolrackError('ERR_CONFIG_FILE', `${client.title} has no configuration here. Looked at:${places.join('')}`, {
    hint: 'Name the file itself if it is elsewhere.',
  });
}
