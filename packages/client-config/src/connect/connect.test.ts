import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import fc from 'fast-check';

import type { GatewayAddress } from '../client-dialect.js';
import type { ClientHost } from '../client-host.js';
import { clientNamed, clients } from '../clients/index.js';
import { findClientFiles } from '../find-client-files.js';
import { isSame, parseDocumentText } from '../formats/edit-document.js';
import { readClientFile } from '../import/read-client-file.js';
import { readTextFile, undoWrite, writeWithBackup } from './file-backup.js';
import { planConnect, planDisconnect } from './plan-connect.js';

const stdio: GatewayAddress = {
  stdio: { command: '/usr/bin/node', args: ['/opt/toolrack.js', 'serve', '--stdio', '--config', '/home/ada/toolrack.json'] },
};
const http: GatewayAddress = { http: { url: 'http://127.0.0.1:8808/mcp' } };
const folder = mkdtempSync(join(tmpdir(), 'toolrack-connect-'));
const host: ClientHost = { platform: 'linux', home: join(folder, 'home'), environment: {}, folder: join(folder, 'project') };
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const plan = (id: string, text: string, gateway: GatewayAddress = stdio, more: object = {}) =>
  planConnect({ client: clientNamed(id), file: 'f', text, name: 'toolrack', gateway, ...more }).after;
const entry = (id: string, gateway: GatewayAddress = stdio) => clientNamed(id).connect.entry('toolrack', gateway);

describe('planConnect', () => {
  it('writes the gateway in the words of every client', () => {
    const { command, args } = stdio.stdio as { command: string; args: string[] };
    expect(entry('claude-desktop')).toEqual({ command, args });
    expect(entry('vs-code')).toEqual({ type: 'stdio', command, args });
    expect(entry('opencode')).toEqual({ type: 'local', command: [command, ...args] });
    expect(entry('goose')).toMatchObject({ type: 'stdio', enabled: true, cmd: command, args });
    expect(entry('codex', http)).toEqual({ url: http.http?.url });
    expect(entry('gemini-cli', http)).toEqual({ httpUrl: http.http?.url });
    expect(entry('windsurf', http)).toEqual({ serverUrl: http.http?.url });
    expect(entry('cline', http)).toEqual({ type: 'streamableHttp', url: http.http?.url });
  });

  it('names a token by a variable where the client can read one, and says so where it cannot', () => {
    const gateway: GatewayAddress = { http: { url: 'http://x/mcp', tokenVariable: 'TOOLRACK_TOKEN' } };
    expect(entry('claude-code', gateway)).toMatchObject({ headers: { Authorization: 'Bearer ${TOOLRACK_TOKEN}' } });
    expect(entry('cursor', gateway)).toMatchObject({ headers: { Authorization: 'Bearer ${env:TOOLRACK_TOKEN}' } });
    expect(entry('codex', gateway)).toMatchObject({ bearer_token_env_var: 'TOOLRACK_TOKEN' });
    expect(JSON.parse(plan('vs-code', '{}', gateway))).toMatchObject({
      inputs: [{ type: 'promptString', id: 'toolrack-token', password: true }],
      servers: { toolrack: { headers: { Authorization: 'Bearer ${input:toolrack-token}' } } },
    });
    expect(() => plan('zed', '{}', gateway)).toThrow('Zed cannot read a token from a variable in its file');
    expect(() => plan('claude-desktop', '{}', http)).toThrow('Claude Desktop can only start programs. Leave --http out.');
  });

  it.each(clients.map((client) => [client.id, client] as const))(
    '%s: what is written is read back as Toolrack itself, and writing twice is writing once',
    (id, client) => {
      const once = plan(id, '');
      expect(plan(id, once)).toBe(once);
      const read = readClientFile('f', once, { client, host, target: '/' });
      expect(read).toMatchObject({ servers: [], skipped: [{ name: 'toolrack', reason: 'it is Toolrack itself' }] });
      expect(isSame(parseDocumentText(client.format, 'f', planDisconnect(client, 'f', once, 'toolrack')), {})).toBe(id !== 'continue');
    },
  );

  it('takes over: only the gateway is left', () => {
    const text = 'mcpServers:\n  - name: a\n    command: x\n  - name: b\n    command: y\nmodels: []\n';
    const after = plan('continue', `name: n\nversion: 1.0.0\nschema: v1\n${text}`, stdio, {
      remove: [
        ['mcpServers', 0],
        ['mcpServers', 1],
      ],
    });
    expect(parseDocumentText(clientNamed('continue').format, 'f', after)['mcpServers']).toMatchObject([{ name: 'toolrack' }]);
    const codex = '[mcp_servers.a]\ncommand = "x"\n[mcp_servers.a.env]\nK = "1"\n\n[profiles.p]\nmodel = "m"\n';
    expect(plan('codex', codex, stdio, { remove: [['mcp_servers', 'a']] })).toMatch(
      /^\[profiles\.p\]\nmodel = "m"\n\n\[mcp_servers\.toolrack\]\n/u,
    );
  });

  it.each([
    ['continue', 'mcpServers: none\n', 'f: mcpServers: must be a list of servers. Correct it, then connect again.'],
    ['cursor', '{"mcpServers":"none"}', 'f: mcpServers: must be an object. Correct it, then connect again.'],
    ['codex', 'mcp_servers = 3\n', 'f: mcp_servers: must be an object. Correct it, then connect again.'],
    ['opencode', '{"mcp":true}', 'f: mcp: must be an object. Correct it, then connect again.'],
  ] as const)('%s: refuses to write servers where something else stands', (id, text, message) => {
    expect(() => plan(id, text)).toThrow(message);
  });

  it('OpenCode: version 1 files stay version 1', () => {
    expect(JSON.parse(plan('opencode', '{"mcp":{"a":{"type":"local","command":["x"]}}}'))).toMatchObject({
      mcp: { toolrack: { type: 'local' } },
    });
    expect(JSON.parse(plan('opencode', '{}'))).toMatchObject({ mcp: { servers: { toolrack: { type: 'local' } } } });
  });
});

