import type { JsonObject } from '@toolrack/contracts';
import fc from 'fast-check';

import type { ClientHost } from '../client-host.js';
import { clientNamed, clients } from '../clients/index.js';
import { planImport } from './plan-import.js';
import { readClientFile, type ReadOptions } from './read-client-file.js';
import { escapeWords } from './references.js';
import { VariableTable } from './variable-table.js';
import { jsonFormat } from '../formats/json-format.js';

const host: ClientHost = { platform: 'linux', home: '/home/ada', environment: {}, folder: '/work/shop' };

function read(file: string, content: string | object, options: Partial<ReadOptions> = {}) {
  const variables = new VariableTable();
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  const result = readClientFile(file, text, { host, target: '/work/shop', ...options });
  const definitions = Object.fromEntries(result.servers.map(({ name, definition }) => [name, definition(variables)]));
  const rules = result.servers.flatMap((server) => server.rules(server.name));
  return { ...result, definitions, rules, needed: variables.needed(), values: variables.forGateway().environment };
}

describe('reading the files of clients', () => {
  it('Claude Desktop: nothing is expanded, so what looks like a reference stays literal', () => {
    const { definitions, client } = read('/home/ada/.config/Claude/claude_desktop_config.json', {
      globalShortcut: 'x',
      mcpServers: {
        mail: {
          command: 'npx',
          args: ['mcp-remote', 'https://x.example/mcp', '--header', 'Authorization:${AUTH_HEADER}'],
          env: { LOG: 'info' },
        },
      },
    });
    expect(client.id).toBe('claude-desktop');
    expect(definitions).toEqual({
      mail: {
        command: 'npx',
        args: ['mcp-remote', 'https://x.example/mcp', '--header', 'Authorization:$${AUTH_HEADER}'],
        env: { LOG: 'info' },
        'x-imported': { from: 'claude-desktop' },
      },
    });
  });

  it('Claude Code: .mcp.json with references and times, and the servers of this project in ~/.claude.json', () => {
    const project = read('/work/shop/.mcp.json', {
      mcpServers: {
        api: { type: 'http', url: '${API:-https://api.example}/mcp', headers: { Authorization: 'Bearer ${API_TOKEN}' }, timeout: 600000 },
        ws: { type: 'ws', url: 'wss://x.example' },
      },
    });
    expect(project.definitions['api']).toEqual({
      url: '${API:-https://api.example}/mcp',
      type: 'http',
      headers: { Authorization: 'Bearer ${API_TOKEN}' },
      timeoutMs: 600000,
      'x-imported': { from: 'claude-code' },
    });
    expect(project.skipped).toEqual([{ name: 'ws', reason: 'its type "ws" is none that Toolrack can start or reach' }]);
    expect(project.needed).toEqual([{ name: 'API_TOKEN', servers: ['api'], wasLiteral: false }]);
    const user = read(
      '/home/ada/.claude.json',
      {
        numStartups: 3,
        mcpServers: { everywhere: { command: 'a' } },
        projects: { '/work/shop': { mcpServers: { here: { command: './b' } } }, '/other': { mcpServers: { there: { command: 'c' } } } },
      },
      { target: '/work' },
    );
    expect(Object.keys(user.definitions)).toEqual(['everywhere', 'here']);
    expect(user.definitions['here']).toMatchObject({ command: '/work/shop/b', cwd: '/work/shop' });
  });

  it('Cursor: editor variables become folders and references', () => {
    const { definitions, needed } = read('/work/shop/.cursor/mcp.json', {
      mcpServers: {
        a: { command: '${workspaceFolder}/bin/a', args: ['--home', '${userHome}', '${env:REGION}'], envFile: '${workspaceFolder}/.env' },
      },
    });
    expect(definitions['a']).toMatchObject({ command: '/work/shop/bin/a', args: ['--home', '/home/ada', '${REGION}'] });
    expect(definitions['a']?.['x-imported']).toEqual({ from: 'cursor', fields: { envFile: '${workspaceFolder}/.env' } });
    expect(needed.map(({ name }) => name)).toEqual(['REGION']);
  });

  it('VS Code: inputs become variables, with their descriptions and defaults; comments are read; settings.json too', () => {
    const text = `{
      // asked once
      "inputs": [
        { "type": "promptString", "id": "github-token", "description": "GitHub token", "password": true },
        { "type": "promptString", "id": "region", "description": "Region", "default": "eu" },
      ],
      "servers": { "gh": { "type": "stdio", "command": "npx", "env": { "GITHUB_TOKEN": "\${input:github-token}", "REGION": "\${input:region}", "OFF": null },
        "sandboxEnabled": true } }
    }`;
    const { definitions, needed } = read('/work/shop/.vscode/mcp.json', text);
    expect(definitions['gh']).toEqual({
      command: 'npx',
      env: { GITHUB_TOKEN: '${GITHUB_TOKEN}', REGION: '${REGION:-eu}' },
      'x-imported': { from: 'vs-code', fields: { sandboxEnabled: true } },
    });
    expect(needed).toEqual([{ name: 'GITHUB_TOKEN', servers: ['gh'], description: 'GitHub token', wasLiteral: false }]);
    const old = read('/home/ada/.config/Code/User/settings.json', `{ "editor.tabSize": 2, "mcp": ${text.replace(/\/\/.*/u, '')} }`);
    expect(old.definitions).toEqual(definitions);
  });

  it('Codex: tables, times in seconds, variables by name, lists of tools and approval modes as rules', () => {
    const { definitions, rules } = read(
      '/home/ada/.codex/config.toml',
      `model = "x"
[mcp_servers.docs]
command = "npx"
args = ["-y", "docs"]
env_vars = ["HOME_REGION", { name = "OTHER", source = "local" }]
startup_timeout_sec = 20.5
tool_timeout_sec = 60
enabled_tools = ["read", "list"]
disabled_tools = ["write"]
[mcp_servers.docs.env]
LEVEL = 3
[mcp_servers.docs.tools.search]
approval_mode = "prompt"
[mcp_servers.figma]
url = "https://mcp.figma.com/mcp"
bearer_token_env_var = "FIGMA_TOKEN"
http_headers = { "X-Region" = "eu" }
env_http_headers = { "X-User" = "FIGMA_USER" }
enabled = false
required = true
`,
    );
    expect(definitions['docs']).toMatchObject({
      command: 'npx',
      args: ['-y', 'docs'],
      env: { HOME_REGION: '${HOME_REGION:-}', OTHER: '${OTHER:-}', LEVEL: '3' },
      startTimeoutMs: 20500,
      timeoutMs: 60000,
    });
    expect(definitions['figma']).toEqual({
      url: 'https://mcp.figma.com/mcp',
      headers: { 'X-Region': 'eu', 'X-User': '${FIGMA_USER}', Authorization: 'Bearer ${FIGMA_TOKEN}' },
      disabled: true,
      'x-imported': { from: 'codex', fields: { required: true } },
    });
    expect(rules).toEqual([
      { deny: 'mcp:docs:*', except: ['mcp:docs:read', 'mcp:docs:list'], reason: 'Codex had only these tools enabled' },
      { deny: ['mcp:docs:write'], reason: 'Codex had these tools disabled' },
      { ask: ['mcp:docs:search'], reason: 'Codex asked before these tools' },
    ]);
  });

  it('Codex: a mode for all tools becomes a rule for all, which tools that are approved are free of; other modes are kept', () => {
    const { definitions, rules } = read(
      '/home/ada/.codex/config.toml',
      `[mcp_servers.a]
command = "a"
default_tools_approval_mode = "prompt"
[mcp_servers.a.tools.list]
approval_mode = "approve"
[mcp_servers.a.tools.write]
approval_mode = "writes"
[mcp_servers.b]
command = "b"
[mcp_servers.b.tools.search]
approval_mode = "prompt"
`,
    );
    expect(rules).toEqual([
      { ask: ['mcp:a:*'], except: ['mcp:a:list'], reason: 'Codex asked before these tools' },
      { ask: ['mcp:b:search'], reason: 'Codex asked before these tools' },
    ]);
    expect(definitions['a']?.['x-imported']).toEqual({ from: 'codex', fields: { tools: { write: { approval_mode: 'writes' } } } });
    expect(definitions['b']?.['x-imported']).toEqual({ from: 'codex' });
  });

  it('Gemini CLI: httpUrl, include and exclude lists, and servers that are switched off elsewhere in the file', () => {
    const { definitions, rules } = read('/work/shop/.gemini/settings.json', {
      mcp: { excluded: ['b'] },
      mcpServers: {
        a: { httpUrl: 'http://localhost:3000/mcp', headers: { 'X-Key': '$KEY_A' }, timeout: 5000, excludeTools: ['drop'], trust: true },
        b: { command: 'b', env: { K: '${KB}' } },
      },
    });
    expect(definitions['a']).toEqual({
      url: 'http://localhost:3000/mcp',
      type: 'http',
      headers: { 'X-Key': '${KEY_A}' },
      timeoutMs: 5000,
      'x-imported': { from: 'gemini-cli', fields: { trust: true } },
    });
    expect(definitions['b']).toMatchObject({ disabled: true, env: { K: '${KB}' } });
    expect(rules).toEqual([{ deny: ['mcp:a:drop'], reason: 'Gemini CLI had these tools disabled' }]);
  });

  it('Windsurf: serverUrl, file references, disabled tools', () => {
    const { definitions, rules, needed } = read('/home/ada/.codeium/windsurf/mcp_config.json', {
      mcpServers: {
        a: { serverUrl: 'https://x.example/mcp', headers: { Authorization: 'Bearer ${file:/run/token}' }, disabledTools: ['x'] },
      },
    });
    expect(definitions['a']).toMatchObject({ url: 'https://x.example/mcp', headers: { Authorization: 'Bearer ${FILE_RUN_TOKEN}' } });
    expect(rules).toEqual([{ deny: ['mcp:a:x'], reason: 'Windsurf had these tools disabled' }]);
    expect(needed).toMatchObject([{ name: 'FILE_RUN_TOKEN', description: 'was ${file:/run/token}' }]);
  });

  it('Zed: flat and nested programs; servers of extensions are named and left out', () => {
    const { definitions, skipped } = read(
      '/home/ada/.config/zed/settings.json',
      `{ // zed
        "context_servers": {
          "flat": { "source": "custom", "command": "a", "args": ["1"], "env": {} },
          "old": { "command": { "path": "b", "args": ["2"], "env": { "X": "1" } }, "settings": { "mode": "y" } },
          "extension": { "source": "extension", "enabled": true, "settings": {} },
          "remote": { "url": "https://x.example/mcp", "enabled": false },
        },
      }`,
    );
    expect(definitions).toEqual({
      flat: { command: 'a', args: ['1'], 'x-imported': { from: 'zed' } },
      old: { command: 'b', args: ['2'], env: { X: '1' }, 'x-imported': { from: 'zed', fields: { settings: { mode: 'y' } } } },
      remote: { url: 'https://x.example/mcp', disabled: true, 'x-imported': { from: 'zed' } },
    });
    expect(skipped).toEqual([{ name: 'extension', reason: 'it belongs to an extension of the client' }]);
  });

  it('OpenCode: both versions, the program in one list, tools that are switched off', () => {
    const local = { type: 'local', command: ['npx', '-y', 'x'], environment: { K: '{env:K_VALUE}' }, timeout: 5000 };
    const first = read('/work/shop/opencode.json', { mcp: { x: { ...local, enabled: false } }, tools: { 'x_*': false, y_z: false } });
    const second = read('/work/shop/.opencode/opencode.jsonc', {
      mcp: { servers: { x: { ...local, disabled: true } } },
      tools: { 'x_*': false },
    });
    expect(first.definitions).toEqual({
      x: {
        command: 'npx',
        args: ['-y', 'x'],
        env: { K: '${K_VALUE}' },
        startTimeoutMs: 5000,
        disabled: true,
        'x-imported': { from: 'opencode' },
      },
    });
    expect(second.definitions).toEqual(first.definitions);
    expect(second.rules).toEqual([{ deny: ['mcp:x:*'], reason: 'OpenCode had these tools disabled' }]);
  });

  it('Cline: times in seconds, types in its own words, approvals kept', () => {
    const { definitions } = read('/x/cline_mcp_settings.json', {
      mcpServers: {
        a: { command: 'a', disabled: true, autoApprove: ['t'], timeout: 60 },
        b: { type: 'streamableHttp', url: 'https://x.example/mcp' },
        c: { transportType: 'sse', url: 'https://x.example/sse' },
      },
    });
    expect(definitions['a']).toEqual({
      command: 'a',
      timeoutMs: 60000,
      disabled: true,
      'x-imported': { from: 'cline', fields: { autoApprove: ['t'] } },
    });
    expect(definitions['b']).toMatchObject({ type: 'http' });
    expect(definitions['c']).toMatchObject({ type: 'sse' });
  });

  it('Goose: cmd, envs, keys of its store; what is built in is named and left out', () => {
    const { definitions, rules, skipped, needed } = read(
      '/home/ada/.config/goose/config.yaml',
      `GOOSE_MODEL: x
extensions:
  developer: { enabled: true, type: builtin, name: developer }
  gh:
    enabled: false
    type: stdio
    name: gh
    description: GitHub
    cmd: npx
    args: [-y, gh-server, 8080]
    envs: { LOG: info }
    env_keys: [GITHUB_TOKEN]
    timeout: 300
    available_tools: [list]
  web:
    type: streamable_http
    name: web
    uri: https://x.example/mcp
    available_tools: []
`,
    );
    expect(definitions['gh']).toEqual({
      command: 'npx',
      args: ['-y', 'gh-server', '8080'],
      env: { GITHUB_TOKEN: '${GITHUB_TOKEN}', LOG: 'info' },
      timeoutMs: 300000,
      disabled: true,
      'x-imported': { from: 'goose', fields: { description: 'GitHub' } },
    });
    expect(definitions['web']).toMatchObject({ url: 'https://x.example/mcp', type: 'http' });
    expect(rules).toEqual([{ deny: 'mcp:gh:*', except: ['mcp:gh:list'], reason: 'Goose had only these tools enabled' }]);
    expect(skipped).toEqual([{ name: 'developer', reason: 'its type "builtin" is none that Toolrack can start or reach' }]);
    expect(needed.map(({ name }) => name)).toEqual(['GITHUB_TOKEN']);
  });

  it('Continue: a list of servers, headers under requestOptions, secrets by name; a JSON file in its folder', () => {
    const { definitions, needed } = read(
      '/home/ada/.continue/config.yaml',
      `name: mine
mcpServers:
  - name: My Docs
    command: npx
    args: ["-y", docs]
    env: { KEY: "\${{ secrets.DOCS_KEY }}" }
    connectionTimeout: 3000
  - name: web
    type: streamable-http
    url: https://x.example/mcp
    requestOptions: { headers: { Authorization: "Bearer \${{ secrets.WEB }}" }, timeout: 3 }
`,
    );
    expect(definitions['My-Docs']).toEqual({
      command: 'npx',
      args: ['-y', 'docs'],
      env: { KEY: '${DOCS_KEY}' },
      startTimeoutMs: 3000,
      label: 'My Docs',
      'x-imported': { from: 'continue' },
    });
    expect(definitions['web']).toMatchObject({ type: 'http', headers: { Authorization: 'Bearer ${WEB}' } });
    expect(needed.map(({ name }) => name)).toEqual(['DOCS_KEY', 'WEB']);
    const block = read('/work/shop/.continue/mcpServers/a.json', { mcpServers: { a: { command: './a' } } }, { target: '/elsewhere' });
    expect(block.definitions['a']).toMatchObject({ command: '/work/shop/a', cwd: '/work/shop' });
  });

  it('tells a client by what the file holds when its name says nothing', () => {
    expect(read('/x/a.json', { context_servers: {} }).client.id).toBe('zed');
    expect(read('/x/a.json', { servers: { a: { command: 'x' } } }).client.id).toBe('vs-code');
    expect(read('/x/a.json', { mcp: { a: { type: 'local', command: ['x'] } } }).client.id).toBe('opencode');
    expect(read('/x/a.json', { mcpServers: { a: { httpUrl: 'http://x' } } }).client.id).toBe('gemini-cli');
    expect(read('/x/a.json', { mcpServers: { a: { command: 'x' } } }).client.id).toBe('claude-code');
    expect(read('/x/a.yaml', 'extensions: {}').client.id).toBe('goose');
    expect(() => read('/x/a.json', { theme: 'dark' })).toThrow('no client is known that keeps its servers like this');
  });

  it('one broken entry costs itself, and Toolrack itself is never put behind itself [gateway-251]', () => {
    const { definitions, skipped } = read('/work/shop/.mcp.json', {
      mcpServers: {
        docker: null,
        list: [],
        args: { command: 'x', args: 'y' },
        env: { command: 'x', env: { A: {} } },
        empty: {},
        file: { url: 'file:///etc/passwd' },
        toolrack: { command: 'node', args: ['/opt/toolrack/bin/toolrack.js', 'serve', '--stdio'] },
        Toolrack: { url: 'http://127.0.0.1:8808/mcp' },
        good: { command: 'x' },
      },
    });
    expect(Object.keys(definitions)).toEqual(['good']);
    expect(Object.fromEntries(skipped.map(({ name, reason }) => [name, reason]))).toEqual({
      docker: 'its entry is no object with settings',
      list: 'its entry is no object with settings',
      args: 'its args is no list',
      env: 'its env holds something that is no text',
      empty: 'it has neither a program nor an address',
      file: 'its address is neither http nor https',
      toolrack: 'it is Toolrack itself',
      Toolrack: 'it is Toolrack itself',
    });
  });

  it('any text gives servers or one clear error, for every client', () => {
    const value = fc.jsonValue({ maxDepth: 3 });
    const field = fc.constantFrom(
      'command',
      'args',
      'env',
      'url',
      'headers',
      'type',
      'cwd',
      'timeout',
      'disabled',
      'enabled',
      'name',
      'cmd',
      'envs',
      'env_keys',
      'uri',
      'tools',
    );
    const entry = fc.oneof(
      value,
      fc.dictionary(field, value),
      fc.record({ command: fc.string(), args: fc.array(fc.string()), env: fc.dictionary(fc.string(), fc.string()) }),
    );
    const root = fc.constantFrom(
      'mcpServers',
      'servers',
      'mcp',
      'mcp_servers',
      'context_servers',
      'extensions',
      'inputs',
      'tools',
      'projects',
    );
    const content = fc.oneof(
      fc.string(),
      value.map((json) => JSON.stringify(json)),
      fc.dictionary(root, fc.oneof(value, fc.dictionary(fc.string(), entry), fc.array(entry))).map((json) => JSON.stringify(json)),
    );
    fc.assert(
      fc.property(content, fc.constantFrom(...clients), fc.boolean(), (text, client, keepSecrets) => {
        try {
          const { servers } = read('/x/file', text, { client, keepSecrets });
          planImport({
            file: 'toolrack.json',
            text: '',
            format: jsonFormat,
            contents: [{ client, file: '/x', servers, skipped: [] }],
            onConflict: 'suffix',
          });
        } catch (error) {
          expect(error).toMatchObject({ code: 'ERR_CONFIG_FILE', message: expect.stringMatching(/^\/x\/file[^\n]*$/u) });
        }
      }),
      { numRuns: 400 },
    );
  });
});

