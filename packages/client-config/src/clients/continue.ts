import { isJsonObject } from '@toolrack/contracts';

import type { ClientDialect } from '../client-dialect.js';
import { joinPath } from '../client-host.js';
import { yamlFormat } from '../formats/yaml-format.js';
import { templateReferences } from '../import/references.js';
import { commonShape, startedEntry } from './shared.js';

/** Continue: a list `mcpServers` in `config.yaml` and in the files of `.continue/mcpServers`, which may also be JSON of other clients. */
export const continueDev: ClientDialect = {
  id: 'continue',
  title: 'Continue',
  sources: [
    'https://docs.continue.dev/customize/deep-dives/mcp',
    'https://github.com/continuedev/continue/blob/main/packages/config-yaml/src/schemas/mcp/index.ts',
  ],
  // JSON is YAML, so one format reads both.
  format: yamlFormat,
  files: (host) => [
    { path: joinPath(host, host.folder, '.continue', 'mcpServers', '*'), scope: 'project' },
    { path: joinPath(host, host.home, '.continue', 'config.yaml'), scope: 'user' },
    { path: joinPath(host, host.home, '.continue', 'mcpServers', '*'), scope: 'user' },
  ],
  path: /(?:^|\/)\.continue\/(?:config\.yaml|mcpServers\/[^/]+\.(?:ya?ml|json))$/u,
  recognises: (value) => Array.isArray(value['mcpServers']),
  containers: (value) => (Array.isArray(value['mcpServers']) || isJsonObject(value['mcpServers']) ? [{ path: ['mcpServers'] }] : []),
  shape: {
    ...commonShape,
    headers: ['requestOptions', 'headers'],
    times: [{ key: 'connectionTimeout', unit: 'ms', becomes: 'startTimeoutMs' }],
    ignored: ['sourceFile', 'faviconUrl'],
  },
  references: templateReferences,
  extras: () => ({ used: ['name'] }),
  connect: {
    scopes: ['user'],
    container: () => ({ path: ['mcpServers'], isList: true }),
    entry: (name, gateway) => {
      if (gateway.http === undefined) return startedEntry(gateway, { name });
      const token = gateway.http.tokenVariable;
      const options = token === undefined ? {} : { requestOptions: { headers: { Authorization: `Bearer \${{ secrets.${token} }}` } } };
      return { name, type: 'streamable-http', url: gateway.http.url, ...options };
    },
    extras: (value) =>
      Object.entries({ name: 'Local', version: '0.0.1', schema: 'v1' })
        .filter(([key]) => value[key] === undefined)
        .map(([key, content]) => ({ path: [key], value: content })),
    next: 'Continue reads the file when it is saved; its tools are there in agent mode.',
  },
};
