import { type CallAnswer, contentForModel, jsonForModel, renamedError, type SurfaceSession } from '@toolrack/contracts';
import { ToolrackError, type ToolResult } from '@toolrack/contracts';
import { findDeferred } from '../deferral/deferred-catalog.js';
import { argumentFault } from './argument-error.js';
import { type CallEntry } from './call-entries.js';
import { unwrapArguments } from './unwrap-arguments.js';
import { wrongDoorError } from './wrong-door.js';

/** Nothing is added to a result; what only a model would read is taken out. */
function bare({ content, details, isError, terminate }: ToolResult): CallAnswer {
  return {
    content: contentForModel(content),
    ...(details === undefined ? {} : { details: jsonForModel(details) }),
    isError: isError === true,
    ...(terminate === true ? { terminate } : {}),
  };
}

/**
 * Runs one deferred tool; its result comes back bare, as if the model had called it directly. A name that leads to no deferred tool and
 * one that is no longer allowed are answered alike. Wrong arguments become an answer with the schema. Rejects with a `ToolrackError`.
 */
export async function localCall(entry: CallEntry, session: SurfaceSession): Promise<CallAnswer> {
  const found = findDeferred(session, entry.name);
  if (found === undefined) throw wrongDoorError(entry.name, session);
  const { tool } = found;
  try {
    return bare(await session.call(tool.id, unwrapArguments(entry.arguments, tool)));
  } catch (error) {
    if (!ToolrackError.is(error)) throw error;
    if (error.code === 'ERR_TOOL_UNKNOWN') throw wrongDoorError(entry.name, session);
    if (error.code === 'ERR_CALL_ARGUMENTS' && tool.trust === 'trusted') return argumentFault(error, tool);
    throw renamedError(error, tool.id, found.callName);
  }
}
