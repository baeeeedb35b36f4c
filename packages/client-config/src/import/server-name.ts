/** A name that ids of tools and patterns of rules can hold: no colon, no star, no blanks at the ends. */
export function safeServerName(name: string): string {
  const safe = name.trim().replaceAll(/[:*\s]+/gu, '-');
  return safe === '' || safe === '__proto__' ? 'server' : safe;
}

/** The name, or the name with the client's, or with a number: the first that is free. */
export function freeName(name: string, client: string, isTaken: (name: string) => boolean): string {
  if (!isTaken(name)) return name;
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? `${name}-${client}` : `${name}-${client}-${number}`;
    if (!isTaken(candidate)) return candidate;
  }
}

/** True for a name that `freeName` gives to a server: its own, with the client's, with a number. */
export function isNamed(candidate: string, name: string, client: string): boolean {
  if (candidate === name) return true;
  const rest = candidate.startsWith(`${name}-${client}`) ? candidate.slice(`${name}-${client}`.length) : undefined;
  return rest !== undefined && /^(?:-\d+)?$/u.test(rest);
}
