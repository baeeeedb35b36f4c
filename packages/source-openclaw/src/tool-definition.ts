import { isJsonObject, type ToolDefinition } from '@toolrack/contracts';

import { jsonSchemaOf } from './json-safe.js';
import { isRecord, textOf, type OpenclawTool } from './openclaw-shapes.js';

/** The name of a value that may be a tool. */
export function toolName(tool: unknown): string | undefined {
  return isRecord(tool) ? textOf(tool['name']) : undefined;
}

/** What is wrong with a value that ought to be a tool, or `undefined`. */
export function toolFault(tool: unknown): string | undefined {
  if (!isRecord(tool)) return 'it is not an object';
  if (toolName(tool) === undefined) return 'it has no name';
  return typeof tool['execute'] === 'function' ? undefined : 'it has no execute function';
}

/** Describes a tool in OpenClaw's shape. Throws a plain `Error` that names what cannot be used. */
export function defineTool(tool: OpenclawTool): ToolDefinition {
  const title = textOf(tool.label);
  const inputSchema = schemaOf(tool.parameters, 'parameters');
  const outputSchema = schemaOf(tool.outputSchema, 'outputSchema');
  const definition: { -readonly [Key in keyof ToolDefinition]: ToolDefinition[Key] } = { name: tool.name };
  if (title !== undefined) definition.title = title;
  if (typeof tool.description === 'string') definition.description = tool.description;
  if (inputSchema !== undefined) definition.inputSchema = inputSchema;
  if (outputSchema !== undefined) definition.outputSchema = outputSchema;
  if (tool.resultContentSource === 'network') definition.annotations = { openWorldHint: true };
  if (tool.catalogMode === 'direct-only') definition.exposure = 'direct-only';
  if (tool.executionMode === 'sequential') definition.execution = 'sequential';
  return definition;
}

function schemaOf(schema: unknown, key: string): ReturnType<typeof jsonSchemaOf> {
  try {
    return jsonSchemaOf(schema);
  } catch (error) {
    throw new Error(`its ${key} ${error instanceof Error ? error.message : 'cannot be used'}`, { cause: error });
  }
}

/** The arguments after the tool's own repair. Throws what that throws, and a plain `Error` when it gives no object. */
export function prepareArguments(tool: OpenclawTool, callArguments: unknown): unknown {
  if (typeof tool.prepareArguments !== 'function') return callArguments;
  const prepared = tool.prepareArguments(structuredClone(callArguments));
  if (isJsonObject(prepared)) return prepared;
  throw new Error(`prepareArguments of the tool "${tool.name}" gave no object, so the tool was not called.`);
}
