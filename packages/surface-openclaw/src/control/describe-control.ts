import {
  type CallAnswer,
  isJsonObject,
  shownSchema,
  schemaForModel,
  type ResultKeeper,
  type SurfaceSession,
  textContent,
  type ToolDescriptor,
} from '@toolrack/contracts';
import { findReader, meansReader } from '../kept/find-reader.js';
import { ambiguousTool, type LookupErrorContext, unknownTool } from '../lookup/lookup-errors.js';
import { compactCandidate } from '../search/compact-candidate.js';
import { shownCandidate } from '../search/shown-candidate.js';
import { prettyJson } from '../text/bounded-text.js';
import { inputError } from '../text/input-error.js';
import { wrapUntrusted } from '../text/untrusted-envelope.js';
import { controlArguments } from './control-arguments.js';
import { hoisted } from './selectors.js';

function describedId(callArguments: unknown): string {
  const input = hoisted(controlArguments(callArguments));
  const id: unknown = input['id'] ?? input['toolId'] ?? input['name'];
  if (typeof id !== 'string' || id.trim() === '') {
    throw inputError('id must be a non-blank string: the id of a search result.', { path: 'id' });
  }
  return id.trim();
}

/** The candidate with its exact schemas; an outline of one that is too long for a model. */
function description(tool: ToolDescriptor) {
  const input = isJsonObject(tool.inputSchema) || typeof tool.inputSchema === 'boolean' ? tool.inputSchema : {};
  const { schema: parameters } = shownSchema(input);
  const hasOutput = tool.trust === 'trusted' && tool.outputSchema !== undefined;
  return { ...compactCandidate(tool), parameters, ...(hasOutput ? { outputSchema: shownSchema(tool.outputSchema).schema } : {}) };
}

/** The same as a model may read it. */
function shownJson({ parameters, outputSchema, ...candidate }: ReturnType<typeof description>): string {
  return prettyJson({
    ...shownCandidate(candidate),
    parameters: schemaForModel(parameters),
    ...(outputSchema === undefined ? {} : { outputSchema: schemaForModel(outputSchema) }),
  });
}

/**
 * `tool_describe`: the candidate, its exact input schema and a trusted tool's output schema. Rejects with
 * `ERR_TOOL_INPUT`, `ERR_TOOL_UNKNOWN` or `ERR_TOOL_AMBIGUOUS`.
 */
export async function describeControl(
  callArguments: unknown,
  session: SurfaceSession,
  context: LookupErrorContext,
  keeper?: ResultKeeper,
): Promise<CallAnswer> {
  const id = describedId(callArguments);
  const reader = meansReader(id, keeper, context.lookup) ? await findReader(session, keeper) : undefined;
  if (reader !== undefined) return { content: textContent(prettyJson(description(reader))), details: description(reader), isError: false };
  const answer = context.lookup.resolve(id);
  const found = answer.kind === 'found' ? answer.entry.tool : undefined;
  const tool = session.describe(found?.id ?? id);
  if (answer.kind === 'ambiguous') throw ambiguousTool(id, answer.entries);
  if (found === undefined || tool === undefined) throw unknownTool(id, context, found?.id);
  const details = description(tool);
  const json = shownJson(details);
  return {
    content: [{ type: 'text', text: tool.trust === 'trusted' ? json : wrapUntrusted(json) }],
    details,
    isError: false,
  };
}
