import { isJsonObject, type JsonObject } from '@toolrack/contracts';

import type { ClientDialect, ServerExtras } from '../client-dialect.js';
import { configFolder, joinPath } from '../client-host.js';
import { yamlFormat } from '../formats/yaml-format.js';
import { dollarReferences } from '../import/references.js';
import { presentContainers, texts } from './shared.js';

/** Goose: `extensions` of `config.yaml`. `env_keys` name variables in its own secret store; an empty `available_tools` means all. */
export const goose: ClientDialect = {
  id: 'goose',
  title: 'Goose',
  sources: [
    'https://github.com/block/goose/blob/main/documentation/docs/guides/config-files.md',
    'https://github.com/block/goose/blob/main/crates/goose/src/agents/extension.rs',
  ],
  format: yamlFormat,
  files: (host) => {
    const folder =
      host.platform === 'win32'
        ? [host.environment['APPDATA'] || joinPath(host, host.home, 'AppData', 'Roaming'), 'Block', 'goose', 'config']
        : [configFolder(host), 'goose'];
    return [{ path: joinPath(host, ...folder, 'config.yaml'), scope: 'user' }];
  },
  path: /(?:^|\/)goose\/(?:config\/)?config\.yaml$/u,
  recognises: (value) => isJsonObject(value['extensions']),
  containers: (value) => presentContainers(value, ['extensions']),
  shape: {
    command: 'cmd',
    env: 'envs',
    url: [['uri']],
    headers: ['headers'],
    times: [{ key: 'timeout', unit: 's', becomes: 'timeoutMs' }],
    ignored: ['bundled'],
  },
  references: dollarReferences,
  extras,
  connect: {
    scopes: ['user'],
    container: () => ({ path: ['extensions'] }),
    entry: (name, { stdio, http }) => {
      const common = { enabled: true, name, description: 'Tools behind Toolrack', timeout: 300 };
      if (http === undefined) {
        if (stdio === undefined) return undefined;
        return { type: 'stdio', ...common, cmd: stdio.command, args: stdio.args, envs: stdio.env ?? {}, env_keys: stdio.passed ?? [] };
      }
      const token = http.tokenVariable;
      const secured = token === undefined ? {} : { env_keys: [token], headers: { Authorization: `Bearer $${token}` } };
      return { type: 'streamable_http', ...common, uri: http.url, ...secured };
    },
    next: 'Start Goose again.',
  },
};

function extras(_name: string, entry: JsonObject): ServerExtras {
  const keys = texts(entry['env_keys']);
  const tools = texts(entry['available_tools']);
  return {
    ...(keys === undefined ? {} : { passedVariables: keys.map((name) => ({ name, required: true })) }),
    ...(tools === undefined || tools.length === 0 ? {} : { enabledTools: tools }),
    used: [...(tools === undefined ? [] : ['available_tools']), 'name'],
    usedBy: { program: keys === undefined ? [] : ['env_keys'] },
  };
}
