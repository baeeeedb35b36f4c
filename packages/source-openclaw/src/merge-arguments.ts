import { isJsonObject, type JsonObject, type ToolDescriptor } from '@toolrack/contracts';

/**
 * The arguments of a call with those of a handler over them, as OpenClaw merges them: what the handler does not name stays, what it names as
 * `undefined` goes. Where a trusted tool takes no other properties than it declares, undeclared ones that the handler leaves out go as well:
 * a handler that puts a misspelled property right means to replace it.
 */
export function mergeArguments(current: JsonObject, params: object, tool: ToolDescriptor): object {
  const kept = Object.entries(current).filter(([key]) => !Object.hasOwn(params, key) && !isForeign(tool, key));
  return { ...Object.fromEntries(kept), ...params };
}

function isForeign({ trust, inputSchema }: ToolDescriptor, key: string): boolean {
  if (trust !== 'trusted' || !isJsonObject(inputSchema) || inputSchema['additionalProperties'] !== false) return false;
  const { properties, patternProperties } = inputSchema;
  return patternProperties === undefined && !(isJsonObject(properties) && Object.hasOwn(properties, key));
}
