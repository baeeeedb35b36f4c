import type { JsonValue } from './json.js';
import { textForModel, visibleText } from './visible-text.js';

/** Cleans the strings of one value; objects that occur in several places are cleaned once, and one that holds itself stays as it is. */
class Cleaner {
  private readonly known = new Map<object, unknown>();

  /** `isOpaque`: members that hold no text, such as the bytes of an image. */
  constructor(private readonly isOpaque: (key: string, holder: object) => boolean) {}

  clean(value: unknown): unknown {
    if (typeof value === 'string') return textForModel(value);
    if (typeof value !== 'object' || value === null) return value;
    const known = this.known.get(value);
    if (known !== undefined) return known;
    this.known.set(value, value);
    const cleaned = Array.isArray(value) ? this.cleanItems(value) : this.cleanMembers(value);
    if (cleaned !== value) this.known.set(value, cleaned);
    return cleaned;
  }

  private cleanItems(items: readonly unknown[]): readonly unknown[] {
    let copy: unknown[] | undefined;
    for (let place = 0; place < items.length; place += 1) {
      const item: unknown = items[place];
      const cleaned = this.clean(item);
      if (cleaned === item) continue;
      copy ??= [...items];
      copy[place] = cleaned;
    }
    return copy ?? items;
  }

  private cleanMembers(holder: object): object {
    const entries: readonly (readonly [string, unknown])[] = Object.entries(holder);
    let isChanged = false;
    const members = entries.map(([key, member]): [string, unknown] => {
      const cleaned = this.isOpaque(key, holder) ? member : this.clean(member);
      isChanged ||= cleaned !== member;
      return [key, cleaned];
    });
    if (entries.every(([key]) => textForModel(key) === key)) return isChanged ? Object.fromEntries(members) : holder;
    const names = memberNames(entries.map(([key]) => key));
    return Object.fromEntries(members.map(([, member], place) => [names[place] as string, member]));
  }
}

/** Clean names for the members of one object, all different; one that would take another's is shown with its hidden characters instead. */
export function memberNames(keys: readonly string[]): readonly string[] {
  const taken = new Set(keys.filter((key) => textForModel(key) === key));
  return keys.map((key) => {
    let name = textForModel(key);
    if (name === key) return name;
    if (taken.has(name)) name = textForModel(visibleText(key));
    while (taken.has(name)) name += `~${taken.size}`;
    taken.add(name);
    return name;
  });
}

/** Deepest nesting and most values that the quick look goes through; beyond them, and round in circles, the slow one is asked. */
const deepest = 150;
const mostValues = 500_000;
/** Values seen by the quick look that is under way. */
let seen = 0;

/** A look without a copy of anything: nearly all values are clean. */
function isClean(value: unknown, isOpaque: (key: string, holder: object) => boolean, depth: number): boolean {
  if (typeof value === 'string') return textForModel(value) === value;
  if (typeof value !== 'object' || value === null) return true;
  seen += 1;
  if (depth > deepest || seen > mostValues) return false;
  if (Array.isArray(value)) {
    for (let place = 0; place < value.length; place += 1) if (!isClean(value[place], isOpaque, depth + 1)) return false;
    return true;
  }
  for (const key in value) {
    if (textForModel(key) !== key) return false;
    if (!isOpaque(key, value) && !isClean((value as Record<string, unknown>)[key], isOpaque, depth + 1)) return false;
  }
  return true;
}

function cleaned(value: unknown, isOpaque: (key: string, holder: object) => boolean): unknown {
  seen = 0;
  return isClean(value, isOpaque, 0) ? value : new Cleaner(isOpaque).clean(value);
}

const nothing = (): boolean => false;

/**
 * A stranger's JSON value as a model may read it: `textForModel` of every string and of every member's name, in the same shape. The same value
 * when it is clean already. For values that are read as text: `const` and `enum` of a schema and what is compared with them change alike.
 */
export function jsonForModel<Value>(value: Value): Value {
  return cleaned(value, nothing) as Value;
}

/** The bytes of MCP's content blocks. */
const isBytes = (key: string, holder: object): boolean =>
  key === 'blob' || (key === 'data' && typeof (holder as { mimeType?: unknown }).mimeType === 'string');

/** As `jsonForModel`, for content blocks and what holds some, in MCP's shapes: the bytes of media are not looked at. */
export function contentForModel<Value>(content: Value): Value {
  return cleaned(content, isBytes) as Value;
}

const schemas = new WeakMap<object, JsonValue>();

/**
 * A schema as it can be cleaned: without patterns that a cleaned value may break (one with other characters than the author's is another one), and with
 * names of properties and fixed values that stay different, wherever the schema speaks of them.
 */
function prepared(value: unknown): unknown {
  if (Array.isArray(value)) return (value as unknown[]).map(prepared);
  if (typeof value !== 'object' || value === null) return value;
  const { properties } = value as { readonly properties?: unknown };
  const keys = typeof properties === 'object' && properties !== null && !Array.isArray(properties) ? Object.keys(properties) : [];
  const names = new Map(memberNames(keys).map((name, place) => [keys[place] as string, name]));
  const kept = Object.entries(value).filter(
    ([key, member]) => key !== 'pattern' || typeof member !== 'string' || textForModel(member) === member,
  );
  return Object.fromEntries(
    kept.map(([key, member]) => {
      if (!Array.isArray(member)) return [key, key === 'properties' ? renamed(prepared(member), names) : prepared(member)];
      if (key === 'enum') return [key, shownValues(member)];
      return [key, key === 'required' ? (member as unknown[]).map((name) => names.get(name as string) ?? name) : prepared(member)];
    }),
  );
}

function renamed(properties: unknown, names: ReadonlyMap<string, string>): unknown {
  if (names.size === 0) return properties;
  return Object.fromEntries(Object.entries(properties as object).map(([key, member]) => [names.get(key) ?? key, member]));
}

/** The values of an `enum` as a model is shown them: texts that differ stay different. */
export function shownValues(values: readonly unknown[]): readonly unknown[] {
  const texts = [...new Set(values.filter((value) => typeof value === 'string'))];
  const shown = new Map(memberNames(texts).map((text, place) => [texts[place] as string, text]));
  return values.map((value) => (typeof value === 'string' ? shown.get(value) : value));
}

/**
 * As `jsonForModel`, for the schemas of a definition, which are frozen: worked out once for each. Where something had to be cleaned, a `pattern`
 * that would have to be changed is left out, so that what is shown never refuses what the tool accepts, and names and fixed values that would read
 * the same are told apart.
 */
export function schemaForModel<Schema>(schema: Schema): Schema {
  if (typeof schema !== 'object' || schema === null) return schema;
  let shown = schemas.get(schema);
  if (shown === undefined) {
    const whole = jsonForModel<unknown>(schema);
    shown = (whole === schema ? schema : jsonForModel(prepared(schema))) as JsonValue;
    schemas.set(schema, shown);
  }
  return shown as Schema;
}

/** True for a schema that `schemaForModel` has shown otherwise than it is. Reads nothing of it. */
export function isShownOtherwise(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return false;
  const shown = schemas.get(schema);
  return shown !== undefined && shown !== schema;
}
