import { createHash } from 'node:crypto';

import { canonicalJson, isJsonObject, type JsonObject, type JsonValue } from '@toolrack/contracts';

import { argumentSpans } from './argument-spans.js';
import { replaceSpans, type SecretSpan } from './secret-span.js';
import { secretSpans } from './secret-spans.js';

/** Key of an entry of `mcpServers` that came from another program's file. Holds `from`, `fields` and, once somebody agreed, `approved`. */
export const importedKey = 'x-imported';

/** Whether an entry may run: nobody has to agree to one that was written by hand. */
export type Consent = 'not-needed' | 'given' | 'missing' | 'outdated';

/** What decides which program runs or which address is reached, and with what. */
const decisive = ['command', 'args', 'env', 'cwd', 'url', 'headers', 'type'];

/** Digest of what somebody agrees to: the decisive keys as they are written, so that the value of a variable does not matter. */
export function consentDigest(entry: JsonObject): string {
  const subject = Object.fromEntries(decisive.flatMap((key) => (entry[key] === undefined ? [] : [[key, entry[key]]])));
  return `sha256:${createHash('sha256').update(canonicalJson(subject)).digest('hex')}`;
}

/** Whether somebody has agreed to an entry as it is written now. */
export function consentTo(entry: JsonObject): Consent {
  const mark = entry[importedKey];
  if (mark === undefined) return 'not-needed';
  const approved = isJsonObject(mark) ? mark['approved'] : undefined;
  if (approved === undefined) return 'missing';
  return approved === consentDigest(entry) ? 'given' : 'outdated';
}

/** The entry's mark with the agreement of somebody who has seen what runs. */
export function withConsent(entry: JsonObject): JsonObject {
  const mark = entry[importedKey];
  return { ...(isJsonObject(mark) ? mark : {}), approved: consentDigest(entry) };
}

/** Variables that change which code a program runs, so their values are shown. */
const loaderVariable =
  /^(?:PATH|NODE_OPTIONS|NODE_PATH|PYTHONPATH|PYTHONSTARTUP|RUBYOPT|PERL5OPT|JAVA_TOOL_OPTIONS|CLASSPATH|BASH_ENV|ENV|LD_\w+|DYLD_\w+|npm_config_\w+|NPM_CONFIG_\w+|UV_\w*INDEX\w*|PIP_\w*INDEX\w*)$/u;

/** What runs, in lines for a person: the exact command with its arguments, its folder and the names of its variables; no secret. */
export function describeServer(name: string, entry: JsonObject): string[] {
  const lines = [name];
  const { command, cwd, url } = entry;
  if (typeof command === 'string') {
    const args = textsOf(entry['args']);
    const spans = argumentSpans(command, args);
    lines.push(`  runs   ${[shellWord(command), ...args.map((text, index) => shellWord(masked(text, spans[index] ?? [])))].join(' ')}`);
    lines.push(`  in     ${typeof cwd === 'string' ? cwd : 'the folder of the configuration'}`);
  }
  if (typeof url === 'string') lines.push(`  calls  ${masked(url, secretSpans('', url))}`);
  for (const [key, word] of [
    ['env', 'with   '],
    ['headers', 'sends  '],
  ] as const) {
    const values = isJsonObject(entry[key]) ? Object.entries(entry[key]) : [];
    if (values.length > 0) lines.push(`  ${word}${values.map(([variable, value]) => shown(variable, value as JsonValue)).join(', ')}`);
  }
  return lines;
}

/** Where a value comes from, and the value itself only when it decides what runs. */
function shown(name: string, value: JsonValue): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (loaderVariable.test(name)) return `${name}=${shellWord(text)}`;
  const references = text.match(/(?<!\$)\$\{[A-Za-z_]\w*(?::-[^}]*)?\}/gu);
  return references === null ? name : `${name} (from ${references.join(', ')})`;
}

function shellWord(text: string): string {
  return /^[\w@%+=:,./\\${}…-]+$/u.test(text) ? text : JSON.stringify(text);
}

/** Secrets are not shown, unless they could be commands for a shell: what runs is shown. */
function masked(text: string, spans: readonly SecretSpan[]): string {
  return replaceSpans(text, spans, (secret) => (/[\s`;|&<>()]|\$[{(A-Za-z_]/u.test(secret) ? secret : '…'));
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
