import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { type Logger } from '@toolrack/contracts';

import { hostStub, type LoadPhase } from './host-stub.js';
import { findPackage } from './plugin-package.js';
import { createSdkMembers } from './sdk-members.js';

/** The host package by its present and its two earlier names, with every subpath. */
const hostModule = /^(?:openclaw|clawdbot|moltbot)(?:\/|$)/;
const typeScript = /\.[cm]?tsx?$/;
/** Modules that the OpenClaw host brings for its plugins; used when the plugin does not bring its own. */
const hostedLibraries = ['typebox', '@sinclair/typebox'];

/**
 * Loads a JavaScript or TypeScript module. Plain JavaScript is imported by Node itself; TypeScript, and JavaScript that
 * imports `openclaw/*` or a library that OpenClaw would bring, goes through jiti with those modules supplied.
 */
export async function loadModule(file: string, phase: LoadPhase, logger: Logger): Promise<Record<string, unknown>> {
  if (!typeScript.test(file)) {
    try {
      return (await import(pathToFileURL(file).href)) as Record<string, unknown>;
    } catch (error) {
      if (!isMissingHostModule(error) && !isModuleSyntax(error)) throw error;
    }
  }
  const { createJiti } = await import('jiti');
  const jiti = createJiti(file, {
    fsCache: cacheDirectory(file) ?? false,
    // Each runtime gets modules, and so plugin state, of its own.
    moduleCache: false,
    virtualModules: await hostModules(file, phase, logger),
  });
  return jiti.import(file);
}

/**
 * Where translated code is kept between starts: beside the packages themselves, as whoever can write there can change the
 * plugins anyway. jiti's own fallback, the shared temporary folder, is open to others. It checks that it may write.
 */
function cacheDirectory(file: string): string | undefined {
  for (let directory = dirname(file); dirname(directory) !== directory; directory = dirname(directory)) {
    const packages = basename(directory) === 'node_modules' ? directory : join(directory, 'node_modules');
    if (existsSync(packages)) return join(packages, '.cache', 'toolrack-source-openclaw');
  }
  return undefined;
}

/** An ES module that does not resolve has run no code yet, so loading it again repeats no effect. */
function isMissingHostModule(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (code !== 'ERR_MODULE_NOT_FOUND' && code !== 'MODULE_NOT_FOUND') return false;
  const name = /(?:package|module) '([^']+)'/.exec(String(message))?.[1] ?? '';
  return hostModule.test(name) || hostedLibraries.includes(name);
}

/** ES module syntax in a package that does not declare `type: module`; found before any code runs, too. */
function isModuleSyntax(error: unknown): boolean {
  return (error as { name?: unknown } | undefined)?.name === 'SyntaxError';
}

/** A map for jiti that has every `openclaw/*` id. Known exports work, unknown ones are stubs. */
async function hostModules(file: string, phase: LoadPhase, logger: Logger): Promise<Record<string, unknown>> {
  const members = createSdkMembers(logger);
  const libraries = new Map<PropertyKey, unknown>();
  for (const name of hostedLibraries) {
    if (findPackage(name, dirname(file)) === undefined) libraries.set(name, await import('typebox'));
  }
  const modules = new Map<string, unknown>();
  return new Proxy<Record<string, unknown>>(
    {},
    {
      has: (_target, id) => libraries.has(id) || (typeof id === 'string' && hostModule.test(id)),
      get: (_target, id) => {
        if (typeof id !== 'string') return undefined;
        if (libraries.has(id)) return libraries.get(id);
        if (!modules.has(id)) modules.set(id, sdkModule(id, members, phase));
        return modules.get(id);
      },
    },
  );
}

function sdkModule(id: string, members: Readonly<Record<string, unknown>>, phase: LoadPhase): unknown {
  const target: Record<string, unknown> = { __esModule: true, ...members };
  const isAbsent = (key: PropertyKey): boolean => typeof key === 'symbol' || key === 'then' || key === 'default';
  return new Proxy(target, {
    has: (_target, key) => key in target || !isAbsent(key),
    get: (_target, key) => {
      if (key in target) return target[key as string];
      return isAbsent(key) ? undefined : (target[key as string] = hostStub(`${id} ${String(key)}`, phase));
    },
  });
}
