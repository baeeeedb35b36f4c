import { type JsonObject, type Logger } from '@toolrack/contracts';

import type { ToolCallHook } from './before-tool-call.js';
import { fallbackOwner, locateModule, moduleLabel, ownerOf, type LocatedModule } from './module-locator.js';
import { type ToolRegistration } from './openclaw-shapes.js';
import { type OpenclawModuleOptions } from './options.js';
import { registerPlugin } from './plugin-registration.js';
import { withoutPaths } from './safe-text.js';

/** Longest load, in milliseconds, of a module that boot must wait for; less than the kernel gives `apply`. */
const bootLoadMs = 8_000;
/** Longest load, in milliseconds, of a module that is loaded when its tools are first listed. */
const lazyLoadMs = 60_000;

const noNames: readonly string[] = Object.freeze([]);

/** One configured module after loading, with its tools or with the reason why there are none. */
export interface LoadedModule {
  /** How the operator named it. */
  readonly label: string;
  /** The id that the module's code declares. */
  readonly id?: string;
  /** Folder of the module's code, `undefined` for tools given in code. */
  readonly directory?: string;
  readonly hostConfig: JsonObject;
  readonly registrations: readonly ToolRegistration[];
  /** What it wants to say about calls. */
  readonly hooks: readonly ToolCallHook[];
  /** Names (with `*`) of the optional tools that the operator wants. */
  readonly wanted: readonly string[];
  /** Tools that the manifest marks as optional. */
  readonly optionalTools: readonly string[];
  /** Why the module could not be loaded. */
  readonly failure?: string;
}

/** One configured module whose owner is known. */
export interface PreparedModule {
  readonly owner: string;
  /** Loads the code at the first call and never rejects: a failure is told in the answer, so that other modules go on. */
  load(): Promise<LoadedModule>;
  /** The module, once it is loaded. */
  readonly loaded: LoadedModule | undefined;
}

/**
 * Finds out to whom a module belongs: by the options or the manifest when they say so, else by loading it now. Code
 * whose owner is known is loaded when its tools are first listed, so that a slow plugin does not hold up the boot.
 */
export async function prepareModule(options: OpenclawModuleOptions, baseDirectory: string, logger: Logger): Promise<PreparedModule> {
  const located = isInCode(options) ? undefined : await locateSafely(options, baseDirectory);
  let loading: Promise<LoadedModule> | undefined;
  let loaded: LoadedModule | undefined;
  const load = (limitMs: number): Promise<LoadedModule> =>
    (loading ??= loadSafely(options, located, logger, limitMs).then((module) => (loaded = module)));
  const prepared = (owner: string): PreparedModule => ({
    owner,
    load: () => load(lazyLoadMs),
    get loaded() {
      return loaded;
    },
  });
  if (options.owner !== undefined) return prepared(options.owner);
  if (located instanceof Error) return prepared(fallbackOwner(options));
  const manifestId = ownerOf(located?.folder?.manifest.id ?? '');
  if (manifestId !== '') return prepared(manifestId);
  const { id = '', failure } = await load(bootLoadMs);
  return prepared(ownerOf(id) || (failure === undefined ? 'core' : fallbackOwner(options)));
}

function isInCode(options: OpenclawModuleOptions): boolean {
  return options.path === undefined && options.package === undefined;
}

async function locateSafely(options: OpenclawModuleOptions, baseDirectory: string): Promise<LocatedModule | Error> {
  try {
    return await locateModule(options, baseDirectory);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

async function loadSafely(
  options: OpenclawModuleOptions,
  located: LocatedModule | Error | undefined,
  logger: Logger,
  limitMs: number,
): Promise<LoadedModule> {
  const label = moduleLabel(options);
  const given = options.tools ?? [];
  const wanted = given.filter((tool) => typeof tool === 'string');
  const inline = given.filter((tool) => typeof tool === 'object').map((tool) => new InlineRegistration(tool));
  const empty: LoadedModule = { label, wanted, optionalTools: [], hostConfig: {}, registrations: inline, hooks: [] };
  if (located === undefined) return empty;
  try {
    if (located instanceof Error) throw located;
    const loaded = await withTimeout(loadFiles(options, located, logger), limitMs);
    return { ...empty, ...loaded, registrations: [...loaded.registrations, ...inline] };
  } catch (error) {
    const directory = located instanceof Error ? undefined : located.directory;
    const reason = withoutPaths(error instanceof Error ? error.message : String(error), directory);
    const failure = `module "${label}" was not loaded: ${reason}`;
    logger.error(`OpenClaw ${failure}`);
    return { ...empty, registrations: [], failure };
  }
}

async function loadFiles(
  options: OpenclawModuleOptions,
  located: LocatedModule,
  logger: Logger,
): Promise<Omit<LoadedModule, 'label' | 'wanted'>> {
  const { owner, config } = options;
  const registrations: ToolRegistration[] = [];
  const hooks: ToolCallHook[] = [];
  let id: string | undefined;
  let hostConfig: JsonObject = {};
  for (const file of located.files) {
    const plugin = await registerPlugin(file, { located, owner, config, logger });
    id ??= plugin.id;
    hostConfig = plugin.hostConfig;
    registrations.push(...plugin.registrations);
    hooks.push(...plugin.hooks);
  }
  const optionalTools = located.folder?.manifest.optionalTools ?? [];
  const { directory } = located;
  return { ...(id === undefined ? {} : { id }), directory, hostConfig, registrations, hooks, optionalTools };
}

/** A tool given in code. A class, as there may be thousands. */
class InlineRegistration implements ToolRegistration {
  readonly names = noNames;
  readonly isOptional = false;
  constructor(readonly tool: object) {}
  create(): unknown {
    return [this.tool];
  }
}

async function withTimeout<Value>(promise: Promise<Value>, limitMs: number): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`it took longer than ${String(limitMs / 1000)} s`)), limitMs);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
