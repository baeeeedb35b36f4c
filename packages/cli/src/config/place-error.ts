import { ToolrackError } from '@toolrack/contracts';

/** The same error with a place in front of its message, and the given hint instead of its own; anything else as it is. */
export function placeError(error: unknown, place: string, hint?: string): unknown {
  if (!ToolrackError.is(error)) return error;
  const { code, fields, plugin, hook, toolId } = error;
  const advice = hint ?? error.hint;
  return new ToolrackError(code, `${place}: ${error.message}`, {
    fields,
    ...(plugin === undefined ? {} : { plugin }),
    ...(hook === undefined ? {} : { hook }),
    ...(toolId === undefined ? {} : { toolId }),
    ...(advice === undefined ? {} : { hint: advice }),
    cause: error,
  });
}
