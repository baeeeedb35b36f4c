import { canBeHidden, isJsonObject, Redactor, settingSecrets, type JsonObject } from '@toolrack/contracts';

import { formatKeyPath, type KeyPath } from './key-path.js';

const redactor = new Redactor();
/** The rule of `canBeHidden`, for people. */
const cannotBeHidden =
  'the value cannot be hidden, because it has fewer than 3 characters, or fewer than 6 that are all digits, or is a word that ordinary texts use. Choose a longer one.';
/** What settings with such names say when they name no secret. */
const harmless =
  /^(?:true|false|none|null|yes|no|on|off|auto|default|enabled|disabled|required|optional|basic|bearer|digest|oauth2?|\d{1,5}|)$/iu;

/** What `${NAME}` in a configuration stood for. */
export interface UsedVariable {
  readonly path: KeyPath;
  readonly name: string;
  readonly value: string;
}

/** The values of a configuration that nobody may read. */
export interface ConfiguredSecrets {
  /** The key `secrets`. */
  readonly named: readonly string[];
  /** What variables brought that looks like a secret, by server. */
  readonly ofServers: ReadonlyMap<string, readonly string[]>;
  /** All of it, with what variables brought elsewhere and what stands in the file itself: what the terminal never shows. */
  readonly all: readonly string[];
  /** Values that cannot be hidden, one line each; they are never shown. */
  readonly warnings: readonly string[];
}

/** Reads the key `secrets` and looks at what variables brought; `at` gives the place of a key. */
export function configuredSecrets(value: JsonObject, used: readonly UsedVariable[], at: (path: KeyPath) => string): ConfiguredSecrets {
  const given = Array.isArray(value['secrets']) ? (value['secrets'] as readonly unknown[]) : [];
  const named = given.filter((entry): entry is string => typeof entry === 'string' && entry !== '');
  const weak = [...given.entries()].filter(([, entry]) => typeof entry === 'string' && entry !== '' && !canBeHidden(entry));
  const paths: readonly KeyPath[] = [
    ...weak.map(([index]): KeyPath => ['secrets', index]),
    ...weakSettings(value['mcpServers'], ['mcpServers']),
  ];
  const warnings = paths.map((path) => `${at(path)}: ${cannotBeHidden}`);
  const ofServers = new Map<string, string[]>();
  const all = [...named, ...writtenSecrets(value, '')];
  for (const variable of used.filter(({ path }) => path[0] !== 'secrets')) {
    const secrets = secretsIn(variable);
    all.push(...secrets);
    const [block, server] = variable.path;
    if (block === 'mcpServers' && typeof server === 'string') ofServers.set(server, [...(ofServers.get(server) ?? []), ...secrets]);
  }
  return { named, ofServers, all: [...new Set(all)], warnings };
}

/** Servers with what their variables brought under `secrets`. */
export function serversWithSecrets<Server extends object>(
  servers: Readonly<Record<string, Server>>,
  { ofServers }: ConfiguredSecrets,
): Readonly<Record<string, Server>> {
  const entries = Object.entries(servers).map(([name, server]) => {
    const own = ofServers.get(name) ?? [];
    const given = (server as { readonly secrets?: unknown }).secrets;
    const isReadable = isJsonObject(server) && (given === undefined || Array.isArray(given));
    return [
      name,
      own.length === 0 || !isReadable ? server : { ...server, secrets: [...((given as readonly string[] | undefined) ?? []), ...own] },
    ];
  });
  return Object.fromEntries(entries) as Readonly<Record<string, Server>>;
}

/** Secrets that are written out, by name and form. The reader of a file has bounded its depth. */
function writtenSecrets(value: unknown, key: string): readonly string[] {
  if (typeof value === 'string') return settingSecrets(key, value, 'written');
  if (Array.isArray(value)) return (value as readonly unknown[]).flatMap((item) => writtenSecrets(item, key));
  return isJsonObject(value) ? Object.entries(value).flatMap(([name, member]) => writtenSecrets(member, name)) : [];
}

/** Where a setting of a server is a secret by its name and too weak to be hidden. */
function weakSettings(value: unknown, path: KeyPath): readonly KeyPath[] {
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, member]) => {
    const isWeak = typeof member === 'string' && redactor.isSecretKey(key) && !harmless.test(member) && !canBeHidden(member);
    return isWeak ? [[...path, key]] : weakSettings(member, [...path, key]);
  });
}

/** By the key that the variable stands at and, where that is a position or its own name says so, by its name. */
function secretsIn({ path, name, value }: UsedVariable): readonly string[] {
  const key = path.at(-1);
  const byKey =
    typeof key === 'string' && key !== 'url' ? settingSecrets(key, value, 'referenced') : settingSecrets(name, value, 'referenced');
  return redactor.isSecretKey(name) && canBeHidden(value) ? [...byKey, value] : byKey;
}

/** The place of a key in messages. */
export function placeOf(where: (path: KeyPath) => string): (path: KeyPath) => string {
  return (path) => `${where(path)}: ${formatKeyPath(path)}`;
}
