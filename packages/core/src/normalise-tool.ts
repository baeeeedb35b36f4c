import { canonicalJson, freezeJson, frozenSize, isJsonObject, reasonOf, sourceId } from '@toolrack/contracts';
import type {
  JsonObject,
  JsonSchema,
  JsonValue,
  RuntimeLimits,
  ToolDefinition,
  ToolDescriptor,
  ToolSourceIdentity,
  Trust,
} from '@toolrack/contracts';
import { defaultLimits } from './runtime-limits.js';
import { sha256 } from './sha256.js';

/** Longest accepted name. The longest real one has 63 characters; answers bound what they show of longer ones. */
const longestName = 65_536;
/** Schema of a tool whose own cannot be read: anything goes, so that its server decides. */
const openObject: JsonObject = Object.freeze({ type: 'object' });

/** A usable tool, or the reason why the definition cannot be used; `note` tells what was repaired. */
export type NormalisedTool = { readonly tool: ToolDescriptor; readonly note?: string } | { readonly reason: string };

/** How large a definition may be. */
export type DefinitionLimits = Pick<RuntimeLimits, 'maxDefinitionCharacters' | 'maxDefinitionValues'>;

/** Checks, repairs and freezes one definition of the source with the id `owner`. Never throws, whatever the definition does when it is read. */
export function normaliseTool(
  definition: ToolDefinition,
  source: ToolSourceIdentity,
  trust: Trust,
  owner: string = sourceId(source),
  limits: DefinitionLimits = defaultLimits,
): NormalisedTool {
  try {
    const made = normalise(definition, source, trust, owner, limits);
    const fault = 'tool' in made ? sizeFault(made.tool, limits) : undefined;
    return fault === undefined ? made : { reason: fault };
  } catch (error) {
    return { reason: error instanceof TooLarge ? error.message : `the definition cannot be read: ${reasonOf(error)}` };
  }
}

class TooLarge extends Error {}

/** What is too large about a definition whose parts are frozen copies. */
function sizeFault(
  { title, description, inputSchema, outputSchema, annotations }: ToolDescriptor,
  { maxDefinitionCharacters, maxDefinitionValues }: DefinitionLimits,
): string | undefined {
  let [values, characters] = [0, 0];
  for (const part of [title, description, inputSchema, outputSchema, annotations]) {
    const size = frozenSize(part);
    values += size.values;
    characters += size.characters;
  }
  if (characters > maxDefinitionCharacters)
    return `its definition is too large: ${characters} characters, at most ${maxDefinitionCharacters} (limits.maxDefinitionCharacters)`;
  if (values > maxDefinitionValues)
    return `its definition is too large: ${values} values, at most ${maxDefinitionValues} (limits.maxDefinitionValues)`;
  return undefined;
}

function normalise(
  definition: ToolDefinition,
  source: ToolSourceIdentity,
  trust: Trust,
  owner: string,
  limits: DefinitionLimits,
): NormalisedTool {
  if (!isJsonObject(definition)) return { reason: 'the definition is not an object' };
  const { name, title, description, exposure: shown, execution: runs } = definition;
  if (typeof name !== 'string' || name.trim() === '') return { reason: 'it has no name' };
  if (name.length > longestName) return { reason: `its name is longer than ${longestName} characters` };
  const notes: string[] = [];
  if (description !== undefined && description !== null && typeof description !== 'string')
    notes.push('its description is not a string and was dropped');
  const inputSchema = readSchema(definition, 'inputSchema', notes, limits) ?? openObject;
  const outputSchema = readSchema(definition, 'outputSchema', notes, limits);
  const annotations = readAnnotations(definition, notes, limits);
  const id = `${owner}:${name}`;
  const text = typeof description === 'string' ? description : '';
  const exposure = shown === 'direct-only' ? 'direct-only' : 'catalog';
  const execution = runs === 'sequential' ? 'sequential' : 'parallel';
  // Written out whole: catalogs have thousands, and one that grows member by member is moved again and again.
  const tool: Writable =
    typeof title === 'string' && title !== ''
      ? { id, name, title, description: text, source, trust, exposure, execution, inputSchema }
      : { id, name, description: text, source, trust, exposure, execution, inputSchema };
  if (outputSchema !== undefined) tool.outputSchema = outputSchema;
  if (annotations !== undefined) tool.annotations = annotations;
  return notes.length === 0 ? { tool: withDigest(tool) } : { tool: withDigest(tool), note: notes.join('; ') };
}

/** A descriptor that is being put together. */
type Writable = { -readonly [Key in keyof Omit<ToolDescriptor, 'digest'>]: ToolDescriptor[Key] };

const digests = new WeakMap<object, string>();

/** Worked out when it is first read: most runs of a catalog never compare definitions. The source and the trust are not part of it. */
const digestProperty = {
  enumerable: true,
  get(this: ToolDescriptor): string {
    let digest = digests.get(this);
    if (digest === undefined) {
      const { name, title, description, exposure, execution, inputSchema, outputSchema, annotations } = this;
      const definition = { name, title, description, exposure, execution, inputSchema, outputSchema, annotations };
      digest = sha256(canonicalJson(definition as JsonObject));
      digests.set(this, digest);
    }
    return digest;
  },
};

/** Freezes a descriptor, whose parts are frozen, and gives it the digest of its definition. */
function withDigest(tool: Omit<ToolDescriptor, 'digest'>): ToolDescriptor {
  return Object.freeze(Object.defineProperty(tool, 'digest', digestProperty) as ToolDescriptor);
}

/** A `descriptor` tap's result, made JSON-safe again; throws when it cannot be. */
export function describeAgain(tool: ToolDescriptor, source: ToolSourceIdentity): ToolDescriptor {
  const { digest: _digest, source: _source, ...rest } = tool;
  return withDigest({ ...(freezeJson(rest) as unknown as Omit<ToolDescriptor, 'digest' | 'source'>), source });
}

function readSchema(
  definition: ToolDefinition,
  key: 'inputSchema' | 'outputSchema',
  notes: string[],
  { maxDefinitionValues }: DefinitionLimits,
): JsonSchema | undefined {
  const what = key === 'inputSchema' ? 'input schema' : 'output schema';
  try {
    const value: JsonValue | undefined = freezeJson(definition[key], maxDefinitionValues);
    if (value === undefined || value === null) return undefined;
    if (typeof value === 'boolean' || isJsonObject(value)) return value;
    notes.push(`its ${what} is not a schema and was dropped`);
  } catch (error) {
    if (error instanceof RangeError) throw new TooLarge(`its ${what} is too large: ${reasonOf(error)}`);
    notes.push(`its ${what} cannot be read (${reasonOf(error)}) and was dropped`);
  }
  return undefined;
}

function readAnnotations(definition: ToolDefinition, notes: string[], { maxDefinitionValues }: DefinitionLimits): JsonObject | undefined {
  try {
    const value = freezeJson(definition.annotations, maxDefinitionValues);
    if (value === undefined || value === null) return undefined;
    if (isJsonObject(value)) return value;
    notes.push('its annotations are not an object and were dropped');
  } catch (error) {
    if (error instanceof RangeError) throw new TooLarge(`its annotations are too large: ${reasonOf(error)}`);
    notes.push(`its annotations cannot be read (${reasonOf(error)}) and were dropped`);
  }
  return undefined;
}