describe('writing and undoing', () => {
  const file = join(folder, 'files', 'settings.json');
  beforeEach(() => {
    rmSync(dirname(file), { recursive: true, force: true });
    mkdirSync(dirname(file));
  });
  const connect = (id: string): void => void writeWithBackup(file, plan(id, readTextFile(file)));

  it('gives every client its exact bytes back, whatever was in the file', () => {
    const gap = fc.constantFrom('', ' ', '\n', '\r\n', '\t', ' // note\n', ' /* x */ ');
    const json = fc
      .tuple(
        gap,
        gap,
        gap,
        gap,
        fc.constantFrom('mcpServers', 'servers', 'context_servers', 'mcp', 'other'),
        fc.constantFrom('{}', '{"a":{"command":"x"}}', '{\n "a": {}, // c\n}'),
        fc.boolean(),
      )
      .map(([a, b, c, d, key, value, mark]) => `${mark ? '\uFEFF' : ''}${a}{${b}"${key}":${c}${value}${d}}`);
    const yaml = fc.constantFrom(
      '',
      '# x\n',
      'extensions:\n  a:\n    cmd: x\n',
      'extensions: {}',
      'mcpServers:\n- name: a\n  command: b\n',
      'a: "1"\r\n',
    );
    const toml = fc.constantFrom('', '# x', 'a = 1\r\n', '[mcp_servers.a]\ncommand = "x"\n', '[mcp_servers]\n', 'a = """\n[x]\n"""\n');
    const texts = { JSON: json, YAML: yaml, TOML: toml };
    fc.assert(
      fc.property(
        fc.constantFrom(...clients).chain((client) => fc.tuple(fc.constant(client), texts[client.format.name])),
        ([client, text]) => {
          writeFileSync(file, text);
          const before = readFileSync(file);
          connect(client.id);
          expect(undoWrite(file)).toEqual({ kind: 'restored' });
          expect(readFileSync(file).equals(before)).toBe(true);
          expect(readdirSync(dirname(file))).toEqual(['settings.json']);
        },
      ),
      { numRuns: 150 },
    );
  });

  it('keeps the mode, follows a link, and deletes on undo what it has created', () => {
    const link = join(folder, 'files', 'link.json');
    writeFileSync(file, '{}');
    chmodSync(file, 0o640);
    symlinkSync(file, link);
    writeWithBackup(link, '{"a":1}');
    expect([lstatSync(link).isSymbolicLink(), statSync(file).mode & 0o777, readFileSync(file, 'utf8')]).toEqual([true, 0o640, '{"a":1}']);
    expect(undoWrite(link)).toEqual({ kind: 'restored' });
    const fresh = join(folder, 'files', 'deep', 'new.json');
    const copy = writeWithBackup(fresh, '{}');
    expect([statSync(fresh).mode & 0o777, statSync(copy).mode & 0o777]).toEqual([0o600, 0o600]);
    expect(undoWrite(fresh)).toEqual({ kind: 'deleted' });
    expect([existsSync(fresh), readdirSync(dirname(fresh))]).toEqual([false, []]);
  });

  it('does nothing when the file has changed since, and says where the copy is', () => {
    writeFileSync(file, '{"mcpServers":{"a":{"command":"x"}}}');
    connect('claude-code');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"x"', '"edited"'));
    const result = undoWrite(file);
    expect(result).toMatchObject({ kind: 'changed', copies: [expect.stringMatching(/settings\.json\.toolrack-[\da-f]{16}\.bak$/u)] });
    expect(JSON.parse(planDisconnect(clientNamed('claude-code'), file, readTextFile(file), 'toolrack'))).toEqual({
      mcpServers: { a: { command: 'edited' } },
    });
  });

  const copies = (): string[] =>
    readdirSync(dirname(file))
      .filter((name) => name !== 'settings.json')
      .sort();

  it('keeps one copy of the first bytes however often it writes, and an undo gives them back', () => {
    const first = '{"mcpServers": {"a": {"command":"x"}}} // mine';
    writeFileSync(file, first);
    for (const text of ['{"b":1}', '{"b":2}', '{"b":1}', '{"b":3}']) {
      const copy = writeWithBackup(file, text);
      expect([readFileSync(copy, 'utf8'), copies().length]).toEqual([first, 1]);
    }
    expect(undoWrite(file)).toEqual({ kind: 'restored' });
    expect([readFileSync(file, 'utf8'), copies()]).toEqual([first, []]);
  });

  it('keeps the first and the newest copy of a file that others change in between', () => {
    writeFileSync(file, 'first');
    for (const [written, changed] of [
      ['{"b":1}', 'second'],
      ['{"b":1}', 'third'],
      ['{"b":2}', 'fourth'],
    ] as const) {
      writeWithBackup(file, written);
      writeFileSync(file, changed);
    }
    const newest = writeWithBackup(file, '{"b":5}');
    expect(copies()).toEqual([expect.stringMatching(/toolrack-[\da-f]{16}\.bak$/u), 'settings.json.toolrack-first.bak']);
    expect([newest, `${file}.toolrack-first.bak`].map((path) => readFileSync(path, 'utf8'))).toEqual(['fourth', 'first']);
    expect(undoWrite(file)).toEqual({ kind: 'restored' });
    expect([readFileSync(file, 'utf8'), copies()]).toEqual(['fourth', ['settings.json.toolrack-first.bak']]);
  });

  it('remembers over several writes that a file was new', () => {
    const fresh = join(folder, 'files', 'fresh.json');
    writeWithBackup(fresh, '{"a":1}');
    writeWithBackup(fresh, '{"a":2}');
    expect(undoWrite(fresh)).toEqual({ kind: 'deleted' });
    expect(readdirSync(dirname(file))).toEqual([]);
  });

  it('writes nothing over what another program has written meanwhile, and nothing into a file that is read-only', () => {
    const file = join(folder, 'meanwhile.json');
    writeFileSync(file, '{"theirs":1}');
    expect(() => writeWithBackup(file, '{"ours":1}', '{}')).toThrow('was changed by another program just now');
    chmodSync(file, 0o444);
    expect(() => writeWithBackup(file, '{"ours":1}', '{"theirs":1}')).toThrow('is read-only, so nothing was written');
    expect(readFileSync(file, 'utf8')).toBe('{"theirs":1}');
    expect(readdirSync(folder).filter((name) => name.startsWith('meanwhile'))).toEqual(['meanwhile.json']);
    chmodSync(file, 0o644);
    writeWithBackup(file, '{"ours":1}', '{"theirs":1}');
    chmodSync(file, 0o444);
    expect(() => undoWrite(file)).toThrow('is read-only');
  });

  it('follows a link to a file that is not there yet, and keeps the link', () => {
    const [link, target] = [join(folder, 'dangling.json'), join(folder, 'dotfiles', 'real.json')];
    symlinkSync(join('dotfiles', 'real.json'), link);
    writeWithBackup(link, '{}', '');
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(readFileSync(target, 'utf8')).toBe('{}');
    expect(undoWrite(link)).toEqual({ kind: 'deleted' });
    const circle = join(folder, 'circle.json');
    symlinkSync('circle.json', circle);
    expect(() => writeWithBackup(circle, '{}', '')).toThrow('leads back to itself');
  });

  it('refuses a file that is no text', () => {
    writeFileSync(file, Buffer.from([0xff, 0xfe, 0x7b, 0x00]));
    expect(() => readTextFile(file)).toThrow('is not a text in UTF-8');
  });
});

