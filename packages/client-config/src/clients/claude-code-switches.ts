import { posix, win32 } from 'node:path';

import { isJsonObject, type JsonObject } from '@toolrack/contracts';

import type { EntryPlace, ServerExtras } from '../client-dialect.js';
import { joinPath, type ClientHost } from '../client-host.js';
import { objectAt, texts } from './shared.js';

/** `~/.claude.json`: servers, and what was chosen for each project. */
export function stateFile(host: ClientHost): string {
  return joinPath(host, host.environment['CLAUDE_CONFIG_DIR'] || host.home, '.claude.json');
}

/** The files that switch servers of `file` off: the settings of its project and of the user, and the state of the user. */
export function switchingFiles(file: string, host: ClientHost): readonly string[] {
  const folder = isProjectFile(file) ? folderOf(file, host) : host.folder;
  const user = host.environment['CLAUDE_CONFIG_DIR'] || joinPath(host, host.home, '.claude');
  return [
    joinPath(host, user, 'settings.json'),
    joinPath(host, folder, '.claude', 'settings.json'),
    joinPath(host, folder, '.claude', 'settings.local.json'),
    ...(isProjectFile(file) ? [stateFile(host)] : []),
  ];
}

/**
 * Whether Claude Code would leave a server alone. `disabledMcpServers` is the choice of one project about servers of every kind;
 * `disabledMcpjsonServers` of any settings file refuses those of `.mcp.json`, whatever another file enables. A server of `.mcp.json` that nobody
 * has approved yet is imported like any other: Toolrack asks, too, before it runs.
 */
export function switches(name: string, entry: JsonObject, value: JsonObject, place: EntryPlace): ServerExtras {
  const { file, host, companions } = place;
  const isProject = isProjectFile(file);
  const folder = isProject ? folderOf(file, host) : (place.container.folder ?? host.folder);
  const state = isProject ? (companions[stateFile(host)] ?? {}) : value;
  const chosen = projectOf(state, folder, host);
  const settings = Object.entries(companions).filter(([path]) => path !== stateFile(host));
  const holders: [place: string, holder: JsonObject][] = [
    [file, value],
    ...(chosen === undefined ? [] : ([[`${isProject ? stateFile(host) : file} for ${folder}`, chosen]] as [string, JsonObject][])),
    ...settings,
  ];
  const keys = ['disabledMcpServers', ...(isProject ? ['disabledMcpjsonServers'] : [])];
  for (const [path, holder] of holders) {
    const key = keys.find((candidate) => texts(holder[candidate])?.includes(name) === true);
    if (key !== undefined) return off(`${key} in ${path}`);
    if (refuses(holder['deniedMcpServers'], name, entry)) return off(`deniedMcpServers in ${path}`);
  }
  // A file of the user holds the lists of older versions at its top, for all projects.
  return !isProject && texts(value['disabledMcpjsonServers'])?.includes(name) === true ? off(`disabledMcpjsonServers in ${file}`) : {};
}

function off(where: string): ServerExtras {
  return { disabled: true, notes: [`is switched off by ${where}, so it is imported as disabled`] };
}

/** A list of servers that are not allowed: by name, by the program with its arguments, or by an address with `*`. */
function refuses(list: unknown, name: string, entry: JsonObject): boolean {
  if (!Array.isArray(list)) return false;
  return list.some((rule: unknown) => {
    if (!isJsonObject(rule)) return false;
    const { serverName, serverCommand, serverUrl } = rule;
    if (typeof serverName === 'string') return serverName === name;
    if (texts(serverCommand) !== undefined) return isSameCommand(texts(serverCommand) as readonly string[], entry);
    return typeof serverUrl === 'string' && typeof entry['url'] === 'string' && matches(serverUrl, entry['url']);
  });
}

function isSameCommand(words: readonly string[], entry: JsonObject): boolean {
  const own = [entry['command'], ...(texts(entry['args']) ?? [])];
  return own.length === words.length && own.every((word, index) => word === words[index]);
}

/** Linear in both texts, as the pattern is somebody's. */
function matches(pattern: string, text: string): boolean {
  const parts = pattern.split('*');
  const [first = '', ...rest] = parts;
  const last = rest.pop();
  if (last === undefined) return pattern === text;
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length) return false;
  let at = first.length;
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return at <= text.length - last.length;
}

function isProjectFile(file: string): boolean {
  return /(?:^|[/\\])\.mcp\.json$/u.test(file);
}

function folderOf(file: string, host: ClientHost): string {
  return (host.platform === 'win32' ? win32 : posix).dirname(file);
}

/** What was chosen for a project; paths are written with either separator on Windows. */
function projectOf(state: JsonObject, folder: string, host: ClientHost): JsonObject | undefined {
  const projects = objectAt(state, ['projects']) ?? {};
  const plain = (path: string): string => (host.platform === 'win32' ? path.replaceAll('\\', '/').toLowerCase() : path).replace(/\/$/u, '');
  const key = Object.keys(projects).find((candidate) => plain(candidate) === plain(folder));
  return key === undefined ? undefined : objectAt(projects, [key]);
}
