import { isJsonObject } from '@toolrack/contracts';

import type { LockChange } from './compare-lock.js';
import { definitionKeys, type LockedDefinition } from './locked-definition.js';

const titles: Readonly<Record<LockChange['status'], string>> = {
  new: 'new: nobody has reviewed it',
  changed: 'changed since it was reviewed',
  moved: 'another program or address stands behind its source',
  gone: 'gone: its source no longer lists it',
};

/** Most lines that one change is shown with. */
const mostLines = 80;

/**
 * A change in lines for people: a heading, then what was (`-`) and what is (`+`), by place in the definition. The text is that of strangers:
 * whoever prints it to a terminal makes it safe.
 */
export function renderChange(change: LockChange): readonly string[] {
  const { before, after, origins } = change;
  const lines = origins === undefined ? differences(ordered(before), ordered(after)) : differences(origins.before, origins.after);
  const shown = lines.slice(0, mostLines).map((line) => `  ${line}`);
  if (lines.length > mostLines) shown.push(`  … and ${lines.length - mostLines} more lines`);
  return [`${change.id}: ${titles[change.status]}`, ...shown];
}

function ordered(definition: LockedDefinition | undefined): unknown {
  if (definition === undefined) return undefined;
  return Object.fromEntries(definitionKeys.map((key) => [key, definition[key]]));
}

function differences(before: unknown, after: unknown): readonly string[] {
  const [was, is] = [leaves(before), leaves(after)];
  const places = [...new Set([...was.keys(), ...is.keys()])];
  // Places of `after` in its order, with what is gone at the place where it stood.
  return places.flatMap((place) => {
    const [left, right] = [was.get(place), is.get(place)];
    if (left === right) return [];
    return [...linesOf('-', place, left), ...linesOf('+', place, right)];
  });
}

function linesOf(mark: string, place: string, value: string | undefined): readonly string[] {
  return value === undefined ? [] : [`${mark} ${place}: ${value}`];
}

/** Every plain value by its place, keys sorted inside schemas so that their order is no difference. */
function leaves(value: unknown, place = '', found = new Map<string, string>()): ReadonlyMap<string, string> {
  if (value === undefined) return found;
  if (Array.isArray(value) && value.length > 0) value.forEach((item, index) => leaves(item, `${place}[${index}]`, found));
  else if (isJsonObject(value) && Object.keys(value).length > 0) {
    const keys = place === '' ? Object.keys(value) : Object.keys(value).sort();
    for (const key of keys) leaves(value[key], place === '' ? key : `${place}.${key}`, found);
  } else found.set(place, JSON.stringify(value));
  return found;
}
