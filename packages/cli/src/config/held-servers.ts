import { consentTo, importedKey } from '@toolrack/client-config';
import { definePlugin, isJsonObject, ToolSources, type JsonObject, type JsonValue, type Plugin } from '@toolrack/contracts';

import { version } from '../version.js';

/** An imported server that does not run yet, and what to do about it. */
export interface HeldServer {
  readonly name: string;
  readonly label?: string;
  readonly reason: string;
}

/** A configuration without the imported servers that may not or cannot run. */
export interface HeldConfiguration {
  readonly value: JsonObject;
  readonly held: readonly HeldServer[];
}

/**
 * Takes imported servers out of a configuration as it is written until somebody has agreed to what they run, and while a variable that they
 * need is not set: so an import never starts a program that nobody has seen, and never takes the other servers with it. What is left
 * has no marks of an import any more.
 */
export function holdServers(value: JsonObject, environment: Readonly<Record<string, string | undefined>>): HeldConfiguration {
  const servers = value['mcpServers'];
  if (!isJsonObject(servers)) return { value, held: [] };
  const held: HeldServer[] = [];
  const kept: Record<string, JsonValue> = {};
  for (const [name, entry] of Object.entries(servers)) {
    if (!isJsonObject(entry) || entry[importedKey] === undefined) {
      kept[name] = entry as JsonValue;
      continue;
    }
    const reason = reasonToHold(name, entry, environment);
    if (entry['disabled'] === true) continue;
    if (reason === undefined) kept[name] = Object.fromEntries(Object.entries(entry).filter(([key]) => key !== importedKey));
    else held.push({ name, ...(typeof entry['label'] === 'string' ? { label: entry['label'] } : {}), reason });
  }
  return { value: { ...value, mcpServers: kept }, held };
}

function reasonToHold(name: string, entry: JsonObject, environment: Readonly<Record<string, string | undefined>>): string | undefined {
  const consent = consentTo(entry);
  const command = `toolrack approve-server ${/^[\w.-]+$/u.test(name) ? name : JSON.stringify(name)}`;
  if (consent === 'missing') return `it was imported and nobody has agreed to what it runs; look at it and agree with: ${command}`;
  if (consent === 'outdated') return `what it runs has changed since somebody agreed; look at it and agree with: ${command}`;
  const missing = missingVariables(entry, environment);
  if (missing.length === 0) return undefined;
  return `it needs the environment variable${missing.length === 1 ? '' : 's'} ${missing.join(', ')}, which ${missing.length === 1 ? 'is' : 'are'} not set`;
}

/** Names of variables without a default that an entry refers to and that are not set. */
function missingVariables(value: unknown, environment: Readonly<Record<string, string | undefined>>): string[] {
  const names = [...JSON.stringify(value).matchAll(/(?<!\$)\$\{([A-Za-z_]\w*)\}/gu)].map(([, name]) => name as string);
  return [...new Set(names)].filter((name) => environment[name] === undefined);
}

/** Shows held servers as sources that are left out, so that `list`, `doctor` and a search that finds nothing say why. */
export function heldServers(held: readonly HeldServer[]): Plugin {
  return definePlugin({
    name: '@toolrack/cli/held-servers',
    version,
    api: '^1',
    apply: (host) => {
      for (const { name, label, reason } of held) {
        host.contribute(ToolSources, {
          kind: 'mcp',
          owner: name,
          ...(label === undefined ? {} : { label }),
          list: () => Promise.resolve({ tools: [], state: 'skipped' }),
          call: () => Promise.reject(new Error(reason)),
          state: () => ({ state: 'skipped', reason }),
        });
      }
    },
  })();
}
