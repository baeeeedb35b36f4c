import {
  type CallAnswer,
  isJsonObject,
  renamedError,
  type SurfaceSession,
  type ToolDescriptor,
  ToolrackError,
  type ToolResult,
} from '@toolrack/contracts';
import { callEnvelope } from '../call/call-envelope.js';
import { callFailure } from '../call/call-failure.js';
import { repairCall } from '../call/repair-call.js';
import { ambiguousTool, directTool, type LookupErrorContext, unknownTool } from '../lookup/lookup-errors.js';
import { parsedObject } from './control-arguments.js';

/** Longest part of the model's call id that goes into the id of the target's call. */
const parentIdLength = 120;

/** Makes ids for calls of target tools: unique, and traceable to the model's call. */
export class NestedCallIds {
  private sequence = 0;

  next(parentCallId: string, tool: ToolDescriptor): string {
    this.sequence += 1;
    const parent = parentCallId.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, parentIdLength);
    return `tool_search_code:${parent}:${tool.name}:${this.sequence}`;
  }
}

/** The tool that a reference leads to. Throws the error that sends the model the right way. */
function target(reference: string, context: LookupErrorContext): ToolDescriptor {
  const { lookup } = context;
  const needle = reference.trim();
  const isCatalogued = lookup.byId(needle) !== undefined || lookup.byName(needle).length > 0;
  const direct = isCatalogued ? undefined : lookup.directOnly(needle);
  if (direct !== undefined) throw directTool(direct, context.names);
  const answer = lookup.resolve(needle);
  if (answer.kind === 'found') return answer.entry.tool;
  throw answer.kind === 'ambiguous' ? ambiguousTool(needle, answer.entries) : unknownTool(needle, context);
}

/** `{ args: { args: { … } } }` where the tool has no such parameter: the inner object was meant. */
function withoutDoubleWrapping(tool: ToolDescriptor, input: unknown): unknown {
  if (tool.trust !== 'trusted' || !isJsonObject(input) || !isJsonObject(tool.inputSchema)) return input;
  const [key, ...others] = Object.keys(input);
  if (key === undefined || others.length > 0 || !['args', 'input', 'arguments', 'parameters'].includes(key)) return input;
  const { properties, additionalProperties } = tool.inputSchema;
  if (!isJsonObject(properties) || Object.hasOwn(properties, key) || isJsonObject(additionalProperties)) return input;
  return parsedObject(input[key]) ?? input;
}

/** Runs one catalogued tool; failures come as answers that name it. `present` makes the answer to a result. */
export async function callTool(
  tool: ToolDescriptor,
  input: unknown,
  session: SurfaceSession,
  context: LookupErrorContext,
  call: { readonly callId: string; readonly callName?: string; readonly present: (result: ToolResult) => CallAnswer },
): Promise<CallAnswer> {
  try {
    return call.present(await session.call(tool.id, input, { callId: call.callId }));
  } catch (error) {
    if (!ToolrackError.is(error)) throw error;
    if (error.code === 'ERR_TOOL_UNKNOWN') throw unknownTool(tool.id, context, tool.id);
    const { callName } = call;
    if (callName === undefined) return callFailure(error, { tool, arguments: input });
    return callFailure(renamedError(error, tool.id, callName), { tool, arguments: input, callName });
  }
}

/**
 * `tool_call`: repairs the arguments, finds the tool and runs it through the whole pipeline. Rejects with
 * `ERR_TOOL_INPUT`, `ERR_TOOL_UNKNOWN`, `ERR_TOOL_AMBIGUOUS` or `ERR_TOOL_DIRECT`, before anything has run.
 */
export async function callControl(
  callArguments: unknown,
  session: SurfaceSession,
  context: LookupErrorContext,
  ids: NestedCallIds,
): Promise<CallAnswer> {
  const { lookup } = context;
  const repaired = repairCall(callArguments, (text) => {
    const exact = lookup.byId(text);
    return exact === undefined ? lookup.byName(text).map((entry) => entry.tool.id) : [exact.tool.id];
  });
  const tool = target(repaired.reference, context);
  const input = withoutDoubleWrapping(tool, repaired.input);
  return callTool(tool, input, session, context, {
    callId: ids.next(session.callId, tool),
    present: (result) => callEnvelope(tool, result),
  });
}
