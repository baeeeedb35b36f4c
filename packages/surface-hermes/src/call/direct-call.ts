import { isJsonObject, type SurfaceSession, ToolrackError } from '@toolrack/contracts';
import { parsedJson } from '../controls/control-input.js';
import { findDeferred } from '../deferral/deferred-catalog.js';
import { restatedCall } from './batch-error.js';
import { suggestions } from './wrong-door.js';

/** Sends a direct call of a remote tool to the bridge; nothing is known of whether the tool exists. */
export function remoteNameError(name: string, callArguments: unknown): ToolrackError {
  return new ToolrackError(
    'ERR_TOOL_UNKNOWN',
    `${JSON.stringify(name.slice(0, 128))} is a name of a remote tool and cannot be called by its own name: call tool_call with ${payloadOf(name, callArguments)}.`,
  );
}

function payloadOf(name: string, callArguments: unknown): string {
  const given = typeof callArguments === 'string' ? parsedJson(callArguments)?.value : callArguments;
  return restatedCall({ name, arguments: isJsonObject(given) ? given : {} });
}

/**
 * Explains the bridge to a model that called a deferred tool by its name, with the payload to send instead. Nothing runs. `undefined`
 * for a name that leads nowhere: the kernel has an answer for those.
 */
export function deferredNameError(name: string, callArguments: unknown, session: SurfaceSession): ToolrackError | undefined {
  const exact = findDeferred(session, name)?.callName;
  const [callName, ...others] = exact === undefined ? suggestions(name, session) : [exact];
  if (callName === undefined) return undefined;
  if (exact === undefined) {
    const names = [callName, ...others].map((candidate) => JSON.stringify(candidate)).join(' or ');
    return new ToolrackError('ERR_TOOL_UNKNOWN', `There is no tool named ${JSON.stringify(name.slice(0, 128))}: did you mean ${names}?`, {
      hint: 'Those are deferred: invoke the right one through tool_call.',
    });
  }
  const tool = findDeferred(session, callName)?.tool;
  if (tool === undefined || session.describe(tool.id) === undefined) return undefined;
  const payload = payloadOf(callName, callArguments);
  return new ToolrackError(
    'ERR_TOOL_UNKNOWN',
    `${JSON.stringify(callName)} is a deferred tool and cannot be called by its own name. It exists: read its parameters with tool_describe, then call tool_call with ${payload}.`,
    { toolId: tool.id },
  );
}
