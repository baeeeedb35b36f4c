import type { ClientDialect } from '../client-dialect.js';
import { joinPath } from '../client-host.js';
import { jsonFormat } from '../formats/json-format.js';
import { editorReferences } from '../import/references.js';
import { bearerHeaders, commonShape, mcpServers, presentContainers, startedEntry } from './shared.js';

/** Cursor: `.cursor/mcp.json` of a project and of the user, with `${env:NAME}`, `${userHome}` and `${workspaceFolder}`. */
export const cursor: ClientDialect = {
  id: 'cursor',
  title: 'Cursor',
  sources: ['https://cursor.com/docs/context/mcp'],
  format: jsonFormat,
  files: (host) => [
    { path: joinPath(host, host.folder, '.cursor', 'mcp.json'), scope: 'project' },
    { path: joinPath(host, host.home, '.cursor', 'mcp.json'), scope: 'user' },
  ],
  path: /(?:^|\/)\.cursor\/mcp\.json$/u,
  recognises: () => false,
  containers: (value) => presentContainers(value, ['mcpServers']),
  shape: commonShape,
  references: editorReferences,
  connect: {
    scopes: ['user', 'project'],
    container: mcpServers,
    entry: (_name, gateway) =>
      gateway.http === undefined
        ? startedEntry(gateway)
        : { url: gateway.http.url, ...bearerHeaders(gateway, (variable) => `\${env:${variable}}`) },
    next: 'Cursor reads the file when it is saved; its settings, under MCP, show the server.',
  },
};
