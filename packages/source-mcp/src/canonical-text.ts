import { isJsonObject } from '@toolrack/contracts';

/** JSON with sorted keys: equal texts mean equal values, whatever order a server sends keys in. */
export function canonicalText(value: unknown): string {
  return JSON.stringify(value, (_key, child: unknown) =>
    isJsonObject(child) ? Object.fromEntries(Object.entries(child).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))) : child,
  );
}
