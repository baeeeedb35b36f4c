import { isJsonObject } from '@toolrack/contracts';

import type { ClientDialect } from '../client-dialect.js';
import { configFolder, joinPath } from '../client-host.js';
import { jsonFormat } from '../formats/json-format.js';
import { noReferences } from '../import/references.js';
import { commonShape, presentContainers, startedEntry } from './shared.js';

/** Zed: `context_servers` of `settings.json`. Older files nest the program (`command.path`); servers of extensions have none of their own. */
export const zed: ClientDialect = {
  id: 'zed',
  title: 'Zed',
  sources: ['https://zed.dev/docs/ai/mcp', 'https://github.com/zed-industries/zed/blob/main/docs/src/ai/mcp.md'],
  format: jsonFormat,
  files: (host) => {
    const user =
      host.platform === 'win32' ? [host.environment['APPDATA'] || joinPath(host, host.home, 'AppData', 'Roaming'), 'Zed'] : zedFolder(host);
    return [
      { path: joinPath(host, host.folder, '.zed', 'settings.json'), scope: 'project' },
      { path: joinPath(host, ...user, 'settings.json'), scope: 'user' },
    ];
  },
  path: /(?:^|\/)\.?zed\/settings\.json$/iu,
  recognises: (value) => isJsonObject(value['context_servers']),
  containers: (value) => presentContainers(value, ['context_servers']),
  shape: commonShape,
  references: noReferences,
  extras: (_name, entry) => (entry['source'] === 'custom' ? { used: ['source'] } : {}),
  connect: {
    scopes: ['user', 'project'],
    container: () => ({ path: ['context_servers'] }),
    entry: (_name, gateway) => {
      if (gateway.http === undefined) return startedEntry(gateway, { source: 'custom' });
      // Zed expands nothing, so a token would have to stand in its file.
      return gateway.http.tokenVariable === undefined ? { source: 'custom', url: gateway.http.url } : undefined;
    },
    next: 'Zed reads the file when it is saved; the settings of its agent panel show the server.',
  },
};

function zedFolder(host: Parameters<ClientDialect['files']>[0]): string[] {
  return host.platform === 'darwin' ? [host.home, '.config', 'zed'] : [configFolder(host), 'zed'];
}
