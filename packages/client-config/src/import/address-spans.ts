import { hasSecretName, holdsSecret } from './secret-detection.js';
import type { SecretSpan } from './secret-span.js';

const address =
  /^[a-z][a-z\d+.-]*:\/\/(?:(?<user>[^/?#@:]*)(?::(?<password>[^/?#]*))?@)?(?<host>[^/?#]*)(?<path>[^?#]*)(?<query>\?[^#]*)?(?<rest>#.*)?$/disu;

/** The secrets of an address: its password, a user that is a key, parts of host and path that look like keys, values of its query and fragment. */
export function addressSpans(text: string): readonly SecretSpan[] {
  const match = address.exec(text);
  const groups = match?.groups;
  const places = match?.indices?.groups;
  if (groups === undefined || places === undefined) return [];
  const startOf = (group: string): number => places[group]?.[0] ?? 0;
  const { user = '', password = '', host = '', path = '', query = '', rest = '' } = groups;
  const spans: SecretSpan[] = [];
  const add = (start: number, value: string, name: string): void => void spans.push({ start, end: start + value.length, name });
  if (password !== '') add(startOf('password'), password, 'password');
  if (holdsSecret(user)) add(startOf('user'), user, 'token');
  for (const [part, start] of cut(host, '.')) if (holdsSecret(part)) add(startOf('host') + start, part, '');
  for (const [part, start] of cut(path, '/')) if (holdsSecret(part)) add(startOf('path') + start, part, '');
  for (const [group, part] of [
    ['query', query],
    ['rest', rest],
  ] as const) {
    for (const [given, start] of cut(part.slice(1), '&')) {
      const name = given.split('=', 1)[0] as string;
      const value = given.slice(name.length + 1);
      if (value !== '' && (hasSecretName(name, value) || holdsSecret(value)))
        add(startOf(group) + 1 + start + name.length + 1, value, name);
    }
  }
  return spans.sort((left, right) => left.start - right.start);
}

function cut(text: string, separator: string): [part: string, start: number][] {
  let at = 0;
  return text.split(separator).map((part) => {
    const start = at;
    at += part.length + separator.length;
    return [part, start];
  });
}