describe('secrets', () => {
  const servers = {
    gh: {
      command: 'npx',
      args: [
        '--api-key',
        'abc',
        '--token=t0k',
        '-e',
        'GH_SECRET=s',
        'postgres://ada:pw1@db.example/x',
        '--port',
        '8080',
        '--header',
        'Authorization: Bearer zz',
      ],
      env: {
        GITHUB_TOKEN: 'ghp_0123456789abcdef0123',
        LOG_LEVEL: 'debug',
        TOKEN_LIMIT: '4096',
        PATH_TO: '/srv/some-folder/data',
        PLAIN: 'sk-live0123456789',
      },
      oauth: { clientSecret: 'hush', scopes: ['a'] },
    },
    web: {
      url: 'https://mcp.zapier.example/s/0f9a8b7c6d5e4f3a2b1c0d9e8f7a6b5c/mcp?apiKey=k1&region=eu',
      headers: { Authorization: 'Bearer other', 'X-Api-Key': 'k2', Accept: 'text/plain' },
      env: {},
    },
    second: { command: 'x', env: { GITHUB_TOKEN: 'ghp_another0123456789abcd' } },
    third: { command: 'x', env: { GITHUB_TOKEN: 'ghp_0123456789abcdef0123' } },
  };

  it('become references, as little of a text as will do; the same value has one name', () => {
    const { definitions, needed, values } = read('/x/claude_desktop_config.json', { mcpServers: servers });
    expect(definitions['gh']).toMatchObject({
      args: [
        '--api-key',
        '${GH_API_KEY}',
        '--token=${GH_TOKEN}',
        '-e',
        'GH_SECRET=${GH_SECRET}',
        'postgres://ada:${GH_PASSWORD}@db.example/x',
        '--port',
        '8080',
        '--header',
        'Authorization: Bearer ${GH_AUTHORIZATION}',
      ],
      env: {
        GITHUB_TOKEN: '${GITHUB_TOKEN}',
        LOG_LEVEL: 'debug',
        TOKEN_LIMIT: '4096',
        PATH_TO: '/srv/some-folder/data',
        PLAIN: '${PLAIN}',
      },
      'x-imported': { from: 'claude-desktop', fields: { oauth: { clientSecret: '(secret, left out)', scopes: ['a'] } } },
    });
    expect(definitions['web']).toMatchObject({
      url: 'https://mcp.zapier.example/s/${WEB_URL_KEY}/mcp?apiKey=${WEB_API_KEY}&region=eu',
      headers: { Authorization: 'Bearer ${WEB_TOKEN}', 'X-Api-Key': '${WEB_X_API_KEY}', Accept: 'text/plain' },
    });
    expect(definitions['second']).toMatchObject({ env: { GITHUB_TOKEN: '${SECOND_GITHUB_TOKEN}' } });
    expect(needed.find(({ name }) => name === 'GITHUB_TOKEN')).toEqual({
      name: 'GITHUB_TOKEN',
      servers: ['gh', 'third'],
      wasLiteral: true,
    });
    expect(values).toMatchObject({ GH_PASSWORD: 'pw1', WEB_API_KEY: 'k1' });
    const written = JSON.stringify(definitions) + JSON.stringify(needed);
    for (const secret of ['ghp_', 'pw1', 'k1"', 'k2', 'other', 'hush', '0f9a8b', 't0k', 'sk-live']) expect(written).not.toContain(secret);
  });

  it.each(['PASS', 'DB_PASS', 'PWD_DB', 'AUTH', 'SESSION', 'MY_CREDS', 'PIN', 'CONNECTION_STRING', 'DSN'])(
    'are seen under the name %s',
    (name) => {
      const value = name === 'DSN' ? 'https://abc@sentry.example/1' : 'hunter2abc';
      const { definitions } = read('/x/claude_desktop_config.json', { mcpServers: { a: { command: 'x', env: { [name]: value } } } });
      expect(definitions['a']).toMatchObject({ env: { [name]: `\${${name}}` } });
    },
  );

  it('are seen by their names in the query of an address and behind a flag', () => {
    const url = 'https://h.example/mcp?token=abcdef&access_token=q1w2&pass=hunter2&page=two';
    const { definitions } = read('/x/claude_desktop_config.json', {
      mcpServers: { a: { url }, b: { command: 'x', args: ['--pass', 'hunter2abc'] } },
    });
    expect(definitions['a']).toMatchObject({
      url: 'https://h.example/mcp?token=${A_TOKEN}&access_token=${A_ACCESS_TOKEN}&pass=${A_PASS}&page=two',
    });
    expect(definitions['b']).toMatchObject({ args: ['--pass', '${B_PASS}'] });
  });

  it('are not seen in digests, names and addresses that hold none', () => {
    const args = [
      'run',
      'mcp/x@sha256:0f9a8b7c6d5e4f3a2b1c0d9e8f7a6b5c0f9a8b7c6d5e4f3a2b1c0d9e8f7a6b5c',
      'git+https://github.com/a/b@0f9a8b7c6d5e4f3a2b1c0d9e8f7a6b5c0f9a8b7c',
      '@modelcontextprotocol/server-filesystem@2025.8.21',
    ];
    const env = {
      AUTHORIZATION_URL: 'https://login.example/oauth',
      TOKENIZERS_PARALLELISM: 'false',
      KEYCLOAK_REALM: 'main',
      SLACK_WEBHOOK: 'https://hooks.example/a',
    };
    const { definitions } = read('/x/claude_desktop_config.json', { mcpServers: { a: { command: 'docker', args, env } } });
    expect(definitions['a']).toMatchObject({ args, env: { ...env, SLACK_WEBHOOK: '${SLACK_WEBHOOK}' } });
  });

  it('stay when somebody asks for it', () => {
    const { definitions, needed } = read('/x/claude_desktop_config.json', { mcpServers: servers }, { keepSecrets: true });
    expect(definitions['second']).toMatchObject({ env: { GITHUB_TOKEN: 'ghp_another0123456789abcd' } });
    expect(needed).toEqual([]);
  });

  it('literal texts mean the same after escaping', () => {
    const reference = /\$(\$\{[^}]*\})|\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/gu;
    const expand = (text: string): string => text.replace(reference, (whole, literal?: string) => literal ?? whole);
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('$', '{', '}', '${A}', '$${A}', ':-', 'A', ' ')).map((parts) => parts.join('')),
        (text) => {
          expect(expand(escapeWords(text))).toBe(text);
        },
      ),
    );
  });
});

