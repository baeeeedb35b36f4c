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
  const { left, ...asks } = asksFor(entry);
  const passed = passedVariables(entry['env_vars']);
  return {
    ...(passed === undefined ? {} : { passedVariables: passed.map((name) => ({ name, required: false })) }),
    headerVariables: {
      ...(isPlain ? Object.fromEntries(named) : {}),
      ...(typeof bearer === 'string' ? { Authorization: { variable: bearer, prefix: 'Bearer ' } } : {}),
    },
    ...asks,
    ...(left === undefined ? {} : { left }),
    used: asks.used,
    usedBy: {
      program: passed === undefined ? [] : ['env_vars'],
      address: [...(typeof bearer === 'string' ? ['bearer_token_env_var'] : []), ...(isPlain ? ['env_http_headers'] : [])],
    },
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

type Asked = Pick<ServerExtras, 'askTools' | 'freeTools' | 'left'> & { readonly used: readonly string[] };

/**
 * Approval modes: `prompt` becomes a rule that asks, and a tool that is approved is free of the one for all. `auto` and `writes` go by what a
 * tool says of itself; they stay among the kept fields.
 */
function asksFor(entry: JsonObject): Asked {
  const isAll = entry['default_tools_approval_mode'] === 'prompt';
  const tools = isJsonObject(entry['tools']) ? Object.entries(entry['tools']) : [];
  const named = (mode: string): string[] => tools.filter(([, tool]) => modeOf(tool) === mode).map(([name]) => name);
  const askTools = [...(isAll ? ['*'] : []), ...named('prompt')];
  const freeTools = isAll ? named('approve') : [];
  const mapped = new Set(isAll ? ['prompt', 'approve'] : ['prompt']);
  const left = tools.flatMap(([name, tool]): [string, JsonValue | undefined][] => {
    if (!isJsonObject(tool)) return [[name, tool]];
    const rest = Object.entries(tool).filter(([key]) => !(key === 'approval_mode' && mapped.has(modeOf(tool) ?? '')));
    return rest.length === 0 ? [] : [[name, Object.fromEntries(rest)]];
  });
  return {
    ...(askTools.length === 0 ? {} : { askTools }),
    ...(freeTools.length === 0 ? {} : { freeTools }),
    ...(left.length === 0 ? {} : { left: { tools: Object.fromEntries(left) } }),
    used: [...(isAll ? ['default_tools_approval_mode'] : []), ...(tools.length > 0 && left.length === 0 ? ['tools'] : [])],
  };
}

function modeOf(tool: JsonValue | undefined): string | undefined {
  const mode = isJsonObject(tool) ? tool['approval_mode'] : undefined;
  return typeof mode === 'string' ? mode : undefined;
}
