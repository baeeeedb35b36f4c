import { canonicalJson, freezeJson, isJsonObject, reasonOf, sourceId } from '@toolrack/contracts';
import type { JsonObject, JsonSchema, JsonValue, ToolDefinition, ToolDescriptor, ToolSourceIdentity, Trust } from '@toolrack/contracts';
import { sha256 } from './sha256.js';

/** Longest accepted name. The longest real one has 63 characters; answers bound what they show of longer ones. */
const longestName = 65_536;
/** Schema of a tool whose own cannot be read: anything goes, so that its server decides. */
const openObject: JsonObject = Object.freeze({ type: 'object' });

/** A usable tool, or the reason why the definition cannot be used; `note` tells what was repaired. */
export type NormalisedTool = { readonly tool: ToolDescriptor; readonly note?: string } | { readonly reason: string };

/** Checks, repairs and freezes one definition. Never throws, whatever the definition does when it is read. */
export function normaliseTool(definition: ToolDefinition, source: ToolSourceIdentity, trust: Trust): NormalisedTool {
  try {
    return normalise(definition, source, trust);
  } catch (error) {
    return { reason: `the definition cannot be read: ${reasonOf(error)}` };
  }
}

function normalise(definition: ToolDefinition, source: ToolSourceIdentity, trust: Trust): NormalisedTool {
  if (!isJsonObject(definition)) return { reason: 'the definition is not an object' };
  const { name, title, description, exposure, execution } = definition;
  if (typeof name !== 'string' || name.trim() === '') return { reason: 'it has no name' };
  if (name.length > longestName) return { reason: `its name is longer than ${longestName} characters` };
  const notes: string[] = [];
  if (description !== undefined && description !== null && typeof description !== 'string')
    notes.push('its description is not a string and was dropped');
  const inputSchema = readSchema(() => definition.inputSchema, 'input schema', notes) ?? openObject;
  const outputSchema = readSchema(() => definition.outputSchema, 'output schema', notes);
  const annotations = readAnnotations(() => definition.annotations, notes);
  const tool = describe({
    id: `${sourceId(source)}:${name}`,
    name,
    ...(typeof title === 'string' && title !== '' ? { title } : {}),
    description: typeof description === 'string' ? description : '',
    source,
    trust,
    exposure: exposure === 'direct-only' ? 'direct-only' : 'catalog',
    execution: execution === 'sequential' ? 'sequential' : 'parallel',
    inputSchema,
    ...(outputSchema === undefined ? {} : { outputSchema }),
    ...(annotations === undefined ? {} : { annotations }),
  });
  return notes.length === 0 ? { tool } : { tool, note: notes.join('; ') };
}

/** Freezes a descriptor and gives it the digest of its definition; the source and the trust are not part of it. */
export function describe(tool: Omit<ToolDescriptor, 'digest'>): ToolDescriptor {
  const { name, title, description, exposure, execution, inputSchema, outputSchema, annotations } = tool;
  const definition = { name, title, description, exposure, execution, inputSchema, outputSchema, annotations };
  return Object.freeze({ ...tool, digest: sha256(canonicalJson(definition as JsonObject)) });
}

/** A `descriptor` tap's result, made JSON-safe again; throws when it cannot be. */
export function describeAgain(tool: ToolDescriptor, source: ToolSourceIdentity): ToolDescriptor {
  const { digest: _digest, source: _source, ...rest } = tool;
  return describe({ ...(freezeJson(rest) as unknown as Omit<ToolDescriptor, 'digest' | 'source'>), source });
}

function readSchema(read: () => unknown, what: string, notes: string[]): JsonSchema | undefined {
  try {
    const value: JsonValue | undefined = freezeJson(read());
    if (value === undefined || value === null) return undefined;
    if (typeof value === 'boolean' || isJsonObject(value)) return value;
    notes.push(`its ${what} is not a schema and was dropped`);
  } catch (error) {
    notes.push(`its ${what} cannot be read (${reasonOf(error)}) and was dropped`);
  }
  return undefined;
}

function readAnnotations(read: () => unknown, notes: string[]): JsonObject | undefined {
  try {
    const value = freezeJson(read());
    if (value === undefined || value === null) return undefined;
    if (isJsonObject(value)) return value;
    notes.push('its annotations are not an object and were dropped');
  } catch (error) {
    notes.push(`its annotations cannot be read (${reasonOf(error)}) and were dropped`);
  }
  return undefined;
}
