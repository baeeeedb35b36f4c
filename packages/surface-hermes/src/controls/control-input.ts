import { isJsonObject, type JsonObject, ToolrackError } from '@toolrack/contracts';

/** The error of a control's wrong arguments. */
export function inputError(message: string, hint?: string): ToolrackError {
  return new ToolrackError('ERR_TOOL_INPUT', message, hint === undefined ? {} : { hint });
}

/** A value in its JSON form, or its string, for texts. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    return '';
  }
}

/** JSON of a text, or `undefined` when it is none. */
export function parsedJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

/** The arguments of a control as an object: also from a JSON string of one, and a bare value for the one main argument. */
export function controlInput(callArguments: unknown, main: string): JsonObject {
  const parsed = typeof callArguments === 'string' ? parsedJson(callArguments)?.value : undefined;
  const value = isJsonObject(parsed) || Array.isArray(parsed) ? parsed : callArguments;
  if (isJsonObject(value)) return value;
  if (value === undefined || value === null) return {};
  return { [main]: value as JsonObject[string] };
}
