import { canonicalJson, isJsonObject, ToolrackError, type JsonObject, type JsonValue } from '@toolrack/contracts';
import jsonc, { type Edit, type Node } from 'jsonc-parser';

import { formatKeyPath, valueAt, type KeyPath } from '../config/key-path.js';
import { parseJson5Configuration } from '../config/read-json5-configuration.js';
import { removeProperty, replaceProperty, replaceValue } from './edit-json.js';
import { migrateToolSearch, type BlockChange } from './migrate-tool-search.js';

/** One change to a configuration file. */
export interface ConfigurationChange extends BlockChange {
  /** The whole path of the key, for example `tools.toolSearch.mode`. */
  readonly path: string;
}

/** A migrated configuration file. */
export interface Migration {
  /** The new text: comments and layout stay as they were. The old text when there is nothing to do. */
  readonly text: string;
  readonly changes: readonly ConfigurationChange[];
  /** What its reader must look after. */
  readonly notes: readonly string[];
}

/** The plugin whose options hold the same block. */
const surface = '@toolrack/surface-openclaw';
/** OpenClaw's key that takes other files in. */
const include = '$include';

/**
 * Migrates every `toolSearch` block of a configuration of OpenClaw (JSON5) or Toolrack (JSON with comments, which is JSON5 too). Pure; `file` is
 * used in messages only. Throws `ERR_CONFIG_FILE` or `ERR_CONFIG_VALUE` when the text is no JSON5 or cannot be changed in its place.
 */
export function migrateOpenclaw(file: string, text: string): Migration {
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  const plain = text.slice(mark.length);
  const { value, root, where } = parseJson5Configuration(file, plain);
  const changes: ConfigurationChange[] = [];
  const edits: Edit[] = [];
  for (const path of blockPaths(value)) {
    const { changes: found } = migrateToolSearch((valueAt(value, path) as JsonObject | undefined) ?? null);
    edits.push(...editsOf(plain, root, path, found));
    changes.push(...found.map((change) => ({ ...change, path: formatKeyPath([...path, change.key]) })));
  }
  const migrated = jsonc.applyEdits(plain, edits);
  assertMigrated(file, migrated, value);
  const notes = includePaths(value).map(
    (path) =>
      `${where(path)}: ${formatKeyPath(path)} takes in other files, which are not followed: migrate those that hold a toolSearch block too.`,
  );
  return { text: mark + migrated, changes, notes };
}

/** The smallest edits; a key that is added takes the place of the one that is removed. */
function editsOf(text: string, root: Node, block: KeyPath, changes: readonly BlockChange[]): Edit[] {
  const added = changes.find((change) => change.before === undefined);
  return changes.flatMap((change) => {
    const path = [...block, change.key];
    if (change === added) return [];
    if (change.after !== undefined) return [replaceValue(text, root, path, change.after)];
    return added === undefined ? removeProperty(text, root, path) : [replaceProperty(text, root, path, added.key, added.after)];
  });
}

/** The new text must mean the old one with nothing but its blocks migrated: a file is rather left alone than spoilt. */
function assertMigrated(file: string, text: string, before: JsonObject): void {
  const expected = structuredClone(before) as Record<string, JsonValue | undefined>;
  for (const path of blockPaths(before)) {
    const holder = valueAt(expected, path.slice(0, -1));
    const block = valueAt(expected, path) as JsonValue | undefined;
    if (block !== undefined) Object.assign(holder as object, { [path.at(-1) as string]: migrateToolSearch(block).value });
  }
  if (valueOf(text) === canonicalJson(expected)) return;
  throw new ToolrackError('ERR_CONFIG_VALUE', `${file} is written in a way that cannot be changed in its place.`, {
    hint: 'Remove codeTimeoutMs and turn mode "code" into "tools" by hand.',
  });
}

function valueOf(text: string): string | undefined {
  try {
    return canonicalJson(parseJson5Configuration('', text).value);
  } catch {
    return undefined;
  }
}

function blockPaths(root: JsonObject): KeyPath[] {
  const paths: KeyPath[] = [['tools', 'toolSearch'], ['toolSearch']];
  const { plugins } = root;
  if (!Array.isArray(plugins)) return paths;
  for (const [index, entry] of (plugins as unknown[]).entries()) {
    if (!Array.isArray(entry) || entry[0] !== surface || !isJsonObject(entry[1])) continue;
    paths.push(['plugins', index, 1, 'toolSearch']);
    const { overrides } = entry[1];
    if (!Array.isArray(overrides)) continue;
    for (const position of overrides.keys()) paths.push(['plugins', index, 1, 'overrides', position, 'toolSearch']);
  }
  return paths;
}

/** Places whose block may stand in another file. */
function includePaths(root: JsonObject): KeyPath[] {
  const holders: KeyPath[] = [[], ['tools'], ['tools', 'toolSearch']];
  return holders.map((path) => [...path, include]).filter((path) => valueAt(root, path) !== undefined);
}
