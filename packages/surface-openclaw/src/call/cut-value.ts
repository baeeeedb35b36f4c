import { isJsonObject, type JsonObject } from '@toolrack/contracts';
import { firstUnits } from '../text/bounded-text.js';

/** Deepest level that is looked into; what lies below is left out whole. */
const deepest = 24;
/** Below this many characters nothing useful can be kept of a value. */
const least = 60;
/** Characters for saying that something was left out. */
const markRoom = 48;

const lengthOf = (value: unknown): number => JSON.stringify(value)?.length ?? 0;

/** The longest beginning of a text that has at most `room` characters as JSON, with a word on what is missing. */
export function cutText(text: string, room: number): string {
  if (text.length <= room && lengthOf(text) <= room) return text;
  const marked = (length: number): string => `${firstUnits(text, length)}\n[cut: ${text.length - length} more characters]`;
  let [fitting, tooLong] = [0, Math.min(text.length, room) + 1];
  while (tooLong - fitting > 1) {
    const middle = Math.floor((fitting + tooLong) / 2);
    if (lengthOf(marked(middle)) <= room) fitting = middle;
    else tooLong = middle;
  }
  return marked(fitting);
}

/**
 * A value cut so that its JSON has about `room` characters and stays of its kind: of a list the first items, of an object all members, the long ones
 * cut, of a text the beginning. Wherever something is missing it is said in its place.
 */
export function cutValue(value: unknown, room: number, depth = 0): unknown {
  if (lengthOf(value) <= room) return value;
  if (room < least || depth > deepest) return `[cut: ${lengthOf(value)} characters]`;
  if (typeof value === 'string') return cutText(value, room);
  if (Array.isArray(value)) return cutList(value as readonly unknown[], room, depth);
  return isJsonObject(value) ? cutObject(value, room, depth) : value;
}

function cutList(list: readonly unknown[], room: number, depth: number): readonly unknown[] {
  const kept: unknown[] = [];
  let left = room - markRoom;
  for (const item of list) {
    const length = lengthOf(item) + 1;
    if (length > left) {
      if (left > least * 2) kept.push(cutValue(item, left - 1, depth + 1));
      break;
    }
    kept.push(item);
    left -= length;
  }
  const missing = list.length - kept.length;
  return missing === 0 ? kept : [...kept, `[cut: ${missing} more items]`];
}

/** Short members stay whole; the others share what is left of the room. */
function cutObject(object: JsonObject, room: number, depth: number): JsonObject {
  const members = Object.entries(object).map(([key, value]) => ({ key, value, around: lengthOf(key) + 2, length: lengthOf(value) }));
  const kept = new Map<string, unknown>();
  let left = room - markRoom;
  let waiting = members.length;
  for (const { key, value, around, length } of [...members].sort((one, other) => one.length - other.length)) {
    const share = Math.floor(left / waiting) - around;
    waiting -= 1;
    if (share < Math.min(length, least)) continue;
    const part = cutValue(value, share, depth + 1);
    kept.set(key, part);
    left -= around + lengthOf(part);
  }
  const entries = members.filter(({ key }) => kept.has(key)).map(({ key }) => [key, kept.get(key)]);
  const missing = members.length - entries.length;
  return Object.fromEntries(missing === 0 ? entries : [...entries, ['[cut]', `${missing} more members`]]) as JsonObject;
}
