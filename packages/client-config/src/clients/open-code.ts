import { isJsonObject, type JsonObject } from '@toolrack/contracts';

import type { ClientDialect, ServerExtras } from '../client-dialect.js';
import { configFolder, joinPath } from '../client-host.js';
import { jsonFormat } from '../formats/json-format.js';
import { braceReferences } from '../import/references.js';
import { bearerHeaders, objectAt } from './shared.js';

/**
 * OpenCode: servers under `mcp.servers` (version 2, switched off by `disabled`) or right under `mcp` (version 1, `enabled: false`). The
 * program and its arguments are one list; `tools` switches single tools off by `server_tool`.
 */
export const openCode: ClientDialect = {
  id: 'opencode',
  title: 'OpenCode',
  sources: ['https://opencode.ai/v2/docs/mcp-servers/', 'https://opencode.ai/v1/docs/mcp-servers/'],
  format: jsonFormat,
  files: (host) => [
    ...['opencode.json', 'opencode.jsonc'].flatMap((name) => [
      { path: joinPath(host, host.folder, name), scope: 'project' as const },
      { path: joinPath(host, host.folder, '.opencode', name), scope: 'project' as const },
    ]),
    ...['opencode.json', 'opencode.jsonc'].map((name) => ({
      path: joinPath(host, configFolder(host), 'opencode', name),
      scope: 'user' as const,
    })),
  ],
  path: /(?:^|\/)opencode\.jsonc?$/u,
  recognises: (value) => Object.values(objectAt(value, ['mcp']) ?? {}).some(isEntry),
  containers: (value) => {
    const servers = objectAt(value, ['mcp', 'servers']);
    if (servers !== undefined && !isEntry(servers)) return [{ path: ['mcp', 'servers'] }];
    return objectAt(value, ['mcp']) === undefined ? [] : [{ path: ['mcp'] }];
  },
  shape: {
    command: 'command',
    env: 'environment',
    url: [['url']],
    headers: ['headers'],
    times: [{ key: 'timeout', unit: 'ms', becomes: 'startTimeoutMs' }],
  },
  references: braceReferences,
  extras,
  connect: {
    scopes: ['user', 'project'],
    container: (value) => ({ path: Object.values(objectAt(value, ['mcp']) ?? {}).some(isEntry) ? ['mcp'] : ['mcp', 'servers'] }),
    entry: (_name, { stdio, ...gateway }) => {
      if (gateway.http !== undefined)
        return { type: 'remote', url: gateway.http.url, ...bearerHeaders(gateway, (variable) => `{env:${variable}}`) };
      if (stdio === undefined) return undefined;
      return { type: 'local', command: [stdio.command, ...stdio.args], ...(stdio.env === undefined ? {} : { environment: stdio.env }) };
    },
    next: 'Start OpenCode again; "opencode mcp list" shows the server.',
  },
};

function isEntry(value: unknown): boolean {
  return isJsonObject(value) && (value['type'] === 'local' || value['type'] === 'remote');
}

function extras(name: string, _entry: JsonObject, value: JsonObject): ServerExtras {
  const tools = Object.entries(objectAt(value, ['tools']) ?? {}).filter(([key, isOn]) => key.startsWith(`${name}_`) && isOn === false);
  return tools.length === 0 ? {} : { disabledTools: tools.map(([key]) => key.slice(name.length + 1)) };
}
