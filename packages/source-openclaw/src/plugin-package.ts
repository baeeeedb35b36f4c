import { existsSync, realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';

import { isJsonObject, type JsonObject } from '@toolrack/contracts';

import { textOf } from './openclaw-shapes.js';

/** Facts of a plugin folder that are known without running its code. */
export interface PluginFolder {
  readonly directory: string;
  /** Absolute paths of the modules to load. */
  readonly entries: readonly string[];
  readonly version?: string;
  readonly manifest: PluginManifest;
}

/** The parts of `openclaw.plugin.json` that matter for tools. */
export interface PluginManifest {
  readonly id?: string;
  readonly name?: string;
  readonly configSchema?: unknown;
  /** Tools that the manifest marks as optional. */
  readonly optionalTools: readonly string[];
}

const defaultEntries = ['index.ts', 'index.js', 'index.mjs', 'index.cjs'];

/** The folder of an installed package, looked up in `node_modules` from `start` upwards. */
export function findPackage(name: string, start: string): string | undefined {
  for (let directory = resolve(start); ; directory = dirname(directory)) {
    const candidate = join(directory, 'node_modules', ...name.split('/'));
    if (existsSync(join(candidate, 'package.json'))) return candidate;
    if (dirname(directory) === directory) return undefined;
  }
}

/** Reads `package.json` and `openclaw.plugin.json` of a plugin folder. Throws a plain `Error` that names the bad file. */
export async function readPluginFolder(directory: string): Promise<PluginFolder> {
  const description = await readJson(join(directory, 'package.json'));
  const manifest = await readJson(join(directory, 'openclaw.plugin.json'));
  const version = textOf(description?.['version']);
  return {
    directory,
    entries: entriesOf(directory, description ?? {}),
    ...(version === undefined ? {} : { version }),
    manifest: readManifest(manifest ?? {}),
  };
}

function entriesOf(directory: string, description: JsonObject): readonly string[] {
  const { openclaw } = description;
  const declared = isJsonObject(openclaw) ? [openclaw['runtimeExtensions'], openclaw['extensions']] : [];
  for (const list of declared) {
    const paths = (Array.isArray(list) ? (list as unknown[]) : [list]).filter((path) => textOf(path) !== undefined);
    if (paths.length > 0) return paths.map((path) => entryInside(directory, path as string));
  }
  const main = textOf(description['main']);
  const found = [...(main === undefined ? [] : [main]), ...defaultEntries].find((path) => existsSync(join(directory, path)));
  if (found === undefined) throw new Error('its package.json names no openclaw.extensions and it has no index module');
  return [entryInside(directory, found)];
}

/** The absolute path of an entry. Throws for one outside of the plugin's folder, also by a symbolic link: an operator who names a plugin means its own code. */
function entryInside(directory: string, path: string): string {
  const file = resolve(directory, path);
  const isInside = (from: string, to: string): boolean => {
    const way = relative(from, to);
    return way !== '..' && !/^\.\.[\\/]/.test(way) && !isAbsolute(way);
  };
  const isReal = !existsSync(file) || isInside(realpathSync(directory), realpathSync(file));
  if (isReal && isInside(directory, file)) return file;
  throw new Error(`its package.json names ${JSON.stringify(path)}, which is outside of its folder`);
}

function readManifest(manifest: JsonObject): PluginManifest {
  const { id, name, configSchema, toolMetadata } = manifest;
  const metadata = isJsonObject(toolMetadata) ? Object.entries(toolMetadata) : [];
  const optionalTools = metadata.filter(([, facts]) => isJsonObject(facts) && facts['optional'] === true).map(([tool]) => tool);
  return {
    ...(textOf(id) === undefined ? {} : { id: id as string }),
    ...(textOf(name) === undefined ? {} : { name: name as string }),
    ...(configSchema === undefined ? {} : { configSchema }),
    optionalTools,
  };
}

async function readJson(file: string): Promise<JsonObject | undefined> {
  if (!existsSync(file)) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(await readFile(file, 'utf8'));
  } catch {
    throw new Error(`its ${file.endsWith('package.json') ? 'package.json' : 'openclaw.plugin.json'} is not valid JSON`);
  }
  if (!isJsonObject(value)) throw new Error(`its ${file.endsWith('package.json') ? 'package.json' : 'manifest'} is not an object`);
  return value;
}
