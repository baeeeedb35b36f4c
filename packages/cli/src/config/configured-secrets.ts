import { canBeHidden, isJsonObject, Redactor, settingSecrets, type JsonObject } from '@toolrack/contracts';

import { formatKeyPath, type KeyPath } from './key-path.js';

/** Shortest value that logs hide, in characters; a shorter one would hide half of every text. */
const shortestValue = 6;
const redactor = new Redactor();

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
  const warnings = given.flatMap((entry, index) =>
    typeof entry !== 'string' || entry === '' || (entry.length >= shortestValue && canBeHidden(entry))
      ? []
      : [
          `${at(['secrets', index])}: is a word that every text may hold or has fewer than ${shortestValue} characters, so it cannot be hidden.`,
        ],
  );
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
