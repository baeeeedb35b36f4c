import { type CallAnswer, type ResultKeeper, type SurfaceSession, ToolrackError } from '@toolrack/contracts';
import { findReader, meansReader, shownReaderName } from '../kept/find-reader.js';
import { ambiguousTool, type LookupErrorContext, unknownTool } from '../lookup/lookup-errors.js';
import { plainName, quoted } from '../text/quoted.js';
import { type RunSettings } from '../settings/run-settings.js';
import { bareAnswer, callTool } from './call-control.js';
import { parsedObject } from './control-arguments.js';

/** The one catalogued tool that a hidden name stands for: its exact name, or the listed spelling of it. */
function hidden(name: string, { lookup }: LookupErrorContext) {
  const entries = lookup.byName(name);
  if (entries.length > 0) return entries.length === 1 ? entries[0] : undefined;
  const called = lookup.view.called(name);
  const named = called === undefined ? [] : lookup.byName(called.tool.name);
  const isListed = called !== undefined && named.length === 1 && named[0]?.tool.id === called.tool.id;
  return isListed && lookup.byId(called.tool.id) !== undefined ? called : undefined;
}

/** Tells how to call a tool that is in the catalog but was not declared. Nothing runs. */
function notCallable(name: string, id: string, context: LookupErrorContext): ToolrackError {
  // The name leads to the tool too, and unlike an id it never holds words of a stranger that the model did not say itself.
  const call = JSON.stringify({ id: plainName.test(id) ? id : name, args: {} });
  return new ToolrackError(
    'ERR_TOOL_UNKNOWN',
    `${quoted(name)} cannot be called by its name: it is in the tool catalog. Call ${context.names.call} with ${call} and put its arguments into args.`,
    { toolId: id, fields: { reference: name } },
  );
}

/**
 * A call of the tool that reads on in kept results by its own name, which the note under a cut result gives; `undefined` for any other name.
 */
export async function readerCall(
  name: string,
  callArguments: unknown,
  session: SurfaceSession,
  context: LookupErrorContext,
  keeper: ResultKeeper | undefined,
): Promise<CallAnswer | undefined> {
  const isShown = keeper !== undefined && name === shownReaderName(session, keeper);
  if (!isShown && !meansReader(name, keeper, context.lookup)) return undefined;
  const reader = await findReader(session, keeper);
  if (reader === undefined) return undefined;
  const input = parsedObject(callArguments) ?? callArguments ?? {};
  return callTool(reader, input, session, context, { callId: session.callId, callName: name, present: bareAnswer });
}

/**
 * A call of a name that the model was not shown. In directory mode the exact, unique name of a catalogued tool runs as
 * if it had been shown; no id, no other spelling and no guess does. Otherwise the model is told how to call it.
 */
export async function unknownName(
  name: string,
  callArguments: unknown,
  session: SurfaceSession,
  context: LookupErrorContext,
  mode: RunSettings['mode'],
): Promise<CallAnswer> {
  const needle = name.trim();
  const entry = needle !== '' && mode === 'directory' ? hidden(needle, context) : undefined;
  if (entry !== undefined) {
    const input = parsedObject(callArguments) ?? callArguments ?? {};
    return callTool(entry.tool, input, session, context, {
      callId: session.callId,
      callName: needle,
      present: bareAnswer,
    });
  }
  const answer = context.lookup.resolve(needle);
  if (answer.kind === 'found') throw notCallable(needle, answer.entry.tool.id, context);
  throw answer.kind === 'ambiguous' ? ambiguousTool(needle, answer.entries) : unknownTool(needle, context);
}
