import type { ClientDialect } from '../client-dialect.js';
import { applicationFolder, joinPath } from '../client-host.js';
import { jsonFormat } from '../formats/json-format.js';
import { noReferences } from '../import/references.js';
import { commonShape, mcpServers, presentContainers, startedEntry } from './shared.js';

/** Cline: `cline_mcp_settings.json` of the extension and of the command. Times are in seconds; `autoApprove` is kept, Toolrack asks by rules. */
export const cline: ClientDialect = {
  id: 'cline',
  title: 'Cline',
  sources: ['https://docs.cline.bot/mcp/configuring-mcp-servers', 'https://github.com/cline/cline/blob/main/src/services/mcp/schemas.ts'],
  format: jsonFormat,
  files: (host) => {
    const extension = ['Code', 'User', 'globalStorage', 'saoudrizwan.claude-dev', 'settings'];
    return [
      { path: joinPath(host, applicationFolder(host), ...extension, 'cline_mcp_settings.json'), scope: 'user' },
      {
        path:
          host.environment['CLINE_MCP_SETTINGS_PATH'] || joinPath(host, host.home, '.cline', 'data', 'settings', 'cline_mcp_settings.json'),
        scope: 'user',
      },
    ];
  },
  path: /(?:^|\/)cline_mcp_settings\.json$/u,
  recognises: () => false,
  containers: (value) => presentContainers(value, ['mcpServers']),
  shape: { ...commonShape, times: [{ key: 'timeout', unit: 's', becomes: 'timeoutMs' }] },
  references: noReferences,
  connect: {
    scopes: ['user'],
    container: mcpServers,
    entry: (_name, gateway) => {
      if (gateway.http === undefined) return startedEntry(gateway);
      // Without its type an address is taken for an older SSE server; nothing is expanded, so a token would have to stand in the file.
      return gateway.http.tokenVariable === undefined ? { type: 'streamableHttp', url: gateway.http.url } : undefined;
    },
    next: 'The MCP Servers view of Cline shows the server.',
  },
};
