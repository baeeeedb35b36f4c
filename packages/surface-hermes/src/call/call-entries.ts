import { isJsonObject, type JsonObject } from '@toolrack/contracts';
import { parsedJson, textOf } from '../controls/control-input.js';
import { bridgeNames } from '../deferral/tool-name.js';

/** One call inside `tool_call`. */
export interface CallEntry {
  readonly name: string;
  readonly arguments: JsonObject;
}

/** The entries of a `tool_call`, or why nothing can run. */
export type CallEntries = { readonly entries: readonly CallEntry[] } | { readonly error: string };

/** Keys under which models put the arguments of an entry. */
const argumentKeys = ['arguments', 'args', 'parameters', 'input'] as const;
const example = '{"calls":[{"name":"<tool>","arguments":{}}]}';

function cutOff(text: string): string {
  let open = 0;
  let inString = false;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (inString) {
      if (character === '\\') index++;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{' || character === '[') open++;
    else if (character === '}' || character === ']') open--;
  }
  if (!inString && open <= 0) return '';
  return ` It looks cut off: ${inString ? 'a string' : `${open} ${open === 1 ? 'bracket' : 'brackets'}`} at its end is not closed.`;
}

/** The list of raw entries: `calls` in any of its forms, or the older shape of one call. */
function rawEntries(input: JsonObject): { readonly list: readonly unknown[] } | { readonly error: string } {
  const calls = input['calls'] as unknown;
  if (calls === undefined || calls === null) {
    const { name } = input;
    if (name === undefined || name === null || textOf(name).trim() === '') {
      return { error: `calls is required: an array of {name, arguments}, for example ${example}.` };
    }
    return { list: [input] };
  }
  const parsed = typeof calls === 'string' ? parsedJson(calls) : { value: calls };
  if (parsed === undefined) {
    return { error: `calls is a string that is not valid JSON.${cutOff(calls as string)} Send calls as an array, for example ${example}.` };
  }
  const { value } = parsed;
  // A JSON string that holds the whole payload again.
  const inner: unknown = typeof calls === 'string' && isJsonObject(value) && Array.isArray(value['calls']) ? value['calls'] : value;
  const list = isJsonObject(inner) ? [inner] : inner;
  if (!Array.isArray(list) || list.length === 0)
    return { error: `calls must be a non-empty array of {name, arguments}, for example ${example}.` };
  return { list: list as unknown[] };
}

/** What an entry holds beside its name where it has no arguments: models flatten them. */
function flattened(entry: JsonObject): unknown {
  for (const key of argumentKeys) if (entry[key] !== undefined) return entry[key];
  const { name: _name, calls: _calls, ...rest } = entry;
  return rest;
}

function readArguments(value: unknown, position: number): { readonly value: JsonObject } | { readonly error: string } {
  if (value === undefined || value === null || (typeof value === 'string' && value.trim() === '')) return { value: {} };
  if (typeof value !== 'string') {
    return isJsonObject(value) ? { value } : { error: `The arguments of calls[${position}] must be an object.` };
  }
  const parsed = parsedJson(value);
  if (parsed === undefined) return { error: `The arguments of calls[${position}] are a string that is not valid JSON.${cutOff(value)}` };
  if (parsed.value === null) return { value: {} };
  return isJsonObject(parsed.value) ? { value: parsed.value } : { error: `The arguments of calls[${position}] must be an object.` };
}

function readEntry(raw: unknown, position: number): CallEntry | { readonly error: string } {
  if (!isJsonObject(raw)) return { error: `calls[${position}] must be an object {name, arguments}.` };
  const given = raw['name'] as unknown;
  const name = given === undefined || given === null ? '' : textOf(given).trim();
  if (name === '') return { error: `calls[${position}] has no name: give the exact name of the tool.` };
  if (bridgeNames.has(name))
    return { error: `calls[${position}] names ${name}, which cannot be invoked through tool_call: call it directly.` };
  const read = readArguments(flattened(raw), position);
  return 'error' in read ? read : { name, arguments: read.value };
}

/**
 * Reads the arguments of `tool_call` in every accepted shape: `calls` as an array, one object or JSON of either; `{ name, arguments }`;
 * an array alone; a JSON string of any of these. Arguments of an entry may be an object, JSON of one, blank or absent; keys beside the
 * name count as arguments where there are none. Never throws.
 */
export function callEntries(callArguments: unknown): CallEntries {
  const parsed = typeof callArguments === 'string' ? parsedJson(callArguments)?.value : callArguments;
  const input: JsonObject = isJsonObject(parsed) ? parsed : Array.isArray(parsed) ? { calls: parsed as JsonObject['calls'] } : {};
  if (typeof callArguments === 'string' && parsed === undefined && callArguments.trim() !== '') {
    return { error: `The arguments of tool_call are a string that is not valid JSON.${cutOff(callArguments)}` };
  }
  const raw = rawEntries(input);
  if ('error' in raw) return raw;
  const entries: CallEntry[] = [];
  for (const [position, item] of raw.list.entries()) {
    const entry = readEntry(item, position);
    if ('error' in entry) return entry;
    entries.push(entry);
  }
  return { entries };
}