describe('planImport', () => {
  const content = (servers: object, file = '/work/shop/.mcp.json') => {
    const { client, servers: found, skipped } = read(file, { mcpServers: servers });
    return { client, file, servers: found, skipped };
  };
  const plan = (text: string, servers: object, more: object = {}) =>
    planImport({ file: 'toolrack.json', text, format: jsonFormat, contents: [content(servers)], ...more });

  it('adds servers and rules, and keeps comments and layout of the configuration', () => {
    const text = '{\n  // mine\n  "preset": "standard",\n  "mcpServers": {\n    "own": { "command": "o" }, // own\n  },\n}\n';
    const { after, added } = plan(text, { a: { command: 'a' } });
    expect(after).toBe(
      text.replace(
        '// own\n',
        '// own\n    "a": {\n      "command": "a",\n      "x-imported": {\n        "from": "claude-code"\n      }\n    },\n',
      ),
    );
    expect(added.map(({ name }) => name)).toEqual(['a']);
  });

  it('never changes an entry that is there: the same is left, another one is a conflict that is skipped or gets a name of its own', () => {
    const text = JSON.stringify({ mcpServers: { a: { command: 'a', args: ['1'] }, b: { command: 'b' } } });
    const servers = { a: { command: 'a', args: ['1'] }, b: { command: 'other' } };
    const undecided = plan(text, servers);
    expect([undecided.after, undecided.present.map(({ name }) => name), undecided.conflicts.map(({ name }) => name)]).toEqual([
      text,
      ['a'],
      ['b'],
    ]);
    const suffixed = plan(text, servers, { onConflict: 'suffix' });
    expect(suffixed.conflicts).toMatchObject([{ name: 'b', becomes: 'b-claude-code' }]);
    expect((JSON.parse(suffixed.after) as { mcpServers: JsonObject }).mcpServers).toMatchObject({
      b: { command: 'b' },
      'b-claude-code': { command: 'other' },
    });
  });

  it('says which settings of a client have no effect any more', () => {
    const { notes } = plan('', { a: { command: 'a', envFile: '.env', sandboxEnabled: true } });
    expect(notes).toEqual([
      'a: its envFile .env is not read: set its variables, or write them into env',
      'a: kept under x-imported, without effect: envFile, sandboxEnabled',
    ]);
  });

  it('importing twice is importing once', () => {
    const contents = [
      readFile('/home/ada/.gemini/settings.json', { mcpServers: { a: { command: 'a', excludeTools: ['x'], includeTools: ['y'] } } }),
    ];
    const once = planImport({ file: 'f', text: '', format: jsonFormat, contents, approved: new Set(['a']) });
    expect(JSON.parse(once.after)).toMatchObject({ policy: { rules: [{ deny: 'mcp:a:*' }, { deny: ['mcp:a:x'] }] } });
    const twice = planImport({ file: 'f', text: once.after, format: jsonFormat, contents });
    expect(twice).toMatchObject({ after: once.after, added: [], rules: [] });
  });

  function readFile(file: string, value: object) {
    const { client, servers, skipped } = read(file, value);
    return { client, file, servers, skipped };
  }

  it('names a client that is not known', () => {
    expect(() => clientNamed('emacs')).toThrow('There is no client "emacs". Known: claude-desktop, claude-code,');
    expect(clientNamed('vscode').id).toBe('vs-code');
  });
});
