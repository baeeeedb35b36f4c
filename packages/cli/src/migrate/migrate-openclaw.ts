import { isJsonObject, type JsonObject } from '@toolrack/contracts';
import jsonc, { type Edit, type Node } from 'jsonc-parser';

import { formatKeyPath, valueAt, type KeyPath } from '../config/key-path.js';
import { parseJsonConfiguration } from '../config/read-json-configuration.js';
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
}

/** The plugin whose options hold the same block. */
const surface = '@toolrack/surface-openclaw';

/**
 * Migrates every `toolSearch` block of a configuration of OpenClaw or Toolrack. Pure; `file` is used in messages only. Throws
 * `ERR_CONFIG_FILE` or `ERR_CONFIG_VALUE` when the text is not JSON with comments.
 */
export function migrateOpenclaw(file: string, text: string): Migration {
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  const plain = text.slice(mark.length);
  const { value } = parseJsonConfiguration(file, plain);
  const root = jsonc.parseTree(plain, [], { allowTrailingComma: true }) as Node;
  const changes: ConfigurationChange[] = [];
  const edits: Edit[] = [];
  for (const path of blockPaths(value)) {
    const { changes: found } = migrateToolSearch((valueAt(value, path) as JsonObject | undefined) ?? null);
    edits.push(...editsOf(plain, root, path, found));
    changes.push(...found.map((change) => ({ ...change, path: formatKeyPath([...path, change.key]) })));
  }
  return { text: mark + jsonc.applyEdits(plain, edits), changes };
}

/** The smallest edits; a key that is added takes the place of the one that is removed. */
function editsOf(text: string, root: Node, block: KeyPath, changes: readonly BlockChange[]): Edit[] {
  const added = changes.find((change) => change.before === undefined);
  return changes.flatMap((change) => {
    const path = [...block, change.key];
    if (change === added) return [];
    if (change.after !== undefined) return [replaceValue(root, path, change.after)];
    return added === undefined ? removeProperty(text, root, path) : [replaceProperty(root, path, added.key, added.after)];
  });
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
