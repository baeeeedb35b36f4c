import { type JsonObject, type Logger } from '@toolrack/contracts';

import { type LoadPhase } from './host-stub.js';
import type { ToolCallHook } from './before-tool-call.js';
import { readExports, type ModuleShape } from './module-exports.js';
import { loadModule } from './module-loader.js';
import { type LocatedModule } from './module-locator.js';
import { type ToolRegistration } from './openclaw-shapes.js';
import { createPluginApi, type PluginApi } from './plugin-api.js';
import { checkPluginConfig } from './plugin-config.js';
import { declareTool, isDeclaredTool, registerDeclaredTool } from './tool-plugin.js';

/** What one module file registered. */
export interface RegisteredPlugin {
  /** The id that the code itself declares. */
  readonly id?: string;
  /** OpenClaw's configuration as this plugin sees it: its own entry. */
  readonly hostConfig: JsonObject;
  readonly registrations: readonly ToolRegistration[];
  readonly hooks: readonly ToolCallHook[];
}

/** What `registerPlugin` needs besides the file. */
export interface RegistrationOptions {
  readonly located: LocatedModule;
  readonly owner: string | undefined;
  readonly config: JsonObject | undefined;
  readonly logger: Logger;
}

/** Loads one file, checks its configuration and collects its tools. Rejects with a plain `Error`. */
export async function registerPlugin(file: string, options: RegistrationOptions): Promise<RegisteredPlugin> {
  const { located, logger } = options;
  const manifest = located.folder?.manifest;
  const ignored = new Set<string>();
  const phase: LoadPhase = { isLoading: true, ignore: (name) => void ignored.add(name) };
  const registrations: ToolRegistration[] = [];
  const hooks: ToolCallHook[] = [];
  try {
    const shape = readExports(await loadModule(file, phase, logger));
    const id = manifest?.id ?? shape.id ?? options.owner ?? 'core';
    const pluginConfig = checkPluginConfig(manifest?.configSchema ?? shape.configSchema, options.config ?? {});
    const hostConfig: JsonObject = { plugins: { entries: { [id]: { enabled: true, config: pluginConfig } } } };
    const api = createPluginApi({
      id,
      name: manifest?.name ?? shape.name ?? id,
      ...(located.folder?.version === undefined ? {} : { version: located.folder.version }),
      source: file,
      rootDirectory: located.directory,
      hostConfig,
      pluginConfig,
      logger,
      phase,
      onTool: (registration) => registrations.push(registration),
      onHook: (hook) => hooks.push({ ...hook, plugin: id, directory: located.directory }),
    });
    await shape.register?.(api);
    await registerTools(shape, api);
    reportIgnored(logger, id, ignored);
    return { ...(shape.id === undefined ? {} : { id: shape.id }), hostConfig, registrations, hooks };
  } finally {
    phase.isLoading = false;
  }
}

/** Registers the `tools` of a declarative module; a function gets the `tool` helper, and `{ api, config }` besides. */
async function registerTools({ tools }: ModuleShape, api: PluginApi): Promise<void> {
  const listed: unknown =
    typeof tools === 'function'
      ? await (tools as (tool: unknown, context: object) => unknown)(declareTool, { api, config: api.pluginConfig })
      : tools;
  if (listed === undefined) return;
  if (!Array.isArray(listed)) throw new Error('its tools are not an array');
  for (const tool of listed as unknown[]) {
    if (isDeclaredTool(tool)) registerDeclaredTool(api, tool);
    else api.registerTool(tool);
  }
}

/** Says once for each plugin what it asked of the host that is not there. */
function reportIgnored(logger: Logger, id: string, ignored: ReadonlySet<string>): void {
  if (ignored.size === 0) return;
  const parts = [...ignored].sort();
  logger.info(`Plugin "${id}" uses parts of the OpenClaw host that Toolrack ignores: ${parts.join(', ')}`, { parts });
}
