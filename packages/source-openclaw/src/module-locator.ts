import { existsSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, resolve } from 'node:path';

import { type OpenclawModuleOptions } from './options.js';
import { findPackage, readPluginFolder, type PluginFolder } from './plugin-package.js';

/** Where the code of a configured module is. */
export interface LocatedModule {
  readonly files: readonly string[];
  readonly directory: string;
  /** Facts from `package.json` and the manifest, when the module is a package or a folder. */
  readonly folder?: PluginFolder;
}

/** Finds a module's files without running them. Throws a plain `Error` that says what is missing. */
export async function locateModule(options: OpenclawModuleOptions, baseDirectory: string): Promise<LocatedModule> {
  if (options.package !== undefined) {
    const directory = findFirst(options.package, [baseDirectory, process.cwd(), import.meta.dirname]);
    if (directory === undefined) throw new Error(`it is not installed; run "npm install ${options.package}"`);
    return locateFolder(directory);
  }
  const path = options.path ?? '';
  const file = isAbsolute(path) ? path : resolve(baseDirectory, path);
  if (!existsSync(file)) throw new Error('there is no such file');
  return statSync(file).isDirectory() ? locateFolder(file) : { files: [file], directory: dirname(file) };
}

/** From the first folder that has it: the configuration's, the working directory, or where this package is installed. */
function findFirst(name: string, starts: readonly string[]): string | undefined {
  for (const start of starts) {
    const directory = findPackage(name, start);
    if (directory !== undefined) return directory;
  }
  return undefined;
}

async function locateFolder(directory: string): Promise<LocatedModule> {
  const folder = await readPluginFolder(directory);
  return { folder, directory, files: folder.entries };
}

/** How the operator named a module; of an absolute path the last part, as reasons are shown to models too. */
export function moduleLabel({ package: name, path }: OpenclawModuleOptions): string {
  if (name !== undefined) return name;
  if (path === undefined) return 'tools given in code';
  return isAbsolute(path) ? basename(path) : path;
}

/** The owner of a module that failed before its id was known: never a healthy owner's name, `core` least of all. */
export function fallbackOwner(options: OpenclawModuleOptions): string {
  return ownerOf(options.package ?? basename(options.path ?? '').replace(/\.[^.]+$/, '')) || 'module';
}

/** A plugin's id in the characters that the middle part of an id may have; `""` when nothing is left of it. */
export function ownerOf(id: string): string {
  return id.replace(/[^A-Za-z0-9_.@/-]+/g, '-').replace(/^[^A-Za-z0-9]+/, '');
}
