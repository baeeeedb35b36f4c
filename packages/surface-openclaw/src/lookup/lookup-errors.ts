import { type CallAnswer, type CatalogEntry, errorAnswer, shownName, textContent, ToolrackError } from '@toolrack/contracts';
import { quoted } from '../text/quoted.js';
import { wrapUntrusted } from '../text/untrusted-envelope.js';
import { outageOf } from '../search/outage-note.js';
import { type ControlNames, defaultControlNames } from '../settings/surface-options.js';
import { type CatalogLookup } from './catalog-lookup.js';
import { normaliseToolName } from './client-names.js';
import { type SuggestedTool, suggestTools } from './suggest-tools.js';

/** Longest location of a skill that is repeated. */
const locationLength = 1_024;
/** Most ids that an ambiguity lists. */
const mostIds = 5;

/** What the errors about a reference need to know. */
export interface LookupErrorContext {
  readonly lookup: CatalogLookup;
  readonly names: Required<ControlNames>;
  readonly skills: Readonly<Record<string, string>>;
}

/** Skills are read with a core tool; without one, pointing to a skill would lead nowhere. */
function canReadSkills(lookup: CatalogLookup): boolean {
  return ['openclaw:core:read', 'openclaw:core:skills_read'].some((id) => lookup.byId(id) !== undefined);
}

function skillText(reference: string, { lookup, skills }: LookupErrorContext): string | undefined {
  if (!Object.hasOwn(skills, reference) || !canReadSkills(lookup)) return undefined;
  const location = skills[reference] as string;
  const place = location.length <= locationLength ? JSON.stringify(location) : 'its listed location';
  return `${quoted(reference)} is a skill, not a tool. Read its instructions at ${place} and follow them.`;
}

function route({ names }: LookupErrorContext): string {
  return `Find the tool with ${names.search}, read its schema with ${names.describe} if needed, then call it with ${names.call} and the exact id.`;
}

/** The error for a reference that means a control: it is no tool of the catalog, whatever a server calls its tools. */
function controlItself(reference: string, { names }: LookupErrorContext): ToolrackError | undefined {
  const plain = normaliseToolName(reference);
  const control = Object.values(names).find((name) => normaliseToolName(name) === plain);
  if (control === undefined) return renamedControl(plain, names);
  const text = `${quoted(control)} is shown to you and is no tool of the catalog: call it directly by its own name, not through ${names.call}.`;
  return new ToolrackError('ERR_TOOL_DIRECT', text, { fields: { reference } });
}

/** The error for the usual name of a control that has another one here; older turns of a conversation may still hold it. */
function renamedControl(plain: string, names: Required<ControlNames>): ToolrackError | undefined {
  const role = (Object.keys(names) as (keyof ControlNames)[]).find((key) => defaultControlNames[key] === plain);
  if (role === undefined) return undefined;
  const text = `${quoted(plain)} is called ${names[role]} here: call ${names[role]} directly with the same arguments.`;
  return new ToolrackError('ERR_TOOL_DIRECT', text, { fields: { reference: plain, name: names[role] } });
}

/** The error for a reference that leads to no tool; one that is not allowed gets the same. `without` is never suggested. */
export function unknownTool(reference: string, context: LookupErrorContext, without?: string): ToolrackError {
  const control = controlItself(reference, context);
  if (control !== undefined) return control;
  const skill = skillText(reference, context);
  if (skill !== undefined) {
    return new ToolrackError('ERR_TOOL_UNKNOWN', skill, { fields: { reference, skill: true } });
  }
  const found = suggestTools(reference, context.lookup, without);
  const [all, own, foreign] = [found, found.filter(({ isForeign }) => !isForeign), found.filter(({ isForeign }) => isForeign)].map(meant);
  const text = `Unknown tool id ${quoted(reference)}.`;
  return new ToolrackError('ERR_TOOL_UNKNOWN', `${text}${all}`, {
    hint: outageOf(reference, context.lookup.view.sources) ?? route(context),
    modelText: `${text}${own}`,
    fields: { reference, suggestions: found.map(({ label }) => label), ...(foreign === '' ? {} : { foreign: foreign?.trim() }) },
  });
}

function meant(suggestions: readonly SuggestedTool[]): string {
  return suggestions.length === 0 ? '' : ` Did you mean ${suggestions.map(({ label }) => JSON.stringify(label)).join(', ')}?`;
}

/**
 * The answer to a reference that leads nowhere, when it has to name untrusted tools: their names come wrapped, as everything of untrusted sources
 * does. Throws the error itself when there is nothing of the kind in it.
 */
export function lookupFailure(error: unknown): CallAnswer {
  if (!ToolrackError.is(error) || typeof error.fields['foreign'] !== 'string') throw error;
  const text = `${error.toModelText()}\n\n${wrapUntrusted(error.fields['foreign'])}`;
  return { ...errorAnswer(error, `${error.message} ${error.hint ?? ''}`.trim()), content: textContent(text) };
}

/** The error for a name that several tools share. */
export function ambiguousTool(reference: string, entries: readonly CatalogEntry[]): ToolrackError {
  const ids = entries.map((entry) => entry.tool.id);
  const shown = ids.slice(0, mostIds).map((id) => quoted(shownName(id)));
  const rest = ids.length > shown.length ? ` and ${ids.length - shown.length} more` : '';
  return new ToolrackError('ERR_TOOL_AMBIGUOUS', `Ambiguous tool name ${quoted(reference)}: use an exact id.`, {
    hint: `Tools of that name: ${shown.join(', ')}${rest}.`,
    fields: { reference, ids },
  });
}

/** The error for a tool that is shown with its own schema and is not called through a control. */
export function directTool(entry: CatalogEntry, names: Required<ControlNames>): ToolrackError {
  return new ToolrackError(
    'ERR_TOOL_DIRECT',
    `${quoted(entry.callName)} is shown to you directly. Call it by its own name with its own parameters, not through ${names.call}.`,
    { toolId: entry.tool.id, fields: { name: entry.callName } },
  );
}
