import { isJsonObject, SecretMask, settingSecrets } from '@toolrack/contracts';

import type { OpenclawSourceOptions } from './options.js';

/** Deepest nesting of a configuration that is looked at. */
const deepest = 32;

/** The mask for what plugins were given and their tools must not repeat: secrets of their `config`, by name and form, and the values that are named. */
export function configMask({ modules, secrets = [] }: OpenclawSourceOptions): SecretMask {
  return new SecretMask([...secrets, ...modules.flatMap(({ config }) => configSecrets(config ?? {}, '', 0))]);
}

function configSecrets(value: unknown, name: string, depth: number): readonly string[] {
  if (typeof value === 'string') return settingSecrets(name, value, 'written');
  if (depth > deepest) return [];
  if (Array.isArray(value)) return (value as readonly unknown[]).flatMap((item) => configSecrets(item, name, depth + 1));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, member]) => configSecrets(member, key, depth + 1));
}
