import { readFileSync } from 'node:fs';

import { ToolrackError } from '@toolrack/contracts';

import { parseJsonConfiguration, type ConfigurationDocument } from './read-json-configuration.js';

/** Reads and parses a configuration file, YAML by its name and JSON otherwise. Rejects with `ERR_CONFIG_FILE` that names the place of the first fault. */
export async function readConfiguration(file: string): Promise<ConfigurationDocument> {
  return parseConfiguration(file, readText(file));
}

/** Parses the text of a configuration file, YAML by the file's name and JSON otherwise. Rejects as `readConfiguration` does. */
export async function parseConfiguration(file: string, text: string): Promise<ConfigurationDocument> {
  const plain = text.replace(/^\uFEFF/u, '');
  if (!isYaml(file)) return parseJsonConfiguration(file, plain);
  const { parseYamlConfiguration } = await import('./read-yaml-configuration.js');
  return parseYamlConfiguration(file, plain);
}

/** The text of a file. Throws `ERR_CONFIG_FILE`. */
export function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new ToolrackError('ERR_CONFIG_FILE', `Cannot read ${file}: ${(error as Error).message}`, { cause: error });
  }
}

function isYaml(file: string): boolean {
  return /\.ya?ml$/iu.test(file);
}
