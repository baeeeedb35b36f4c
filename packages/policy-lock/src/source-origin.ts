import { canonicalJson, type JsonObject } from '@toolrack/contracts';

/** What stands behind a source: a program or an address. Variables and headers are known by their names alone. */
export interface SourceOrigin {
  readonly command?: string;
  readonly args?: readonly string[];
  readonly cwd?: string;
  readonly url?: string;
  /** Names of the variables that it is given, sorted. */
  readonly environment?: readonly string[];
  /** Names of the headers that it is sent, sorted, in lower case. */
  readonly headers?: readonly string[];
}

/** An entry of `mcpServers`, as it is written or with its variables expanded. */
export interface OriginInput {
  readonly command?: unknown;
  readonly args?: unknown;
  readonly cwd?: unknown;
  readonly url?: unknown;
  readonly env?: unknown;
  readonly headers?: unknown;
}

const hidden = '[secret]';
const secretName = /key|token|secret|pass|auth|cred|cookie|session|signature|private|pin\b/iu;
/** `${NAME}` and `${NAME:-default}` stay: they name a secret, they are none. */
const isReference = (text: string): boolean => /^\$\{[A-Za-z_]\w*(?::-)?\}$/u.test(text);

/** The origin of a server, without anything that looks like a secret. Unreadable parts are left out. */
export function originOf(input: OriginInput): SourceOrigin {
  const { command, args, cwd, url, env, headers } = input;
  return Object.freeze({
    ...(typeof command === 'string' ? { command } : {}),
    ...(Array.isArray(args) && args.length > 0 ? { args: withoutSecrets(args.map(String)) } : {}),
    ...(typeof cwd === 'string' ? { cwd } : {}),
    ...(typeof url === 'string' ? { url: addressWithoutSecrets(url) } : {}),
    ...namesOf('environment', env, (name) => name),
    ...namesOf('headers', headers, (name) => name.toLowerCase()),
  });
}

/** True when two origins are the same; an unknown one equals only an unknown one. */
export function isSameOrigin(left: SourceOrigin | undefined, right: SourceOrigin | undefined): boolean {
  return canonicalJson(left as JsonObject | undefined) === canonicalJson(right as JsonObject | undefined);
}

function namesOf(key: 'environment' | 'headers', given: unknown, normalise: (name: string) => string): Partial<SourceOrigin> {
  if (typeof given !== 'object' || given === null) return {};
  const names = [...new Set(Object.keys(given).map(normalise))].sort();
  return names.length === 0 ? {} : { [key]: Object.freeze(names) };
}

/** Values after `--token`, in `TOKEN=value`, and in addresses. */
function withoutSecrets(args: readonly string[]): readonly string[] {
  return Object.freeze(
    args.map((argument, position) => {
      const previous = args[position - 1] ?? '';
      const assigned = /^(-{0,2}[\w.-]+=)(.+)$/su.exec(argument);
      if (assigned !== null && secretName.test(assigned[1] as string)) {
        return isReference(assigned[2] as string) ? argument : `${assigned[1] as string}${hidden}`;
      }
      const isNamed = /^--?[\w.-]+$/u.test(previous) && secretName.test(previous) && !argument.startsWith('-');
      if (isNamed && !isReference(argument)) return hidden;
      return addressWithoutSecrets(argument);
    }),
  );
}

/** An address without user, password and the values of its query; anything else as it is. */
function addressWithoutSecrets(text: string): string {
  if (!/^[a-z][a-z0-9+.-]*:\/\//iu.test(text)) return text;
  return text
    .replace(
      /^([a-z][a-z0-9+.-]*:\/\/)([^/?#@]*)@/iu,
      (_whole, scheme: string, user: string) => `${scheme}${isReference(user) ? user : hidden}@`,
    )
    .replace(
      /([?&][^=&#]*=)([^&#]*)/gu,
      (_whole, name: string, value: string) => `${name}${value === '' || isReference(value) ? value : hidden}`,
    );
}
