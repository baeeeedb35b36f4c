import { isJsonObject, type JsonObject, type JsonValue } from '@toolrack/contracts';

import type { ClientDialect, GatewayAddress, ServerExtras } from '../client-dialect.js';
import { joinPath } from '../client-host.js';
import { tomlFormat } from '../formats/toml-format.js';
import { noReferences } from '../import/references.js';
import { commonShape, presentContainers, startedEntry } from './shared.js';

/**
 * Codex: tables `[mcp_servers.NAME]` of `config.toml`. Nothing in them is expanded; variables are named by `env_vars`,
 * `bearer_token_env_var` and `env_http_headers`.
 */
export const codex: ClientDialect = {
  id: 'codex',
  title: 'Codex',
  sources: ['https://developers.openai.com/codex/mcp', 'https://github.com/openai/codex/blob/main/codex-rs/config/src/mcp_types.rs'],
  format: tomlFormat,
  files: (host) => [
    { path: joinPath(host, host.folder, '.codex', 'config.toml'), scope: 'project' },
    { path: joinPath(host, host.environment['CODEX_HOME'] || joinPath(host, host.home, '.codex'), 'config.toml'), scope: 'user' },
  ],
  path: /\.toml$/u,
  recognises: (value) => isJsonObject(value['mcp_servers']),
  containers: (value) => presentContainers(value, ['mcp_servers']),
  shape: {
    ...commonShape,
    headers: ['http_headers'],
    times: [
      { key: 'startup_timeout_sec', unit: 's', becomes: 'startTimeoutMs' },
      { key: 'startup_timeout_ms', unit: 'ms', becomes: 'startTimeoutMs' },
      { key: 'tool_timeout_sec', unit: 's', becomes: 'timeoutMs' },
    ],
    enabledTools: 'enabled_tools',
    disabledTools: 'disabled_tools',
  },
  references: noReferences,
  extras,
  connect: {
    scopes: ['user', 'project'],
    container: () => ({ path: ['mcp_servers'] }),
    entry: (_name, gateway) => {
      if (gateway.http === undefined) return startedEntry(gateway, passedOn(gateway));
      const variable = gateway.http.tokenVariable;
      return { url: gateway.http.url, ...(variable === undefined ? {} : { bearer_token_env_var: variable }) };
    },
    next: 'Start Codex again; /mcp shows the server.',
  },
};

function extras(_name: string, entry: JsonObject): ServerExtras {
  const bearer = entry['bearer_token_env_var'];
  const headers = isJsonObject(entry['env_http_headers']) ? entry['env_http_headers'] : {};
  const named = Object.entries(headers).flatMap(([name, variable]) =>
    typeof variable === 'string' ? [[name, { variable }] as const] : [],
  );
  const isPlain = named.length === Object.keys(headers).length;
  const asks = asksFor(entry);
  const passed = passedVariables(entry['env_vars']);
  return {
    ...(passed === undefined ? {} : { passedVariables: passed.map((name) => ({ name, required: false })) }),
    headerVariables: {
      ...(isPlain ? Object.fromEntries(named) : {}),
      ...(typeof bearer === 'string' ? { Authorization: { variable: bearer, prefix: 'Bearer ' } } : {}),
    },
    ...(asks === undefined ? {} : { askTools: asks }),
    used: [
      ...(passed === undefined ? [] : ['env_vars']),
      ...(typeof bearer === 'string' ? ['bearer_token_env_var'] : []),
      ...(isPlain ? ['env_http_headers'] : []),
    ],
  };
}

function passedOn({ stdio }: GatewayAddress): JsonObject {
  return stdio?.passed === undefined || stdio.passed.length === 0 ? {} : { env_vars: stdio.passed };
}

function passedVariables(value: JsonValue | undefined): string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const names = (value as JsonValue[]).map((item) =>
    isJsonObject(item) ? (item['source'] === 'remote' ? undefined : item['name']) : item,
  );
  return names.every((name) => typeof name === 'string') ? names : undefined;
}

/** Tools whose approval mode is `prompt`; `*` for all. The modes stay among the kept fields too, as they say more. */
function asksFor(entry: JsonObject): readonly string[] | undefined {
  if (entry['default_tools_approval_mode'] === 'prompt') return ['*'];
  const tools = isJsonObject(entry['tools']) ? Object.entries(entry['tools']) : [];
  const asked = tools.filter(([, tool]) => isJsonObject(tool) && tool['approval_mode'] === 'prompt').map(([name]) => name);
  return asked.length === 0 ? undefined : asked;
}
