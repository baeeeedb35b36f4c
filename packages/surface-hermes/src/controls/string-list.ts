import { type JsonObject } from '@toolrack/contracts';
import { inputError, parsedJson, textOf } from './control-input.js';

/** How a list of strings is read. */
export interface StringListRules {
  readonly most: number;
  readonly distinct: boolean;
  /** What to do when there are too many. */
  readonly hint: string;
  /** A string that holds a JSON list is that list; otherwise it is one item, as every other string. */
  readonly readsJson?: boolean;
  /** The key that models write for one item: not accepted, but the right payload is restated. */
  readonly singular: string;
}

function listOf(value: unknown, readsJson: boolean): unknown {
  if (typeof value !== 'string') return value;
  const parsed = readsJson && value.trim().startsWith('[') ? parsedJson(value)?.value : undefined;
  return Array.isArray(parsed) ? parsed : [value];
}

/** Empty items as the original has them: nothing, zero and false stand for no item. */
function itemText(item: unknown): string {
  if (item === undefined || item === null || item === 0 || item === false) return '';
  if (typeof item === 'object' && Object.keys(item).length === 0) return '';
  return textOf(item).trim();
}

/** Longest text that is repeated in a payload, in characters. */
const longestRestated = 500;

/** The payload that works, from what stands under the singular key. */
function restated(input: JsonObject, key: string, singular: string): string | undefined {
  const given = input[singular];
  const items = (Array.isArray(given) ? (given as unknown[]) : [given]).map(itemText).filter((text) => text !== '');
  const payload = JSON.stringify({ [key]: items });
  return items.length === 0 || payload.length > longestRestated ? undefined : `Send ${payload}.`;
}

/**
 * A list of non-blank strings from what a model sent: a list, or a bare string, which is one item. Throws
 * `ERR_TOOL_INPUT` for anything else, when nothing is left, and beyond the cap.
 */
export function stringList(input: JsonObject, key: string, rules: StringListRules): readonly string[] {
  const value = listOf(input[key], rules.readsJson === true);
  if (!Array.isArray(value)) {
    throw inputError(`${key} is required and must be an array of strings.`, restated(input, key, rules.singular));
  }
  const texts = (value as unknown[]).map(itemText).filter((text) => text !== '');
  const items = rules.distinct ? [...new Set(texts)] : texts;
  if (items.length === 0) throw inputError(`${key} is required and must have at least one non-empty string.`);
  if (items.length > rules.most) throw inputError(`too many ${key}: ${items.length}, at most ${rules.most} in one call.`, rules.hint);
  return items;
}
