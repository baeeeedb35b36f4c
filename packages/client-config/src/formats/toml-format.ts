import type { JsonValue } from '@toolrack/contracts';
import { parse, stringify, TomlError } from 'smol-toml';

import { DocumentFault, lineBreakOf, type DocumentFormat, type KeyPath } from './document-format.js';
import { plainValue } from './plain-value.js';

/**
 * TOML, edited by lines: a new table is written at the end, a removed one goes with its header. What this cannot do (tables inside
 * inline tables) is found by comparing values after the edit and refused, see `editDocument`.
 */
export const tomlFormat: DocumentFormat = {
  name: 'TOML',
  parse: (text) => {
    try {
      return plainValue(parse(text));
    } catch (error) {
      if (error instanceof TomlError) throw new DocumentFault((error.message.split('\n')[0] ?? '').trim(), error.line, error.column);
      throw new DocumentFault((error as Error).message, 1, 1);
    }
  },
  put: (text, path, value) => {
    const rest = has(tomlFormat.parse(text), path) ? tomlFormat.remove(text, path) : text;
    const lineBreak = lineBreakOf(text);
    const written = stringify(path.reduceRight<JsonValue>((inner, key) => ({ [key]: inner }), value)).trimEnd();
    const gap = rest.trim() === '' ? '' : rest.endsWith('\n') ? lineBreak : lineBreak + lineBreak;
    return rest + gap + written.replaceAll(/\r?\n/gu, lineBreak) + lineBreak;
  },
  add: () => {
    throw new Error('no client keeps a list of servers in TOML');
  },
  remove: (text, path) => {
    const lines = text.split(/(?<=\n)/u);
    const kept: string[] = [];
    for (const section of sections(lines)) {
      if (!startsWith(section.path, path)) {
        kept.push(...withoutKeys(section, path));
        continue;
      }
      // Comments and blank lines at the end of a table belong to the next one.
      let last = section.lines.length;
      while (last > 1 && /^\s*(?:#.*)?\r?\n?$/u.test(section.lines[last - 1] as string)) last -= 1;
      const tail = section.lines.slice(last);
      const isDoubleGap = (kept.at(-1) ?? '\n').trim() === '' && (tail[0] ?? '\n').trim() === '';
      if (isDoubleGap && tail.length > 0) tail.shift();
      else if (isDoubleGap && kept.length > 0) kept.pop();
      kept.push(...tail);
    }
    return kept.join('');
  },
};

interface Section {
  /** Keys of the header; empty for the lines before the first one. */
  readonly path: KeyPath;
  readonly lines: string[];
}

function sections(lines: readonly string[]): Section[] {
  const found: Section[] = [{ path: [], lines: [] }];
  for (const line of lines) {
    const inner = /^\s*\[\[?([^\]]+)\]\]?\s*(?:#.*)?\r?\n?$/u.exec(line)?.[1];
    const path = inner === undefined ? undefined : keysOf(inner);
    if (path !== undefined) found.push({ path, lines: [line] });
    else (found.at(-1) as Section).lines.push(line);
  }
  return found;
}

/** Lines of a table without the assignments that belong to `path`: `name = { … }`, `name.command = "…"`. */
function withoutKeys(section: Section, path: KeyPath): string[] {
  let isDropping = false;
  return section.lines.filter((line) => {
    const key = /^\s*((?:"[^"]*"|'[^']*'|[\w-]+)(?:\s*\.\s*(?:"[^"]*"|'[^']*'|[\w-]+))*)\s*=/u.exec(line)?.[1];
    if (key !== undefined) isDropping = startsWith([...section.path, ...(keysOf(key) ?? [])], path);
    else if (/^\s*(?:#.*)?\r?\n?$/u.test(line)) isDropping = false;
    return !isDropping;
  });
}

function keysOf(dotted: string): string[] | undefined {
  try {
    const keys: string[] = [];
    let value: unknown = parse(`${dotted} = 0`);
    while (typeof value === 'object' && value !== null) {
      const key = Object.keys(value)[0] as string;
      keys.push(key);
      value = (value as Record<string, unknown>)[key];
    }
    return keys;
  } catch {
    return undefined;
  }
}

function startsWith(path: KeyPath, prefix: KeyPath): boolean {
  return prefix.length <= path.length && prefix.every((key, index) => path[index] === key);
}

function has(value: JsonValue, path: KeyPath): boolean {
  let current: unknown = value;
  for (const key of path) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, key)) return false;
    current = (current as Record<string | number, unknown>)[key];
  }
  return true;
}
