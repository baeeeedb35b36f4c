import type { JsonObject } from '@toolrack/contracts';

import type { ClientDialect } from '../client-dialect.js';
import { applicationFolder, joinPath } from '../client-host.js';
import { jsonFormat } from '../formats/json-format.js';
import { editorReferences } from '../import/references.js';
import { bearerHeaders, commonShape, objectAt, presentContainers, startedEntry } from './shared.js';

/** VS Code: `mcp.json` with `servers` and `inputs`, or the same under `mcp` in the older `settings.json`. */
export const vsCode: ClientDialect = {
  id: 'vs-code',
  title: 'VS Code',
  sources: [
    'https://code.visualstudio.com/docs/copilot/reference/mcp-configuration',
    'https://code.visualstudio.com/docs/reference/variables-reference',
  ],
  format: jsonFormat,
  files: (host) => [
    { path: joinPath(host, host.folder, '.vscode', 'mcp.json'), scope: 'project' },
    { path: joinPath(host, host.folder, '.vscode', 'settings.json'), scope: 'project' },
    { path: joinPath(host, applicationFolder(host), 'Code', 'User', 'mcp.json'), scope: 'user' },
    { path: joinPath(host, applicationFolder(host), 'Code', 'User', 'settings.json'), scope: 'user' },
  ],
  path: /(?:^|\/)(?:\.vscode|Code(?: - Insiders)?\/User)\/(?:mcp|settings)\.json$/u,
  recognises: (value) => isServerList(objectAt(value, ['servers'])) || objectAt(value, ['mcp', 'inputs']) !== undefined,
  containers: (value) => presentContainers(value, ['servers'], ['mcp', 'servers']),
  shape: { ...commonShape, ignored: ['gallery'] },
  references: editorReferences,
  connect: {
    scopes: ['project', 'user'],
    file: /mcp\.json$/u,
    container: () => ({ path: ['servers'] }),
    entry: (_name, gateway) =>
      gateway.http === undefined
        ? startedEntry(gateway, { type: 'stdio' })
        : { type: 'http', url: gateway.http.url, ...bearerHeaders(gateway, (variable) => `\${input:${inputId(variable)}}`) },
    extras: (value, gateway) => {
      const variable = gateway.http?.tokenVariable;
      const inputs = Array.isArray(value['inputs']) ? (value['inputs'] as JsonObject[]) : [];
      if (variable === undefined || inputs.some((input) => input?.['id'] === inputId(variable))) return [];
      const input = { type: 'promptString', id: inputId(variable), description: 'Bearer token of Toolrack', password: true };
      return [{ path: ['inputs'], value: [...inputs, input] }];
    },
    next: 'Choose Start above the entry in mcp.json, or run "MCP: List Servers".',
  },
};

const inputId = (variable: string): string => variable.toLowerCase().replaceAll('_', '-');

function isServerList(servers: JsonObject | undefined): boolean {
  return servers !== undefined && Object.values(servers).every((entry) => typeof entry === 'object' && entry !== null);
}
