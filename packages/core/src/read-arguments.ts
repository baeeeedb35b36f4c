import { freezeJson, isJsonObject, reasonOf, type JsonObject, type ToolDescriptor } from '@toolrack/contracts';
import { argumentsError } from './call-errors.js';
import { defaultLimits } from './runtime-limits.js';

/** A frozen JSON copy of the arguments of a call. Throws `ERR_CALL_ARGUMENTS` for what is no object, no JSON, too deep or too large. */
export function readArguments(tool: ToolDescriptor, value: unknown, mostValues: number = defaultLimits.maxArgumentValues): JsonObject {
  let copy: unknown;
  try {
    copy = freezeJson(value ?? {}, mostValues);
  } catch (error) {
    const isTooLarge = error instanceof RangeError;
    const message = `${isTooLarge ? 'must be smaller' : 'must be JSON'}: ${reasonOf(error)}${isTooLarge ? ' (limits.maxArgumentValues)' : ''}`;
    throw argumentsError(tool, [{ path: '', keyword: 'type', message, params: {} }]);
  }
  if (isJsonObject(copy)) return copy;
  throw argumentsError(tool, [{ path: '', keyword: 'type', message: 'must be object', params: { type: 'object' } }]);
}
