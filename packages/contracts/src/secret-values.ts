/** What knows secrets by the names of keys, as a `Redactor` does. */
export interface SecretKeys {
  /** True when the value under that key is a secret. */
  hides(key: string, value: unknown): boolean;
}

/** Deepest nesting and most values that are looked at. */
const mostDepth = 32;
const mostValues = 1000;

/**
 * The secrets inside a value, for example the arguments of a call: whatever stands under a secret key, and the credentials of addresses. What fails
 * later likes to repeat them, and then they stand under no key.
 */
export function secretValues(given: unknown, redactor: SecretKeys): readonly string[] {
  const found = new Set<string>();
  const visit = (value: unknown, isSecret: boolean, depth: number): void => {
    if (depth > mostDepth || found.size >= mostValues) return;
    if (typeof value === 'string' || typeof value === 'number') {
      const text = String(value);
      if (isSecret) for (const part of [text, ...text.split(/\s+/u)]) found.add(part);
      else if (typeof value === 'string') addressSecrets(value, redactor).forEach((secret) => found.add(secret));
    } else if (Array.isArray(value)) value.forEach((item) => visit(item, isSecret, depth + 1));
    else if (typeof value === 'object' && value !== null) {
      for (const [key, member] of Object.entries(value)) visit(member, isSecret || redactor.hides(key, member), depth + 1);
    }
  };
  visit(given, false, 0);
  found.delete('');
  return [...found];
}

function addressSecrets(text: string, redactor: SecretKeys): readonly string[] {
  if (!/^[a-z][a-z0-9+.-]*:\/\//iu.test(text) || !URL.canParse(text)) return [];
  const url = new URL(text);
  const named = [...url.searchParams].filter(([name, value]) => redactor.hides(name, value)).map(([, value]) => value);
  return [decoded(url.password), url.password, ...named];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
