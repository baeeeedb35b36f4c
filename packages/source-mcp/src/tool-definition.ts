import { isJsonObject, shownValue, type JsonObject, type JsonSchema, type ToolAnnotations, type ToolDefinition } from '@toolrack/contracts';
import { jsonExtent } from './json-extent.js';
import { repairSchema } from './schema-repair.js';

/** Deepest definition that is read: what follows reads it recursively. The deepest of 4,852 real tools has 13 levels, and of other collections 21. */
const mostDepth = 128;
/** Definitions with more values are handed on as they came: the runtime refuses them (`limits.maxDefinitionValues`), unless it was told otherwise. */
const mostRepaired = 40_000;
/** Larger ones are not kept at all: every list is compared and stored as a whole. */
const mostValues = 100_000;
/** Most repairs of one tool that are told of. */
const mostProblems = 10;

/** What is known of a listed tool beyond its definition. */
export interface ToolFacts {
  /** `execution.taskSupport` of the definition. */
  readonly taskSupport?: string;
}

/** One entry of a server's list, read. */
export type ReadTool =
  | {
      readonly kind: 'tool';
      readonly tool: ToolDefinition;
      readonly facts: ToolFacts;
      readonly problems: readonly string[];
    }
  | { readonly kind: 'lost'; readonly name: string; readonly reason: string }
  /** Meant for an app's user interface, not for a model. */
  | { readonly kind: 'hidden' };

/** Reads one entry of a tool list. Repairs what has one sensible meaning, says so, and gives up only without a name. */
export function readTool(value: unknown, position: number): ReadTool {
  const place = `#${position + 1}`;
  if (!isJsonObject(value)) return { kind: 'lost', name: place, reason: 'the definition is not an object' };
  const { name } = value;
  if (typeof name !== 'string') return { kind: 'lost', name: place, reason: 'the definition has no name' };
  if (name.trim() === '') return { kind: 'lost', name: place, reason: 'the name is empty' };
  const { levels, values } = jsonExtent(value, mostDepth, mostValues);
  if (levels > mostDepth) return { kind: 'lost', name, reason: `its definition is nested deeper than ${mostDepth} levels` };
  if (values > mostValues) return { kind: 'lost', name, reason: `its definition has more than ${mostValues} values` };
  if (!isForModel(value)) return { kind: 'hidden' };
  const problems: string[] = [];
  const repair: Repair = values > mostRepaired ? (schema) => schema : repairSchema;
  const inputSchema = readInputSchema(value['inputSchema'], repair, problems);
  const outputSchema = readOutputSchema(value['outputSchema'], repair, problems);
  const tool: ToolDefinition = {
    name,
    ...textField(value, 'title', problems),
    ...textField(value, 'description', problems),
    inputSchema,
    ...(outputSchema === undefined ? {} : { outputSchema }),
    ...readAnnotations(value['annotations'], problems),
  };
  const execution = value['execution'];
  const taskSupport = isJsonObject(execution) ? execution['taskSupport'] : undefined;
  return { kind: 'tool', tool, facts: typeof taskSupport === 'string' ? { taskSupport } : {}, problems: fewest(problems) };
}

function fewest(problems: readonly string[]): readonly string[] {
  if (problems.length <= mostProblems) return problems;
  return [...problems.slice(0, mostProblems), `and ${problems.length - mostProblems} more of the kind`];
}

/** MCP Apps: a tool whose `_meta.ui.visibility` leaves out `model` is called by the app's own page only. */
function isForModel(definition: JsonObject): boolean {
  const meta = definition['_meta'];
  const ui = isJsonObject(meta) ? meta['ui'] : undefined;
  const visibility = isJsonObject(ui) ? ui['visibility'] : undefined;
  return !Array.isArray(visibility) || visibility.includes('model');
}

function textField(definition: JsonObject, key: 'title' | 'description', problems: string[]): { [key: string]: string } {
  const value = definition[key];
  if (typeof value === 'string') return { [key]: value };
  if (value !== undefined && value !== null) problems.push(`its ${key} is not a text and is ignored`);
  return {};
}

type Repair = typeof repairSchema;

function readInputSchema(value: unknown, repair: Repair, problems: string[]): JsonSchema {
  if (value === undefined || value === null) {
    problems.push('it has no inputSchema; any object is accepted');
    return { type: 'object' };
  }
  if (!isJsonObject(value)) {
    problems.push('its inputSchema is not an object; any object is accepted');
    return { type: 'object' };
  }
  const schema = repair(value, 'inputSchema', problems);
  if (schema['type'] === 'object') return schema;
  const { type, ...rest } = schema;
  problems.push(
    type === undefined
      ? 'its inputSchema has no type; it is read as an object'
      : `its inputSchema has type ${shownValue(type)}; arguments are always an object`,
  );
  return { ...rest, type: 'object' };
}

function readOutputSchema(value: unknown, repair: Repair, problems: string[]): JsonSchema | undefined {
  if (value === undefined || value === null) return undefined;
  if (isJsonObject(value)) return repair(value, 'outputSchema', problems);
  problems.push('its outputSchema is not an object and is ignored');
  return undefined;
}

function readAnnotations(value: unknown, problems: string[]): { readonly annotations?: ToolAnnotations } {
  if (value === undefined || value === null) return {};
  if (isJsonObject(value)) return { annotations: value };
  problems.push('its annotations are not an object and are ignored');
  return {};
}
