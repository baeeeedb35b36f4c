import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { jest } from '@jest/globals';

import { everything, Workspace } from '../../test/command.js';

jest.setTimeout(180_000);

const packageFolder = fileURLToPath(new URL('../..', import.meta.url));
const guide = (name: string): string => readFileSync(new URL(`../../../../docs/guides/clients/${name}.md`, import.meta.url), 'utf8');
const blocks = (text: string, language: string): string[] =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gmsu'))].map(([, block]) => block as string);

const { command, args } = everything;
const json = JSON.stringify({ mcpServers: { everything: { command, args } } });
/** A file of each client with one server, where the guide says that it is. */
const files: Record<string, [path: string, text: string]> = {
  'claude-desktop': ['home/.config/Claude/claude_desktop_config.json', json],
  'claude-code': ['.mcp.json', json],
  cursor: ['home/.cursor/mcp.json', json],
  'vs-code': [
    '.vscode/mcp.json',
    `{\n  // one server\n  "servers": { "everything": { "type": "stdio", "command": ${JSON.stringify(command)}, "args": ${JSON.stringify(args)} } },\n}\n`,
  ],
  codex: [
    'home/.codex/config.toml',
    `# mine\n[mcp_servers.everything]\ncommand = ${JSON.stringify(command)}\nargs = ${JSON.stringify(args)}\n`,
  ],
};

describe('the commands of the guides for clients', () => {
  it.each(Object.keys(files))('for %s run as they stand there, and the last one leaves the file as it was', async (client) => {
    const workspace = new Workspace();
    const [path, text] = files[client] as [string, string];
    const file = join(workspace.folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    const environment = { HOME: join(workspace.folder, 'home'), XDG_CONFIG_HOME: '', CODEX_HOME: '', CLAUDE_CONFIG_DIR: '' };
    const lines = blocks(guide(client), 'sh').flatMap((block) => block.trim().split('\n'));
    expect(lines.length).toBeGreaterThan(4);
    for (const line of lines) {
      const words = [...line.matchAll(/"([^"]*)"|(\S+)/gu)].map(([, quoted, plain]) => quoted ?? (plain as string));
      expect(words[0]).toBe('toolrack');
      // Nobody sits at a terminal here to answer.
      const given = words[1] === 'approve-server' ? [...words.slice(1), '--yes'] : words.slice(1);
      const { code, stdout, stderr } = await workspace.run(given, { environment });
      expect([line, code, code === 0 ? '' : stdout + stderr]).toEqual([line, 0, '']);
      if (line.startsWith('toolrack doctor'))
        expect(stdout).toMatch(/^ok +mcp:everything: started, \d+ tools \(.*, MCP 20\S+ \(s\w+\)\)$/mu);
      if (line === `toolrack connect ${client} --write`) expect(readFileSync(file, 'utf8')).not.toBe(text);
    }
    expect(readFileSync(file, 'utf8')).toBe(text);
    expect(existsSync(join(workspace.folder, 'toolrack.json'))).toBe(true);
    workspace.dispose();
  });
});

describe('the program of the guide for a program of your own', () => {
  const workspace = new Workspace({ mcpServers: { everything: { ...everything, trust: 'trusted' } } });
  afterAll(() => workspace.dispose());
  const [overStdio, overHttp] = blocks(guide('own-program'), 'js') as [string, string];
  const run = (code: string, env: Record<string, string> = {}) =>
    promisify(execFile)(process.execPath, ['--input-type=module', '--eval', code], { cwd: packageFolder, env: { ...process.env, ...env } });

  it('starts Toolrack as it stands there, finds a tool, calls it, and answers in the shape that the guide shows', async () => {
    const code = overStdio.replace('/path/to/toolrack.json', join(workspace.folder, 'toolrack.json'));
    expect(code).not.toContain('/path/to');
    expect((await run(code)).stdout).toBe(blocks(guide('own-program'), 'text')[0]);
  });

  it('reaches Toolrack over HTTP with a token', async () => {
    const child = workspace.start(['serve', '--http', '127.0.0.1:0', '--json'], { TOOLRACK_TOKEN: 'sesame' });
    const url = await new Promise<string>((resolve) => {
      let text = '';
      child.stdout.on('data', (chunk: Buffer) => {
        text += String(chunk);
        const found = /"url": "([^"]+)"/u.exec(text)?.[1];
        if (found !== undefined) resolve(found);
      });
    });
    const code = overHttp.replace('http://127.0.0.1:8808/mcp', url);
    expect((await run(code, { TOOLRACK_TOKEN: 'sesame' })).stdout).toContain('Echo: hello');
    await expect(run(code, { TOOLRACK_TOKEN: 'wrong' })).rejects.toThrow();
    child.kill('SIGTERM');
    await new Promise((resolve) => child.once('exit', resolve));
  });
});
