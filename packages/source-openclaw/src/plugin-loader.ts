import { reasonOf, withTimeout, type JsonObject, type Logger } from '@toolrack/contracts';

import type { ToolCallHook } from './before-tool-call.js';
import { fallbackOwner, locateModule, moduleLabel, ownerOf, type LocatedModule } from './module-locator.js';
import { type ToolRegistration } from './openclaw-shapes.js';
import { type OpenclawModuleOptions } from './options.js';
import { registerPlugin } from './plugin-registration.js';
import { withoutPaths } from './safe-text.js';

/** Longest wait for a module, in milliseconds; less than the kernel gives `apply` and the start of a run, so that the reason is known there. */
export const defaultLoadMs = 8_000;

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
  /** The module, once it is loaded or was waited for long enough. */
  readonly loaded: LoadedModule | undefined;
  /** Registers a listener for "what you waited for in vain has loaded now, or has failed"; returns its disposer. */
  onLate(listener: () => void): () => void;
}

/**
 * Finds out to whom a module belongs: by the options or the manifest when they say so, else by loading it now. Code
 * whose owner is known is loaded when its tools are first listed, so that a slow plugin does not hold up the boot.
 */
export async function prepareModule(
  options: OpenclawModuleOptions,
  baseDirectory: string,
  logger: Logger,
  limitMs: number = defaultLoadMs,
): Promise<PreparedModule> {
  const located = isInCode(options) ? undefined : await locateSafely(options, baseDirectory);
  const loader = new ModuleLoader(options, located, logger, limitMs);
  const prepared = (owner: string): PreparedModule => ({
    owner,
    load: () => loader.load(),
    get loaded() {
      return loader.loaded;
    },
    onLate: (listener) => loader.onLate(listener),
  });
  if (options.owner !== undefined) return prepared(options.owner);
  if (located instanceof Error) return prepared(fallbackOwner(options));
  const manifestId = ownerOf(located?.folder?.manifest.id ?? '');
  if (manifestId !== '') return prepared(manifestId);
  const { id = '', failure } = await loader.load();
  return prepared(ownerOf(id) || (failure === undefined ? 'core' : fallbackOwner(options)));
}

/** Loads one module once. Who waits is told after the limit that it is not there; the loading itself goes on, as nothing can stop it. */
class ModuleLoader {
  loaded: LoadedModule | undefined;
  private loading: Promise<LoadedModule> | undefined;
  private readonly listeners = new Set<() => void>();

  constructor(
    private readonly options: OpenclawModuleOptions,
    private readonly located: LocatedModule | Error | undefined,
    private readonly logger: Logger,
    private readonly limitMs: number,
  ) {}

  async load(): Promise<LoadedModule> {
    return this.loaded ?? (await (this.loading ??= this.start()));
  }

  onLate(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private async start(): Promise<LoadedModule> {
    const { options, located, logger, limitMs } = this;
    const loading = loadSafely(options, located, logger);
    try {
      this.loaded = await withTimeout(loading, limitMs, () => new Error('late'));
    } catch {
      const failure = `module "${moduleLabel(options)}" has not loaded within ${limitMs / 1000} s; its tools come later if it ever does`;
      logger.error(`OpenClaw ${failure}`);
      this.loaded = { ...emptyModule(options), registrations: [], failure };
      void loading.then((module) => {
        this.loaded = module;
        if (module.failure === undefined) logger.warn(`OpenClaw module "${module.label}" has loaded late`);
        for (const listener of this.listeners) listener();
      });
    }
    return this.loaded;
  }
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

function emptyModule(options: OpenclawModuleOptions): LoadedModule {
  const given = options.tools ?? [];
  const wanted = given.filter((tool) => typeof tool === 'string');
  const registrations = given.filter((tool) => typeof tool === 'object').map((tool) => new InlineRegistration(tool));
  return { label: moduleLabel(options), wanted, optionalTools: [], hostConfig: {}, registrations, hooks: [] };
}

async function loadSafely(
  options: OpenclawModuleOptions,
  located: LocatedModule | Error | undefined,
  logger: Logger,
): Promise<LoadedModule> {
  const empty = emptyModule(options);
  if (located === undefined) return empty;
  try {
    if (located instanceof Error) throw located;
    const loaded = await loadFiles(options, located, logger);
    return { ...empty, ...loaded, registrations: [...loaded.registrations, ...empty.registrations] };
  } catch (error) {
    const directory = located instanceof Error ? undefined : located.directory;
    const failure = `module "${empty.label}" was not loaded: ${withoutPaths(reasonOf(error), directory)}`;
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
