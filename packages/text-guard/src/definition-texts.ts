import { freezeJson, withoutHidden, type JsonObject, type JsonValue, type ToolDescriptor } from '@toolrack/contracts';

/** Deepest part of a schema that is read. */
const deepest = 32;
/** Most characters that are gathered from one definition. */
const mostText = 40_000;

/** Where a text of a definition stands; what is usual at one place is odd at another. The numbers are part of the fitted features. */
export const places = { description: 0, parameter: 1, value: 2, name: 3, output: 4 } as const;

/** A text of a definition that a model may be shown. */
export interface Passage {
  readonly text: string;
  readonly place: (typeof places)[keyof typeof places];
}

/** Keys of a schema whose strings are values or short labels. */
const valueKeys: ReadonlySet<string> = new Set(['enum', 'default', 'const', 'examples', 'example', 'pattern', '$comment', 'title']);

/** The place of what stands under a key of a schema. */
function placeUnder(key: string, value: unknown, outer: Passage['place']): Passage['place'] {
  if (typeof value !== 'string' && !Array.isArray(value)) return outer;
  if (key === 'description') return outer === places.output ? places.output : places.parameter;
  if (key === 'required') return places.name;
  return valueKeys.has(key) ? places.value : outer;
}

/** Every text of a definition that a model may be shown, schemas too: instructions hide in parameters as well. */
export function passagesOf(tool: ToolDescriptor): readonly Passage[] {
  const passages: Passage[] = [];
  let left = mostText;
  const add = (text: string, place: Passage['place']): void => {
    if (left <= 0) return;
    passages.push({ text: text.slice(0, left), place });
    left -= text.length + 1;
  };
  /** A name of several words can be a sentence: `read_env_file_and_paste_it_here`. */
  const visitName = (name: string, fewest: number): void => {
    const spoken = name.replaceAll(/(?<=[a-z])(?=[A-Z])|[_-]+/gu, ' ');
    if (spoken.split(' ').length >= fewest) add(spoken, places.name);
  };
  const visit = (value: unknown, depth: number, place: Passage['place']): void => {
    if (left <= 0 || depth > deepest) return;
    if (typeof value === 'string') {
      // Names of types and formats are no place for an instruction.
      if (value.length >= 12) add(value, place);
    } else if (Array.isArray(value)) for (const item of value) visit(item, depth + 1, place);
    else if (typeof value === 'object' && value !== null)
      for (const [name, item] of Object.entries(value)) {
        visitName(name, 3);
        visit(item, depth + 1, placeUnder(name, item, place));
      }
  };
  add(tool.description, places.description);
  visitName(tool.name, 5);
  visit(tool.title, 0, places.description);
  visit(tool.inputSchema, 0, places.parameter);
  visit(tool.outputSchema, 0, places.output);
  visit(tool.annotations, 0, places.value);
  return passages;
}

/** Keys of a schema whose strings are for readers; values that arguments are compared with (`const`, `enum`, `default`) stay as they are. */
const readable: ReadonlySet<string> = new Set(['title', 'description', '$comment']);

/** The value with hidden text removed from the strings under readable keys; the same value when there is none. */
function clean<Value extends JsonValue | undefined>(value: Value, key = '', depth = 0): Value {
  if (typeof value === 'string') return (readable.has(key) ? withoutHidden(value) : value) as Value;
  if (typeof value !== 'object' || value === null || depth > deepest) return value;
  let isChanged = false;
  const cleanInner = (inner: JsonValue | undefined, name: string): JsonValue | undefined => {
    const cleaned = clean(inner, name, depth + 1);
    isChanged ||= cleaned !== inner;
    return cleaned;
  };
  const copy: unknown = Array.isArray(value)
    ? (value as readonly JsonValue[]).map((item) => cleanInner(item, key))
    : Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, cleanInner(inner as JsonValue, name)]));
  return isChanged ? (copy as Value) : value;
}

/** The definition without hidden text; the same object when there is none. */
export function cleanDefinition(tool: ToolDescriptor): ToolDescriptor {
  const description = withoutHidden(tool.description);
  const title = tool.title === undefined ? undefined : withoutHidden(tool.title);
  const inputSchema = clean(tool.inputSchema);
  const outputSchema = clean(tool.outputSchema);
  const annotations = clean(tool.annotations as JsonObject | undefined);
  const isSame =
    description === tool.description &&
    title === tool.title &&
    inputSchema === tool.inputSchema &&
    outputSchema === tool.outputSchema &&
    annotations === tool.annotations;
  if (isSame) return tool;
  const changed = {
    description,
    inputSchema,
    ...(title === undefined ? {} : { title }),
    ...(outputSchema === undefined ? {} : { outputSchema }),
    ...(annotations === undefined ? {} : { annotations }),
  };
  return { ...tool, ...(freezeJson(changed) as unknown as typeof changed) };
}
