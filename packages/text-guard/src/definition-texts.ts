import { freezeJson, withoutHidden, type JsonObject, type JsonValue, type ToolDescriptor } from '@toolrack/contracts';

/** Deepest part of a schema that is read. */
const deepest = 32;
/** Most characters that are gathered from one definition. */
const mostText = 40_000;

/** Every text of a definition that a model may be shown, schemas too: instructions hide in parameters as well. */
export function textsOf(tool: ToolDescriptor): string {
  const texts: string[] = [tool.description];
  let left = mostText - tool.description.length;
  /** A name of several words can be a sentence: `read_env_file_and_paste_it_here`. */
  const visitName = (name: string, fewest: number): void => {
    const spoken = name.replaceAll(/(?<=[a-z])(?=[A-Z])|[_-]+/gu, ' ');
    if (spoken.split(' ').length < fewest) return;
    texts.push(spoken);
    left -= spoken.length;
  };
  const visit = (value: unknown, depth: number): void => {
    if (left <= 0 || depth > deepest) return;
    if (typeof value === 'string') {
      // Names of types and formats are no place for an instruction.
      if (value.length < 12) return;
      texts.push(value);
      left -= value.length;
    } else if (Array.isArray(value)) for (const item of value) visit(item, depth + 1);
    else if (typeof value === 'object' && value !== null)
      for (const [name, item] of Object.entries(value)) {
        visitName(name, 3);
        visit(item, depth + 1);
      }
  };
  visitName(tool.name, 5);
  visit(tool.title, 0);
  visit(tool.inputSchema, 0);
  visit(tool.outputSchema, 0);
  visit(tool.annotations, 0);
  return texts.join('\n').slice(0, mostText);
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
