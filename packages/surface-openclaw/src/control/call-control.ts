import {
  type CallAnswer,
  isJsonObject,
  renamedError,
  type ResultKeeper,
  type SurfaceSession,
  type ToolDescriptor,
  ToolrackError,
  type ToolResult,
} from '@toolrack/contracts';
import { callEnvelope, isCut } from '../call/call-envelope.js';
import { callFailure } from '../call/call-failure.js';
import { repairCall } from '../call/repair-call.js';
import { findReader, meansReader } from '../kept/find-reader.js';
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

/**
 * `{ args: { args: { … } } }` where the tool has no such parameter: the inner object was meant. Of a schema that takes any further member only
 * where the inner object has declared ones, as the outer one may be what the tool wants otherwise.
 */
function withoutDoubleWrapping(tool: ToolDescriptor, input: unknown): unknown {
  if (tool.trust !== 'trusted' || !isJsonObject(input) || !isJsonObject(tool.inputSchema)) return input;
  const [key, ...others] = Object.keys(input);
  if (key === undefined || others.length > 0 || !['args', 'input', 'arguments', 'parameters'].includes(key)) return input;
  const { properties, additionalProperties } = tool.inputSchema;
  if (!isJsonObject(properties) || Object.hasOwn(properties, key) || isJsonObject(additionalProperties)) return input;
  const inner = parsedObject(input[key]);
  const isMeant = additionalProperties === false || Object.keys(inner ?? {}).some((name) => Object.hasOwn(properties, name));
  return inner !== undefined && isMeant ? inner : input;
}

/** Runs one catalogued tool; failures come as answers that name it. `present` makes the answer to a result. */
export async function callTool(
  tool: ToolDescriptor,
  input: unknown,
  session: SurfaceSession,
  context: LookupErrorContext,
  call: { readonly callId: string; readonly callName?: string; readonly present: (result: ToolResult) => CallAnswer | Promise<CallAnswer> },
): Promise<CallAnswer> {
  try {
    return await call.present(await session.call(tool.id, input, { callId: call.callId }));
  } catch (error) {
    if (!ToolrackError.is(error)) throw error;
    if (error.code === 'ERR_TOOL_UNKNOWN') throw unknownTool(tool.id, context, tool.id);
    const { callName } = call;
    if (callName === undefined) return callFailure(error, { tool, arguments: input });
    return callFailure(renamedError(error, tool.id, callName), { tool, arguments: input, callName });
  }
}

/** The answer of a tool that was called as if it had been shown: what it says, with nothing around it. */
export function bareAnswer({ content, details, isError, terminate }: ToolResult): CallAnswer {
  return {
    content,
    ...(details === undefined ? {} : { details }),
    isError: isError === true,
    ...(terminate === true ? { terminate } : {}),
  };
}

/** The answer to a call that ran. What cannot be shown whole is kept, where something keeps results and this run may read on in them. */
async function envelope(
  tool: ToolDescriptor,
  result: ToolResult,
  session: SurfaceSession,
  keeper: ResultKeeper | undefined,
): Promise<CallAnswer> {
  if (keeper === undefined || !isCut(tool, result)) return callEnvelope(tool, result);
  const reader = await findReader(session, keeper);
  return callEnvelope(tool, result, reader === undefined ? undefined : keeper.keep(result, tool, session.run));
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
  keeper?: ResultKeeper,
): Promise<CallAnswer> {
  const { lookup } = context;
  const repaired = repairCall(callArguments, (text) => {
    const exact = lookup.byId(text);
    return exact === undefined ? lookup.byName(text).map((entry) => entry.tool.id) : [exact.tool.id];
  });
  const reference = repaired.reference.trim();
  const reader = meansReader(reference, keeper, lookup) ? await findReader(session, keeper) : undefined;
  if (reader !== undefined) {
    return callTool(reader, repaired.input, session, context, { callId: ids.next(session.callId, reader), present: bareAnswer });
  }
  const tool = target(repaired.reference, context);
  const input = withoutDoubleWrapping(tool, repaired.input);
  return callTool(tool, input, session, context, {
    callId: ids.next(session.callId, tool),
    present: (result) => envelope(tool, result, session, keeper),
  });
}
