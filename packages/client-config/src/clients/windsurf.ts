import type { ClientDialect } from '../client-dialect.js';
import { joinPath } from '../client-host.js';
import { jsonFormat } from '../formats/json-format.js';
import { editorReferences } from '../import/references.js';
import { bearerHeaders, commonShape, mcpServers, presentContainers, startedEntry } from './shared.js';

/** Windsurf: `mcp_config.json`, remote servers with `serverUrl` or `url`, `${env:NAME}` and `${file:/path}`, `disabledTools`. */
export const windsurf: ClientDialect = {
  id: 'windsurf',
  title: 'Windsurf',
  sources: ['https://docs.windsurf.com/windsurf/cascade/mcp'],
  format: jsonFormat,
  files: (host) => [
    { path: joinPath(host, host.home, '.codeium', 'windsurf', 'mcp_config.json'), scope: 'user' },
    { path: joinPath(host, host.home, '.codeium', 'mcp_config.json'), scope: 'user' },
  ],
  path: /(?:^|\/)mcp_config\.json$/u,
  recognises: (value) => JSON.stringify(value['mcpServers'] ?? null).includes('"serverUrl":'),
  containers: (value) => presentContainers(value, ['mcpServers']),
  shape: { ...commonShape, url: [['serverUrl'], ['url']], disabledTools: 'disabledTools' },
  references: editorReferences,
  connect: {
    scopes: ['user'],
    container: mcpServers,
    entry: (_name, gateway) =>
      gateway.http === undefined
        ? startedEntry(gateway)
        : { serverUrl: gateway.http.url, ...bearerHeaders(gateway, (variable) => `\${env:${variable}}`) },
    next: 'Press the refresh button of the MCP list in Windsurf.',
  },
};
