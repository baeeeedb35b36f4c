import { isJsonObject, type JsonValue } from '@toolrack/contracts';

/** True for an entry that starts `toolrack serve`, or a remote one that is called `toolrack`: a gateway behind itself would start itself without end. */
export function isGatewayEntry(name: string, entry: JsonValue | undefined): boolean {
  if (!isJsonObject(entry)) return false;
  const isRemote = ['url', 'httpUrl', 'serverUrl', 'uri'].some((key) => key in entry);
  if (isRemote && name.toLowerCase() === 'toolrack') return true;
  const words = [entry['command'], entry['cmd'], entry['args']]
    .flat()
    .filter((word): word is string => typeof word === 'string')
    .flatMap((word) => word.split(/\s+/u));
  return words.includes('serve') && words.some((word) => /(?:^|[/\\])toolrack(?:\.(?:js|cmd|exe))?$|^@toolrack\/cli(?:@|$)/u.test(word));
}
