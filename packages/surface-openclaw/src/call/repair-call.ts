import { isJsonObject, type JsonObject, shownName } from '@toolrack/contracts';
import { controlArguments, isGiven, parsedObject } from '../control/control-arguments.js';
import { hoisted, selectorKeys } from '../control/selectors.js';
import { inputError } from '../text/input-error.js';
import { quoted } from '../text/quoted.js';
import { asSingleCall } from './call-list.js';

/** What a `tool_call` asks for: a reference to a tool, untrimmed, and its input. */
export interface RepairedCall {
  readonly reference: string;
  /** An object unless the model nested something else under `args`. */
  readonly input: unknown;
}

/** Ids of the catalogued tools that a text names exactly, as an id or as a name. */
export type MatchIds = (text: string) => readonly string[];

const wrapperKeys = ['args', 'input'] as const;
/** Most ids that an ambiguity lists. */
const mostIds = 5;
const dottedPrefix = 'args.';

/** What a wrapper holds: an object also when it came as a string of JSON. */
function unwrap(value: unknown): unknown {
  return parsedObject(value) ?? value;
}

function isEmptyWrapper(value: unknown): boolean {
  if (!isGiven(value)) return true;
  if (typeof value === 'string') return value.trim() === '';
  return (Array.isArray(value) && value.length === 0) || (isJsonObject(value) && Object.keys(value).length === 0);
}

/** `args.x: 1` means `{ x: 1 }`. */
function dottedArguments(input: JsonObject): JsonObject {
  const entries = Object.entries(input).filter(([key]) => key.startsWith(dottedPrefix) && key !== dottedPrefix);
  return Object.fromEntries(entries.map(([key, value]) => [key.slice(dottedPrefix.length), value]));
}

function isOwnKey(key: string): boolean {
  return (wrapperKeys as readonly string[]).includes(key) || (key.startsWith(dottedPrefix) && key !== dottedPrefix);
}

function asReference(value: unknown): string {
  if (typeof value === 'string' && value.trim() !== '') return value;
  throw inputError('id must be a non-blank string: the exact id or name of the tool to call.', { path: 'id' });
}

function matchedText(ids: readonly string[]): string {
  const shown = ids.slice(0, mostIds).map((id) => quoted(shownName(id)));
  return `These tools match: ${shown.join(', ')}${ids.length > shown.length ? ' and more' : ''}.`;
}

/** Arguments written beside the selector: keys that name a tool are told apart from the tool's own fields. */
function flattened(input: JsonObject, match: MatchIds): RepairedCall {
  const matched = new Map<string, readonly string[]>();
  for (const key of selectorKeys) {
    const value = input[key];
    const ids = typeof value === 'string' ? match(value) : [];
    if (ids.length > 0) matched.set(key, ids);
  }
  const ids = new Set([...matched.values()].flat());
  if (ids.size > 1) {
    throw inputError(`Ambiguous tool selectors: pass the target id and nest its arguments under args. ${matchedText([...ids])}`, {
      ids: [...ids],
    });
  }
  const first = selectorKeys.find((key) => isGiven(input[key]));
  const selectors = matched.size > 0 ? [...matched.keys()] : first === undefined ? [] : [first];
  const reference = asReference(input[selectors[0] ?? 'id']);
  const rest = Object.entries(input).filter(([key]) => !isOwnKey(key) && !selectors.includes(key));
  return { reference, input: { ...dottedArguments(input), ...Object.fromEntries(rest) } };
}

/**
 * Finds the tool and its arguments in what a model sent. Precedence: nested `args`, then `input`, then fields beside the
 * selector, then dotted keys. An empty wrapper counts as absent, also beside a filled one. Throws `ERR_TOOL_INPUT` for
 * selectors that name different tools and for a missing selector; nothing has been called then.
 */
export function repairCall(callArguments: unknown, match: MatchIds): RepairedCall {
  const input = hoisted(asSingleCall(controlArguments(callArguments)));
  const nested = wrapperKeys.map((key) => unwrap(input[key])).find((value) => !isEmptyWrapper(value));
  if (nested === undefined) return flattened(input, match);
  const reference = asReference(input['id'] ?? input['toolId'] ?? input['name']);
  return { reference, input: isJsonObject(nested) ? { ...dottedArguments(input), ...nested } : nested };
}
