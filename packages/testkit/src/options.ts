/** Throws a `TypeError` that names the first key of `value` that is not allowed, or the first required one that is missing. */
export function checkKeys(
  where: string,
  value: unknown,
  keys: { readonly required: readonly string[]; readonly optional?: readonly string[] },
): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new TypeError(`${where} must be an object.`);
  }
  const allowed = [...keys.required, ...(keys.optional ?? [])];
  for (const key of Object.keys(value)) {
    if (!allowed.includes(key)) {
      throw new TypeError(`${where} has the unknown key "${key}". Known keys: ${allowed.join(', ')}.`);
    }
  }
  for (const key of keys.required) {
    if ((value as Record<string, unknown>)[key] === undefined) throw new TypeError(`${where} lacks the key "${key}".`);
  }
}

/** Throws when `value` is not a function. */
export function checkFunction(where: string, value: unknown): void {
  if (typeof value !== 'function') throw new TypeError(`${where} must be a function.`);
}

/** Throws when `value` is not a non-blank string. */
export function checkText(where: string, value: unknown): void {
  if (typeof value !== 'string' || value.trim() === '') throw new TypeError(`${where} must be a non-blank string.`);
}

/** Throws when `cases` is not an array with at least one case. */
export function checkFilled(where: string, cases: unknown): void {
  if (!Array.isArray(cases)) throw new TypeError(`${where} must be an array.`);
  if (cases.length === 0) throw new TypeError(`${where} is empty: a table without it proves nothing.`);
}

/** Throws when a name occurs twice. */
export function checkUnique(where: string, names: readonly string[]): void {
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) throw new TypeError(`${where} holds the case "${name}" twice.`);
    seen.add(name);
  }
}
