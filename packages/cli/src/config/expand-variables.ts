import { isJsonObject, ToolrackError, type JsonValue } from '@toolrack/contracts';

import { faultLines } from './fault-lines.js';
import { formatKeyPath, type KeyPath } from './key-path.js';

/** Most missing variables that one message names. */
const mostMissing = 25;
/** `$${…}` stands for a literal `${…}`; the default ends at the first closing brace. */
const reference = /\$(\$\{[^}]*\})|\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/gu;

/**
 * Replaces `${NAME}` and `${NAME:-default}` in every string of a value; the default also stands for an empty variable, as in
 * a shell. What a variable holds is never looked at again. Throws `ERR_CONFIG_VARIABLE` that names the missing variables and
 * their keys, never a value.
 */
export function expandVariables<Value extends JsonValue>(
  value: Value,
  environment: Readonly<Record<string, string | undefined>>,
  where: (path: KeyPath) => string,
  /** Hears of every variable whose value is used. */
  onUsed: (variable: { readonly path: KeyPath; readonly name: string; readonly value: string }) => void = () => undefined,
): Value {
  const missing: { readonly path: KeyPath; readonly name: string }[] = [];
  const expand = (text: string, path: KeyPath): string =>
    text.replace(reference, (whole, literal: string | undefined, name: string | undefined, fallback?: string) => {
      if (literal !== undefined || name === undefined) return literal ?? whole;
      const found = Object.hasOwn(environment, name) ? environment[name] : undefined;
      if (found !== undefined && (found !== '' || fallback === undefined)) {
        onUsed({ path, name, value: found });
        return found;
      }
      if (fallback !== undefined) return fallback;
      missing.push({ path, name });
      return '';
    });
  const visit = (node: JsonValue | undefined, path: KeyPath): JsonValue | undefined => {
    if (typeof node === 'string') return expand(node, path);
    if (Array.isArray(node)) return (node as JsonValue[]).map((item, index) => visit(item, [...path, index]) as JsonValue);
    if (!isJsonObject(node)) return node;
    return Object.fromEntries(Object.entries(node).map(([key, child]) => [key, visit(child, [...path, key])]));
  };
  const expanded = visit(value, []) as Value;
  const say = ({ path, name }: { readonly path: KeyPath; readonly name: string }): string =>
    `${where(path)}: ${formatKeyPath(path)}: the environment variable ${name} is not set. Set it, or give a default with \${${name}:-default}.`;
  if (missing.length > 0) throw new ToolrackError('ERR_CONFIG_VARIABLE', faultLines(missing, say, mostMissing));
  return expanded;
}
