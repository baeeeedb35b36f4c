import { isJsonObject, type JsonObject } from '@toolrack/contracts';

import { didYouMean } from '../../config/did-you-mean.js';
import { formatKeyPath } from '../../config/key-path.js';
import { clearSecrets } from './clear-secrets.js';
import { migrateServer } from './hermes-server.js';
import { convertVariables } from './hermes-variables.js';
import type { MigrationNote, Report } from './migration-note.js';

/** A `toolrack.json` made from a configuration of Hermes Agent. */
export interface HermesMigration {
  readonly configuration: JsonObject;
  /** What became of every key, in the order of the file. */
  readonly notes: readonly MigrationNote[];
}

const searchKeys = ['enabled', 'threshold_pct', 'search_default_limit', 'max_search_limit', 'listing', 'listing_max_tokens', 'defer'];
const toolsKeys = ['tool_search', 'connectors'];
const servers = ['mcp_servers', 'mcpServers'];
const toolsets = ['toolsets', 'enabled_toolsets', 'disabled_toolsets', 'platform_toolsets'];

/**
 * Turns a configuration of Hermes Agent into Toolrack's: `tools.tool_search`, `tools.connectors` and `mcp_servers` with all their keys.
 * Pure. What has no counterpart is named in the notes; everything that is not about tools is named in one of them.
 */
export function migrateHermes(given: JsonObject): HermesMigration {
  const notes: MigrationNote[] = [];
  const report: Report = (note) => notes.push(note);
  const tools = toolsOf(given['tools'], report);
  const migrated = serversOf(given, report);
  const elsewhere = Object.keys(given).filter((key) => key !== 'tools' && !servers.includes(key) && !toolsets.includes(key));
  for (const key of toolsets.filter((name) => given[name] !== undefined)) {
    report({ path: key, outcome: 'left out', reason: 'which tools a run has is for its host, or for rules of the policy' });
  }
  if (elsewhere.length > 0) report({ path: elsewhere.join(', '), outcome: 'left out', reason: 'not about tools' });
  const { mcpServers, rules } = migrated;
  for (const path of clearSecrets(mcpServers)) {
    const reason = 'a secret in clear text was taken over; put it into a variable and write ${NAME} instead';
    report({ path: formatKeyPath(path), outcome: 'note', reason });
  }
  const configuration: JsonObject = {
    preset: 'hermes',
    ...tools,
    ...(Object.keys(mcpServers).length === 0 ? {} : { mcpServers }),
    ...(rules.length === 0 ? {} : { policy: { rules } }),
  };
  return { configuration, notes };
}

function toolsOf(tools: unknown, report: Report): JsonObject {
  if (tools === undefined || tools === null) return {};
  if (!isJsonObject(tools)) {
    report({ path: 'tools', outcome: 'left out', reason: 'it is no mapping' });
    return {};
  }
  const result: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(tools)) {
    if (key === 'tool_search') result[key] = searchBlock(value, report);
    else if (key === 'connectors') connectors(value, result, report);
    else report({ path: `tools.${key}`, outcome: 'left out', reason: `not about tool search.${didYouMean(key, toolsKeys)}` });
  }
  return result as JsonObject;
}

function searchBlock(block: unknown, report: Report): unknown {
  report({ path: 'tools.tool_search', outcome: 'moved', to: 'tool_search' });
  if (!isJsonObject(block)) return block;
  for (const key of Object.keys(block).filter((name) => !searchKeys.includes(name))) {
    report({ path: `tools.tool_search.${key}`, outcome: 'left out', reason: `unknown key.${didYouMean(key, searchKeys)}` });
  }
  return Object.fromEntries(Object.entries(block).filter(([key]) => searchKeys.includes(key)));
}

/** Hermes' gateway belongs to the account that is signed in; here it is an address and a token. */
function connectors(block: unknown, result: Record<string, unknown>, report: Report): void {
  const enabled = isJsonObject(block) ? block['enabled'] : block;
  const isOff =
    enabled === false || (typeof enabled === 'string' && ['false', '0', 'no', 'off', ''].includes(enabled.trim().toLowerCase()));
  if (isOff) {
    result['connectors'] = false;
    report({ path: 'tools.connectors', outcome: 'moved', to: 'connectors' });
    return;
  }
  const reason = 'the file cannot know your gateway; add "connectors": { "url": "…", "token": "${CONNECTORS_TOKEN}" }';
  report({ path: 'tools.connectors', outcome: 'left out', reason });
  const unread = Object.keys(isJsonObject(block) ? block : {}).filter((key) => key !== 'enabled');
  for (const key of unread) report({ path: `tools.connectors.${key}`, outcome: 'left out', reason: 'unknown key' });
}

function serversOf(given: JsonObject, report: Report): { readonly mcpServers: JsonObject; readonly rules: readonly JsonObject[] } {
  const mcpServers: Record<string, JsonObject> = {};
  const rules: JsonObject[] = [];
  for (const key of servers) {
    const block = given[key];
    if (block === undefined || block === null) continue;
    if (!isJsonObject(block)) {
      report({ path: key, outcome: 'left out', reason: 'it is no mapping of names to servers' });
      continue;
    }
    for (const [written, entry] of Object.entries(block)) {
      const path = [key, written];
      if (!isJsonObject(entry)) {
        report({ path: formatKeyPath(path), outcome: 'left out', reason: 'it is no mapping' });
        continue;
      }
      const name = freeName(written, mcpServers);
      if (name !== written) report({ path: formatKeyPath(path), outcome: 'note', reason: `it is called "${name}" now` });
      const server = migrateServer(name, convertVariables(entry, path, report), path, report);
      if (server === undefined) continue;
      mcpServers[name] = server.server;
      rules.push(...server.rules);
      report({ path: formatKeyPath(path), outcome: 'moved', to: formatKeyPath(['mcpServers', name]) });
    }
  }
  return { mcpServers, rules };
}

/** Ids are told apart by colons, so a name has none. */
function freeName(written: string, taken: Readonly<Record<string, unknown>>): string {
  const plain = written.replaceAll(':', '_') || 'server';
  let name = plain;
  for (let number = 2; Object.hasOwn(taken, name); number += 1) name = `${plain}_${number}`;
  return name;
}
