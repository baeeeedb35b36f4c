import { readFileSync } from 'node:fs';

import {
  canonicalJson,
  compareCodeUnits,
  freezeJson,
  hiddenCharacters,
  isJsonObject,
  reasonOf,
  shownValue,
  ToolrackError,
  type JsonObject,
  type JsonValue,
} from '@toolrack/contracts';

import { definitionDigest, definitionOf, type LockedDefinition } from './locked-definition.js';
import type { SourceOrigin } from './source-origin.js';

/** Version of the format. A file of another version is refused. */
export const lockVersion = 1;
/** Name of the file beside a configuration. */
export const lockFileName = 'toolrack.lock.json';

/** A reviewed tool. */
export interface LockedTool {
  readonly digest: string;
  /** What was reviewed, for a readable difference later. */
  readonly definition: LockedDefinition;
}

/** Reviewed definitions and what stands behind their sources, by id. */
export interface Lock {
  readonly sources: ReadonlyMap<string, SourceOrigin>;
  readonly tools: ReadonlyMap<string, LockedTool>;
}

/** Reads a lock. Throws `ERR_CONFIG_FILE` when it is missing, unreadable or damaged; then nothing of it holds. */
export function readLock(file: string): Lock {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    const problem = isMissing ? 'does not exist' : `cannot be read: ${reasonOf(error)}`;
    throw new ToolrackError('ERR_CONFIG_FILE', `The lock ${file} ${problem}.`, {
      hint: isMissing ? 'Review the tools and run "toolrack lock", or take the lock out of the configuration.' : 'Make the file readable.',
      cause: error,
    });
  }
  return parseLock(text, file);
}

/** Parses the text of a lock; `file` is used in messages only. Throws `ERR_CONFIG_FILE` that says what is damaged. */
export function parseLock(text: string, file: string = lockFileName): Lock {
  const fail = (problem: string): never => {
    throw new ToolrackError('ERR_CONFIG_FILE', `The lock ${file} is damaged: ${problem}. No tool of it is used.`, {
      hint: 'Restore the file from version control, or delete it, review the tools and run "toolrack lock".',
    });
  };
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/u, ''));
  } catch (error) {
    return fail(/^(?:<{7}|={7}|>{7}) ?/mu.test(text) ? 'it holds the marks of a merge conflict' : `it is not JSON (${reasonOf(error)})`);
  }
  if (!isJsonObject(value)) return fail('it is not an object');
  // A reader sees the first of two equal keys, JSON.parse the last.
  if (keysIn(text) !== keysOf(value)) return fail('a key is there twice, as after a merge');
  const { lockVersion: version, sources, tools, ...rest } = value;
  if (version !== lockVersion) return fail(`its lockVersion is ${shownValue(version)}, and this release reads ${lockVersion}`);
  if (!isJsonObject(sources)) return fail('"sources" is not an object');
  if (!isJsonObject(tools)) return fail('"tools" is not an object');
  const strange = Object.keys(rest)[0];
  if (strange !== undefined) return fail(`it has an unknown key "${strange}"`);
  for (const [id, origin] of Object.entries(sources))
    if (!isJsonObject(origin) || !Object.values(origin).every(isTextOrTexts)) return fail(`sources["${id}"] is not an origin`);
  const locked = new Map<string, LockedTool>();
  for (const [id, entry] of Object.entries(tools)) locked.set(id, readTool(id, entry, fail));
  return { sources: new Map(Object.entries(sources) as [string, SourceOrigin][]), tools: locked };
}

/** How many keys are written in a text of JSON. */
function keysIn(text: string): number {
  let count = 0;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/gsu)) if (token.endsWith(':')) count += 1;
  return count;
}

/** How many keys a value has, at every depth. */
function keysOf(root: JsonValue): number {
  const open: JsonValue[] = [root];
  let count = 0;
  for (const value of open) {
    if (typeof value !== 'object' || value === null) continue;
    if (!Array.isArray(value)) count += Object.keys(value).length;
    for (const member of Object.values(value)) open.push(member as JsonValue);
  }
  return count;
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isTextOrTexts = (value: unknown): boolean => isText(value) || (Array.isArray(value) && value.every(isText));

function readTool(id: string, entry: unknown, fail: (problem: string) => never): LockedTool {
  if (!isJsonObject(entry) || typeof entry['digest'] !== 'string' || !isJsonObject(entry['definition'])) {
    return fail(`tools["${id}"] has no digest and definition`);
  }
  const definition = entry['definition'] as unknown as LockedDefinition;
  const { name, description } = definition;
  if (typeof name !== 'string' || typeof description !== 'string') return fail(`tools["${id}"].definition has no name and description`);
  let digest: string;
  try {
    // No definition in a catalog is nested deeper; JSON may be, deeper than a digest can follow.
    for (const part of Object.values(definition)) freezeJson(part);
    digest = definitionDigest(definition);
  } catch (error) {
    return fail(`tools["${id}"].definition cannot be read: ${reasonOf(error)}`);
  }
  if (digest !== entry['digest']) return fail(`the digest of tools["${id}"] does not fit its definition`);
  return { digest: entry['digest'], definition };
}

/** The text of a lock: sorted, two spaces, one line break at the end; equal locks give equal bytes. What nobody sees is written as an escape. */
export function renderLock(lock: Lock): string {
  const byId = <Value>(map: ReadonlyMap<string, Value>, show: (value: Value) => JsonValue): JsonObject =>
    Object.fromEntries([...map].sort(([left], [right]) => compareCodeUnits(left, right)).map(([id, value]) => [id, show(value)]));
  const sorted = (value: unknown): JsonValue => JSON.parse(canonicalJson(value as JsonValue)) as JsonValue;
  const file = {
    lockVersion,
    sources: byId(lock.sources, sorted),
    tools: byId(lock.tools, ({ digest, definition }) => {
      const shown = Object.entries(definitionOf(definition)).map(([key, value]) => [key, sorted(value)]);
      return { digest, definition: Object.fromEntries(shown) as JsonObject };
    }),
  };
  const visible = JSON.stringify(file, undefined, 2).replace(hiddenCharacters, (character) =>
    character === '\n' ? character : escaped(character),
  );
  return `${visible}\n`;
}

function escaped(character: string): string {
  return Array.from({ length: character.length }, (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`).join('');
}
