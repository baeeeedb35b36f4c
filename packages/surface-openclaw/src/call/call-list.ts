import { isJsonObject, type JsonObject } from '@toolrack/contracts';
import { parsedObject } from '../control/control-arguments.js';
import { selectorKeys } from '../control/selectors.js';
import { prettyJson } from '../text/bounded-text.js';
import { inputError } from '../text/input-error.js';

function parsedList(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value as readonly unknown[];
  if (typeof value !== 'string' || !value.trimStart().startsWith('[')) return undefined;
  try {
    const parsed: unknown = JSON.parse(value);
    return Array.isArray(parsed) ? (parsed as readonly unknown[]) : undefined;
  } catch {
    return undefined;
  }
}

function asCall(entry: unknown): JsonObject | undefined {
  if (!isJsonObject(entry)) return undefined;
  const key = selectorKeys.find((candidate) => typeof entry[candidate] === 'string');
  if (key === undefined) return undefined;
  const given: unknown = entry['arguments'] ?? entry['args'] ?? entry['input'] ?? {};
  return { id: entry[key], args: (parsedObject(given) ?? given) as JsonObject };
}

/**
 * Understands the `calls: [{ name, arguments }]` of another dialect when it holds one call. For more it throws
 * `ERR_TOOL_INPUT` with the first call in the form that works, since each call has its own approval and answer.
 */
export function asSingleCall(input: JsonObject): JsonObject {
  if (selectorKeys.some((key) => key in input)) return input;
  const calls = parsedList(input['calls']);
  const first = calls === undefined ? undefined : asCall(calls[0]);
  if (calls === undefined || first === undefined) return input;
  if (calls.length === 1) return first;
  throw inputError(
    `One tool is called at a time; ${calls.length} were given. Make this call first, then the others:\n${prettyJson(first)}`,
  );
}
