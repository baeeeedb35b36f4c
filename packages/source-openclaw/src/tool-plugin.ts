import { isJsonObject, textContent, type ToolResult } from '@toolrack/contracts';

import { isRecord, textOf, type OpenclawToolContext } from './openclaw-shapes.js';
import { type PluginApi } from './plugin-api.js';
import { normalizeToolResult } from './tool-result.js';

/** A tool as `defineToolPlugin` declares it: `execute` gets the parameters first, then the plugin's configuration. */
export interface DeclaredTool {
  readonly name: string;
  readonly optional?: boolean;
  readonly execute?: (params: unknown, config: unknown, context: object) => unknown;
  readonly factory?: (context: { api: PluginApi; config: unknown; toolContext: OpenclawToolContext }) => unknown;
}

const declaredTools = new WeakSet<object>();

/** The helper that a `tools` function receives. It marks a declaration, as its `execute` has other parameters than a plain tool's. */
export function declareTool(definition: unknown): unknown {
  if (isRecord(definition)) declaredTools.add(definition);
  return definition;
}

/** True for a tool that went through `declareTool`. */
export function isDeclaredTool(value: unknown): value is DeclaredTool {
  return isRecord(value) && declaredTools.has(value);
}

/** Registers a declared tool: its plain answer becomes a result, its factory gets the plugin's configuration too. */
export function registerDeclaredTool(api: PluginApi, tool: DeclaredTool): void {
  const config = api.pluginConfig;
  const { execute, factory } = tool;
  const name = textOf(tool.name);
  const options = { ...(name === undefined ? {} : { name }), optional: tool.optional === true };
  if (typeof factory === 'function') {
    api.registerTool((toolContext: OpenclawToolContext) => factory.call(tool, { api, config, toolContext }), options);
    return;
  }
  if (typeof execute !== 'function') {
    api.registerTool(tool, options);
    return;
  }
  const run = async (toolCallId: string, params: unknown, signal?: AbortSignal, onUpdate?: unknown): Promise<unknown> =>
    wrapAnswer(await execute.call(tool, params, config, { api, signal, toolCallId, onUpdate }));
  api.registerTool({ ...tool, execute: run }, options);
}

/** A text is shown as it is and is its own `details`; any other value is shown as JSON with the value as `details`. */
function wrapAnswer(answer: unknown): ToolResult {
  if (typeof answer === 'string') return { content: textContent(answer), details: answer };
  if (isJsonObject(answer) && Array.isArray(answer['content'])) return normalizeToolResult(answer);
  return normalizeToolResult({ details: answer ?? null });
}
