import { isJsonObject, jsonForModel, schemaForModel, textForModel } from '@toolrack/contracts';
import { type CatalogEntry, type JsonObject, type JsonSchema, type Run } from '@toolrack/contracts';

/** A tool as `tools/list` shows it. */
export interface WireTool {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: JsonObject & { readonly type: 'object' };
  readonly outputSchema?: JsonObject;
  readonly annotations?: JsonObject;
}

/**
 * The run's visible tools in their order. Controls are shown as the surface made them; direct tools with what their source says of them, without
 * what a reader would not see.
 */
export function toWireTools(run: Run): readonly WireTool[] {
  const direct = directEntries(run);
  return run.tools.map((tool) => {
    const descriptor = direct.get(tool.name)?.tool;
    return {
      name: tool.name,
      ...(descriptor?.title === undefined ? {} : { title: textForModel(descriptor.title) }),
      description: tool.description,
      inputSchema: objectSchema(tool.inputSchema),
      ...(isJsonObject(descriptor?.outputSchema) ? { outputSchema: schemaForModel(descriptor.outputSchema) } : {}),
      ...(descriptor?.annotations === undefined ? {} : { annotations: jsonForModel(descriptor.annotations as JsonObject) }),
    };
  });
}

/** Direct tools of the run by the name that a model calls them by. */
export function directEntries(run: Run): ReadonlyMap<string, CatalogEntry> {
  return new Map(run.entries.filter((entry) => entry.direct).map((entry) => [entry.callName, entry]));
}

/** MCP wants an object schema at the root; one without it would make clients refuse the whole list. Nothing else is touched. */
export function objectSchema(schema: JsonSchema): JsonObject & { readonly type: 'object' } {
  if (!isJsonObject(schema)) return { type: 'object' };
  if (schema['type'] === 'object') return schema as JsonObject & { readonly type: 'object' };
  return { ...schema, type: 'object' };
}
