import { existsSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, resolve } from 'node:path';

import { type JsonObject, type Logger } from '@toolrack/contracts';

import { type LoadPhase } from './host-stub.js';
import { readExports, type ModuleShape } from './module-exports.js';
import { loadModule } from './module-loader.js';
import { type ToolRegistration } from './openclaw-shapes.js';
import { type OpenclawModuleOptions } from './options.js';
import { createPluginApi } from './plugin-api.js';
import { checkPluginConfig } from './plugin-config.js';
import { findPackage, readPluginFolder, type PluginFolder } from './plugin-package.js';
import { withoutPaths } from './safe-text.js';
import { declareTool, isDeclaredTool, registerDeclaredTool } from './tool-plugin.js';

/** Longest time that one module may take to load; less than the kernel gives `apply`. */
const loadTimeoutMs = 8000;

/** One configured module after loading, with its tools or with the reason why there are none. */
export interface LoadedModule {
  readonly owner: string;
  /** How the operator named it. */
  readonly label: string;
  /** Folder of the module's code, `undefined` for tools given in code. */
  readonly directory?: string;
  readonly hostConfig: JsonObject;
  readonly registrations: readonly ToolRegistration[];
  /** Names (with `*`) of the optional tools that the operator wants. */
  readonly wanted: readonly string[];
  /** Tools that the manifest marks as optional. */
  readonly optionalTools: readonly string[];
  /** Why the module could not be loaded. */
  readonly failure?: string;
}

interface Located {
  readonly label: string;
  readonly files: readonly string[];
  readonly directory: string;
  readonly folder?: PluginFolder;
}

/** Loads one configured module. Never rejects: a failure is told in the answer, so that the others go on. */
export async function loadConfiguredModule(
  options: OpenclawModuleOptions,
  baseDirectory: string,
  logger: Logger,
): Promise<LoadedModule> {
  const label = options.package ?? options.path ?? 'tools given in code';
  const given = options.tools ?? [];
  const state = { owner: options.owner, directory: undefined as string | undefined };
  const shared = {
    label,
    wanted: given.filter((tool) => typeof tool === 'string'),
    hostConfig: {},
    optionalTools: [] as readonly string[],
  };
  const inline = given.filter((tool) => typeof tool === 'object').map(inlineRegistration);
  if (options.path === undefined && options.package === undefined) {
    return { ...shared, owner: options.owner ?? 'core', registrations: inline };
  }
  try {
    const loaded = await withTimeout(loadLocated(options, baseDirectory, logger, state));
    return { ...shared, ...loaded, registrations: [...loaded.registrations, ...inline] };
  } catch (error) {
    const failure = withoutPaths(error instanceof Error ? error.message : String(error), state.directory);
    const owner = state.owner ?? fallbackOwner(label);
    logger.error(`OpenClaw module "${label}" was not loaded: ${failure}`);
    return { ...shared, owner, registrations: [], failure: `module "${label}" was not loaded: ${failure}` };
  }
}

type LoadedParts = Pick<LoadedModule, 'owner' | 'hostConfig' | 'registrations' | 'optionalTools'> & {
  directory: string;
};

async function loadLocated(
  options: OpenclawModuleOptions,
  baseDirectory: string,
  logger: Logger,
  state: { owner: string | undefined; directory: string | undefined },
): Promise<LoadedParts> {
  const located = await locate(options, baseDirectory);
  state.directory = located.directory;
  state.owner ??= located.folder?.manifest.id;
  const registrations: ToolRegistration[] = [];
  let hostConfig: JsonObject = {};
  for (const file of located.files) {
    const ignored = new Set<string>();
    const phase: LoadPhase = { isLoading: true, ignore: (name) => void ignored.add(name) };
    try {
      const shape = readExports(await loadModule(file, phase, logger));
      const id = located.folder?.manifest.id ?? shape.id ?? options.owner ?? 'core';
      state.owner ??= shape.id;
      hostConfig = await register({ shape, id, file, located, phase, logger, given: options.config, registrations });
      reportIgnored(logger, id, ignored);
    } finally {
      phase.isLoading = false;
    }
  }
  const optionalTools = located.folder?.manifest.optionalTools ?? [];
  return { owner: state.owner ?? 'core', directory: located.directory, hostConfig, registrations, optionalTools };
}

interface Registering {
  readonly shape: ModuleShape;
  readonly id: string;
  readonly file: string;
  readonly located: Located;
  readonly phase: LoadPhase;
  readonly logger: Logger;
  readonly given: JsonObject | undefined;
  readonly registrations: ToolRegistration[];
}

/** Checks the configuration and collects the tools; answers OpenClaw's configuration as the plugin sees it. */
async function register(options: Registering): Promise<JsonObject> {
  const { shape, id, located, registrations } = options;
  const { folder } = located;
  const schema = folder?.manifest.configSchema ?? shape.configSchema;
  const pluginConfig = checkPluginConfig(schema, options.given ?? {});
  const hostConfig: JsonObject = { plugins: { entries: { [id]: { enabled: true, config: pluginConfig } } } };
  const api = createPluginApi({
    id,
    name: folder?.manifest.name ?? shape.name ?? id,
    ...(folder?.version === undefined ? {} : { version: folder.version }),
    source: options.file,
    rootDirectory: located.directory,
    hostConfig,
    pluginConfig,
    logger: options.logger,
    phase: options.phase,
    onTool: (registration) => registrations.push(registration),
  });
  await shape.register?.(api);
  const { tools } = shape;
  const listed: unknown =
    typeof tools === 'function'
      ? await (tools as (tool: unknown, context: object) => unknown)(declareTool, { api, config: pluginConfig })
      : tools;
  if (listed !== undefined && !Array.isArray(listed)) throw new Error('its tools are not an array');
  for (const tool of (listed ?? []) as unknown[]) {
    if (isDeclaredTool(tool)) registerDeclaredTool(api, tool);
    else api.registerTool(tool);
  }
  return hostConfig;
}

async function locate(options: OpenclawModuleOptions, baseDirectory: string): Promise<Located> {
  const label = options.package ?? options.path ?? '';
  if (options.package !== undefined) {
    const directory = findPackage(options.package, baseDirectory);
    if (directory === undefined) throw new Error(`it is not installed; run "npm install ${options.package}"`);
    const folder = await readPluginFolder(directory);
    return { label, folder, directory, files: folder.entries };
  }
  const file = isAbsolute(label) ? label : resolve(baseDirectory, label);
  if (!existsSync(file)) throw new Error('there is no such file');
  if (!statSync(file).isDirectory()) return { label, files: [file], directory: dirname(file) };
  const folder = await readPluginFolder(file);
  return { label, folder, directory: file, files: folder.entries };
}

function inlineRegistration(tool: object): ToolRegistration {
  return { names: [], isOptional: false, isFactory: false, create: () => tool };
}

/** Says once for each plugin what it asked of the host that is not there. */
function reportIgnored(logger: Logger, id: string, ignored: ReadonlySet<string>): void {
  if (ignored.size === 0) return;
  const parts = [...ignored].sort();
  logger.info(`Plugin "${id}" uses parts of the OpenClaw host that Toolrack ignores: ${parts.join(', ')}`, { parts });
}

/** A failed module without a known id must not take a healthy owner's place, `core` least of all. */
function fallbackOwner(label: string): string {
  const name = label.startsWith('@') ? label : basename(label).replace(/\.[^.]+$/, '');
  return name.replace(/[:\s]+/g, '-') || 'module';
}

async function withTimeout<Value>(promise: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`it took longer than ${String(loadTimeoutMs / 1000)} s`)), loadTimeoutMs);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
