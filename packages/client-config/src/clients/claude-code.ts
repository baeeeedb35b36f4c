import { isJsonObject } from '@toolrack/contracts';

import type { ClientDialect } from '../client-dialect.js';
import { joinPath } from '../client-host.js';
import { jsonFormat } from '../formats/json-format.js';
import { shellReferences } from '../import/references.js';
import { stateFile, switches, switchingFiles } from './claude-code-switches.js';
import { bearerHeaders, commonShape, mcpServers, objectAt, presentContainers, startedEntry } from './shared.js';

/**
 * Claude Code: `.mcp.json` of a project, and `~/.claude.json` with servers for everywhere and for single projects (`projects`). A remote
 * entry needs its `type`; `timeout` is the time of one call in milliseconds.
 */
export const claudeCode: ClientDialect = {
  id: 'claude-code',
  title: 'Claude Code',
  sources: ['https://code.claude.com/docs/en/mcp', 'https://code.claude.com/docs/en/settings'],
  format: jsonFormat,
  files: (host) => [
    { path: joinPath(host, host.folder, '.mcp.json'), scope: 'project' },
    { path: stateFile(host), scope: 'user' },
  ],
  path: /(?:^|\/)\.(?:mcp|claude)\.json$/u,
  // The shape that everybody copies; its references are those that people expect.
  recognises: (value) => isJsonObject(value['mcpServers']),
  containers: (value, host) => {
    const own = objectAt(value, ['projects', host.folder, 'mcpServers']);
    const local = own === undefined ? [] : [{ path: ['projects', host.folder, 'mcpServers'], folder: host.folder }];
    return [...presentContainers(value, ['mcpServers']), ...local];
  },
  shape: { ...commonShape, times: [{ key: 'timeout', unit: 'ms', becomes: 'timeoutMs' }] },
  references: shellReferences,
  extras: (name, entry, value, place) => (place === undefined ? {} : switches(name, entry, value, place)),
  companions: switchingFiles,
  connect: {
    scopes: ['project', 'user'],
    container: mcpServers,
    entry: (_name, gateway) =>
      gateway.http === undefined
        ? startedEntry(gateway, { type: 'stdio' })
        : { type: 'http', url: gateway.http.url, ...bearerHeaders(gateway, (variable) => `\${${variable}}`) },
    next: 'Start claude in this folder and approve the server when it asks; /mcp shows its state.',
  },
};
