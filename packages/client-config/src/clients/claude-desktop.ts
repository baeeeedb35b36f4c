import type { ClientDialect } from '../client-dialect.js';
import { applicationFolder, joinPath } from '../client-host.js';
import { jsonFormat } from '../formats/json-format.js';
import { noReferences } from '../import/references.js';
import { commonShape, mcpServers, presentContainers, startedEntry } from './shared.js';

/** Claude Desktop. It starts programs only (remote servers are added in its own settings) and expands nothing in its file. */
export const claudeDesktop: ClientDialect = {
  id: 'claude-desktop',
  title: 'Claude Desktop',
  sources: ['https://modelcontextprotocol.io/docs/develop/connect-local-servers'],
  format: jsonFormat,
  files: (host) => [{ path: joinPath(host, applicationFolder(host), 'Claude', 'claude_desktop_config.json'), scope: 'user' }],
  path: /(?:^|\/)claude_desktop_config\.json$/u,
  recognises: () => false,
  containers: (value) => presentContainers(value, ['mcpServers']),
  shape: commonShape,
  references: noReferences,
  connect: {
    scopes: ['user'],
    container: mcpServers,
    entry: (_name, gateway) => startedEntry(gateway),
    next: 'Quit Claude Desktop wholly and start it again.',
  },
};
