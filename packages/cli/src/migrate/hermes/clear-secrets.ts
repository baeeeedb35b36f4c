import { isJsonObject, type JsonObject, type JsonValue } from '@toolrack/contracts';

import type { KeyPath } from '../../config/key-path.js';

const secretName = /token|secret|password|passwd|credential|cookie|auth|api[-_]?key|access[-_]?key|private[-_]?key|^key$|[-_]key$/iu;
const mask = '***';

/** Paths of values that look like secrets written in clear text, below `mcpServers`. */
export function clearSecrets(mcpServers: JsonObject): readonly KeyPath[] {
  const found: KeyPath[] = [];
  maskedServers(mcpServers, (path) => found.push(path));
  return found;
}

/** The same configuration with secrets in clear text replaced by `***`, to be shown. References to variables stay. */
export function maskSecrets(configuration: JsonObject): JsonObject {
  const { mcpServers } = configuration;
  return isJsonObject(mcpServers) ? { ...configuration, mcpServers: maskedServers(mcpServers, () => undefined) } : configuration;
}

function maskedServers(mcpServers: JsonObject, found: (path: KeyPath) => void): JsonObject {
  const each = Object.entries(mcpServers).map(([name, server]): [string, JsonValue] => {
    const path = ['mcpServers', name];
    const block = server as JsonObject;
    const masked: Record<string, unknown> = { ...block };
    for (const key of ['env', 'headers']) {
      if (isJsonObject(block[key])) masked[key] = maskedTexts(block[key], [...path, key], found);
    }
    if (Array.isArray(block['args'])) masked['args'] = maskedArguments(block['args'] as string[], [...path, 'args'], found);
    if (typeof block['url'] === 'string') masked['url'] = maskedAddress(block['url'], [...path, 'url'], found);
    return [name, masked as JsonObject];
  });
  return Object.fromEntries(each);
}

/** True for text that is no reference to a variable. */
function isClear(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && !/\$\{[^}]+\}/u.test(value);
}

function maskedTexts(texts: JsonObject, path: KeyPath, found: (path: KeyPath) => void): JsonObject {
  const entries = Object.entries(texts).map(([name, value]): [string, JsonValue] => {
    if (!secretName.test(name) || !isClear(value)) return [name, value as JsonValue];
    found([...path, name]);
    return [name, mask];
  });
  return Object.fromEntries(entries);
}

/** `--token VALUE` and `--token=VALUE`. */
function maskedArguments(list: readonly string[], path: KeyPath, found: (path: KeyPath) => void): readonly string[] {
  return list.map((argument, index) => {
    const [, flag, value] = /^(--?[\w-]+=)([\s\S]*)$/u.exec(argument) ?? [];
    const before = list[index - 1] ?? '';
    const isValue = /^--?[\w-]+$/u.test(before) && secretName.test(before) && !argument.startsWith('-');
    const isSecret = flag === undefined ? isValue && isClear(argument) : secretName.test(flag.slice(0, -1)) && isClear(value);
    if (!isSecret) return argument;
    found([...path, index]);
    return `${flag ?? ''}${mask}`;
  });
}

/** A password before the host and values of telling names in the query. */
function maskedAddress(url: string, path: KeyPath, found: (path: KeyPath) => void): string {
  const masked = url
    .replace(/^([a-z]+:\/\/[^/@:]*:)([^/@]+)@/iu, (all, start: string, word: string) => (isClear(word) ? `${start}${mask}@` : all))
    .replaceAll(/([?&])([^=&#]+)=([^&#]+)/gu, (all, sign: string, name: string, value: string) =>
      secretName.test(name) && isClear(value) ? `${sign}${name}=${mask}` : all,
    );
  if (masked !== url) found(path);
  return masked;
}
