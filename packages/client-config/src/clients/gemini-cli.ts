import type { ClientDialect } from '../client-dialect.js';
import { joinPath } from '../client-host.js';
import { jsonFormat } from '../formats/json-format.js';
import { dollarReferences } from '../import/references.js';
import { bearerHeaders, commonShape, mcpServers, objectAt, presentContainers, startedEntry, texts } from './shared.js';

/** Gemini CLI: `settings.json` with `mcpServers`; `mcp.allowed` and `mcp.excluded` switch servers on and off, `httpUrl` is Streamable HTTP. */
export const geminiCli: ClientDialect = {
  id: 'gemini-cli',
  title: 'Gemini CLI',
  sources: ['https://github.com/google-gemini/gemini-cli/blob/main/docs/tools/mcp-server.md'],
  format: jsonFormat,
  files: (host) => [
    { path: joinPath(host, host.folder, '.gemini', 'settings.json'), scope: 'project' },
    { path: joinPath(host, host.home, '.gemini', 'settings.json'), scope: 'user' },
  ],
  path: /(?:^|\/)\.gemini\/settings\.json$/u,
  recognises: (value) => {
    const servers = Object.values(objectAt(value, ['mcpServers']) ?? {});
    return servers.some((entry) => typeof entry === 'object' && entry !== null && 'httpUrl' in entry);
  },
  containers: (value) => presentContainers(value, ['mcpServers']),
  shape: {
    ...commonShape,
    url: [['httpUrl', 'http'], ['url']],
    times: [{ key: 'timeout', unit: 'ms', becomes: 'timeoutMs' }],
    enabledTools: 'includeTools',
    disabledTools: 'excludeTools',
  },
  references: dollarReferences,
  extras: (name, _entry, value) => {
    const lists = objectAt(value, ['mcp']) ?? {};
    const allowed = texts(lists['allowed']);
    const isOff = (allowed !== undefined && !allowed.includes(name)) || texts(lists['excluded'])?.includes(name) === true;
    return isOff ? { disabled: true } : {};
  },
  connect: {
    scopes: ['user', 'project'],
    container: mcpServers,
    entry: (_name, gateway) =>
      gateway.http === undefined
        ? startedEntry(gateway)
        : { httpUrl: gateway.http.url, ...bearerHeaders(gateway, (variable) => `$${variable}`) },
    next: 'Start Gemini CLI again; /mcp shows the server.',
  },
};