describe('findClientFiles', () => {
  it('finds the files of this machine and project, names what it cannot read, and starts nothing', () => {
    const write = (path: string, text: string): void => {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    };
    write('project/.mcp.json', '{"mcpServers":{"a":{"command":"x"}}}');
    write('project/.vscode/settings.json', '{"editor.tabSize":2}');
    write('project/.continue/mcpServers/one.yaml', 'mcpServers:\n  - name: c\n    command: z\n');
    write('home/.codex/config.toml', '[mcp_servers.b]\ncommand = "y"\n');
    write('home/.cursor/mcp.json', '{ broken');
    const found = findClientFiles(host).map(({ client, scope, servers, fault }) => [
      client.id,
      scope,
      servers.join(),
      fault?.replace(folder, ''),
    ]);
    expect(found).toEqual([
      ['claude-code', 'project', 'a', undefined],
      ['cursor', 'user', '', expect.stringMatching(/^\/home\/\.cursor\/mcp\.json:1:3: not valid JSON/u)],
      ['codex', 'user', 'b', undefined],
      ['continue', 'project', 'c', undefined],
    ]);
  });

  it.each([
    ['darwin', 'claude-desktop', '/Users/ada/Library/Application Support/Claude/claude_desktop_config.json'],
    ['win32', 'claude-desktop', 'C:\\Users\\ada\\AppData\\Roaming\\Claude\\claude_desktop_config.json'],
    ['linux', 'claude-desktop', '/home/ada/.config/Claude/claude_desktop_config.json'],
    ['win32', 'goose', 'C:\\Users\\ada\\AppData\\Roaming\\Block\\goose\\config\\config.yaml'],
    ['darwin', 'vs-code', '/Users/ada/Library/Application Support/Code/User/mcp.json'],
    ['darwin', 'zed', '/Users/ada/.config/zed/settings.json'],
    ['win32', 'codex', 'C:\\Users\\ada\\.codex\\config.toml'],
  ])('knows where %s keeps the file of %s', (platform, id, path) => {
    const home = { darwin: '/Users/ada', win32: 'C:\\Users\\ada', linux: '/home/ada' }[platform] as string;
    const files = clientNamed(id).files({ platform, home, environment: {}, folder: platform === 'win32' ? 'C:\\p' : '/p' });
    expect(files.map((file) => file.path)).toContain(path);
  });
});
