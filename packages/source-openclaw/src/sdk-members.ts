import { isJsonObject, textContent, type Logger, type ToolResult } from '@toolrack/contracts';

import { displayText } from './json-safe.js';
import { isRecord, textOf } from './openclaw-shapes.js';
import { readers, ToolInputError } from './param-readers.js';
import { pluginLogger, type PluginApi } from './plugin-api.js';
import { declareTool, registerDeclaredTool, type DeclaredTool } from './tool-plugin.js';

/** Key of the facts that OpenClaw's own tools read from an entry made by `defineToolPlugin`. */
const toolPluginMetadataSymbol = Symbol.for('openclaw.plugin-sdk.tool-plugin.metadata');

const emptySchema = { type: 'object', additionalProperties: false, properties: {} };

/** A plugin entry stays what it is; the helper exists for its types. */
const definePluginEntry = (entry: unknown): unknown => entry;

/** An entry whose `register` registers the declared tools. Without a `configSchema` the plugin takes no configuration. */
function defineToolPlugin(definition: unknown): unknown {
  if (!isRecord(definition)) throw new Error('defineToolPlugin needs an object');
  const { id, name, description, configSchema, tools: given } = definition;
  const listed: unknown = typeof given === 'function' ? (given as (tool: unknown) => unknown)(declareTool) : given;
  const tools = (Array.isArray(listed) ? (listed as unknown[]) : []).map(declareTool) as DeclaredTool[];
  const schema = configSchema ?? emptySchema;
  const register = (api: PluginApi): void => tools.forEach((tool) => registerDeclaredTool(api, tool));
  const entry = { id, name, description, configSchema: schema, register };
  const metadata = { id, name, description, configSchema: schema, tools };
  return Object.defineProperty(entry, toolPluginMetadataSymbol, { value: metadata });
}

const getToolPluginMetadata = (entry: unknown): unknown =>
  isRecord(entry) ? (entry as Record<symbol, unknown>)[toolPluginMetadataSymbol] : undefined;

const textResult = (text: string, details?: unknown): ToolResult => ({ content: textContent(text), details });

const jsonResult = (payload: unknown): ToolResult => ({
  content: textContent(displayText(payload)),
  details: payload,
});

function enumSchema(values: unknown, options: unknown): object {
  const list = Array.isArray(values) ? (values as unknown[]) : [];
  return { type: 'string', enum: [...list], ...(isJsonObject(options) ? options : {}) };
}

/** Marks a property as optional the way TypeBox does, so that `Type.Object` leaves it out of `required`. */
function optionalEnumSchema(values: unknown, options: unknown): object {
  const schema = enumSchema(values, options);
  Object.defineProperty(schema, '~optional', { value: true });
  return Object.defineProperty(schema, Symbol.for('TypeBox.Optional'), { value: 'Optional' });
}

function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Exports of `openclaw/plugin-sdk/*` that work: what tool plugins need. Every other export is a stub. */
export function createSdkMembers(logger: Logger): Readonly<Record<string, unknown>> {
  const createLogger = (name: unknown): unknown => pluginLogger(logger, textOf(name) ?? 'plugin');
  return Object.freeze({
    definePluginEntry,
    defineToolPlugin,
    getToolPluginMetadata,
    toolPluginMetadataSymbol,
    defineChannelPluginEntry: definePluginEntry,
    defineSetupPluginEntry: definePluginEntry,
    emptyPluginConfigSchema: () => ({ jsonSchema: emptySchema }),
    buildJsonPluginConfigSchema: (schema: unknown) => ({ jsonSchema: schema }),
    buildPluginConfigSchema: (schema: unknown) => schema,
    textResult,
    jsonResult,
    stringEnum: enumSchema,
    optionalStringEnum: optionalEnumSchema,
    createSubsystemLogger: createLogger,
    getChildLogger: createLogger,
    formatErrorMessage: errorText,
    isRecord: isJsonObject,
    ToolInputError,
    ...readers,
  });
}
