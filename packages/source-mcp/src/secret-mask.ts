import { addressCredentials, settingSecrets } from '@toolrack/contracts';
import type { ServerDefinition } from './server-options.js';
import { WireMask } from './wire-mask.js';

export type { WireMask };

/** Names of options of a program whose values are secrets. */
const secretOption = /key|token|secret|pass|auth|cred|cookie|session|signature|private|pin\b/i;
/** Shortest value of such an option. */
const shortestOption = 3;

/**
 * The mask for everything secret in a server's definition: variables, headers, credentials in addresses, secret-looking arguments, and the values that
 * its operator names. Tokens are added when they come.
 */
export function secretMaskFor({ endpoint, secrets }: Pick<ServerDefinition, 'endpoint' | 'secrets'>): WireMask {
  const own = endpoint.type === 'stdio' ? programSecrets(endpoint) : addressSecrets(endpoint);
  return new WireMask([...secrets, ...own]);
}

function programSecrets({ env, args }: Extract<ServerDefinition['endpoint'], { type: 'stdio' }>): readonly string[] {
  const found = Object.entries(env).flatMap(([name, value]) => settingSecrets(name, value, 'written'));
  for (const [index, argument] of args.entries()) found.push(...argumentSecrets(argument, args[index - 1] ?? ''));
  return found;
}

/** What is secret in one argument: `--token=x`, `--token x`, `API_KEY=x`, `--header "Authorization: x"`, credentials of addresses, keys of a known form. */
function argumentSecrets(argument: string, previous: string): readonly string[] {
  const [, name = '', value = ''] = /^-{0,2}([\w-]+)=(.+)$/s.exec(argument) ?? [];
  const [, header = '', content = ''] = /^(?:--header=)?([A-Za-z][\w-]*):\s*(\S.*)$/s.exec(argument) ?? [];
  const isOption = /^--?[\w-]+$/.test(previous) && !argument.startsWith('-');
  return [
    // Without a name it is a file, a package or a word, unless its form says otherwise.
    ...settingSecrets('path', argument, 'written'),
    ...(name === '' ? [] : settingSecrets(name, value, 'written')),
    ...(secretOption.test(name) && value.length >= shortestOption ? [value] : []),
    ...(isOption && secretOption.test(previous) && argument.length >= shortestOption ? [argument] : []),
    ...(isOption && /^(?:-H|--headers?)$/.test(previous) && header !== '' ? settingSecrets(header, content, 'sent') : []),
    ...(argument.startsWith('--header=') ? settingSecrets(header, content, 'sent') : []),
  ];
}

function addressSecrets({ url, headers }: Exclude<ServerDefinition['endpoint'], { type: 'stdio' }>): readonly string[] {
  const found = Object.entries(headers).flatMap(([name, value]) => settingSecrets(name, value, 'sent'));
  return [...found, ...addressCredentials(url.href)];
}
