import { isJsonObject, type JsonObject, type ToolDescriptor } from '@toolrack/contracts';
import { parsedJson } from '../controls/control-input.js';

/** Keys that models wrap arguments in once more. */
const wrappers = ['arguments', 'args', 'parameters', 'input'] as const;

/**
 * Takes off a second wrapping (`{ arguments: { … } }`) where the tool has no such parameter and takes no unnamed ones, so that it can
 * mean nothing else. The schema of an untrusted tool is not read; its arguments stay.
 */
export function unwrapArguments(callArguments: JsonObject, tool: ToolDescriptor): JsonObject {
  const keys = Object.keys(callArguments);
  const key = wrappers.find((wrapper) => wrapper === keys[0]);
  if (keys.length !== 1 || key === undefined || tool.trust !== 'trusted' || !isJsonObject(tool.inputSchema)) return callArguments;
  const { properties, additionalProperties } = tool.inputSchema;
  if (!isJsonObject(properties) || Object.hasOwn(properties, key) || Object.keys(properties).length === 0) return callArguments;
  if (isJsonObject(additionalProperties) || additionalProperties === true) return callArguments;
  const value = callArguments[key];
  const inner = typeof value === 'string' ? parsedJson(value)?.value : value;
  return isJsonObject(inner) ? inner : callArguments;
}
