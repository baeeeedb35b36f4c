import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { jest } from '@jest/globals';
import { echoingServer, secretTraces } from '@toolrack/testkit';

import { fixture, Script, Workspace, type Answer } from '../../test/command.js';

jest.setTimeout(120_000);

const environment = { ECHO_TOKEN: 'Xq7+Lr2/Vm9-Tz', REMOTE_TOKEN: 'Hb5+Kd3/Wp8-Gs', NAMED_SECRET: 'Jn4+Cf6/Ry1-Qe' };
const written = { API_KEY: 'Zk3+"q/ü&9-7Lr2.Vm', DB_PASSWORD: 'hunter2-Qw8xN4' };
const secrets = [...Object.values(environment), ...Object.values(written)];
const local = { ...written, PLAIN: '${ECHO_TOKEN}', NAMED: '${NAMED_SECRET}', NODE_ENV: 'production', PORT: '3000' };

let http: ChildProcess;
let address: string;
beforeAll(async () => {
  http = spawn(process.execPath, [echoingServer, '--http'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(http.stdout!, 'data')) as [Buffer];
  address = line.toString().trim();
});
afterAll(() => void http.kill());

const configuration = (preset: string): object => ({
  preset,
  secrets: ['${NAMED_SECRET}'],
  trust: { '*': 'trusted' },
  mcpServers: {
    local: { command: process.execPath, args: [echoingServer, Object.keys(local).slice(0, 4).join(',')], env: local },
    remote: { url: address, headers: { Authorization: 'Bearer ${REMOTE_TOKEN}' } },
  },
  plugins: [
    [fixture('telling-source.mjs')],
    ['@toolrack/activity-log', { file: 'activity.jsonl' }],
    ['@toolrack/audit-log', { file: 'audit.jsonl', arguments: 'redacted' }],
  ],
});

/** The same call in each dialect; `details` of an answer are what a host sees. */
const dialects: Readonly<Record<string, (id: string, args: object) => object>> = {
  standard: (id, args) => ({ id, args }),
  openclaw: (id, args) => ({ id, args }),
  hermes: (id, args) => ({ calls: [{ name: id.replace(/^mcp:/u, 'mcp__').replaceAll(':', '__'), arguments: args }] }),
};

describe.each(Object.keys(dialects))('secrets of servers that repeat them (%s)', (preset) => {
  it('reach neither the model nor details, events, records or standard error; ordinary values stay', async () => {
    const workspace = new Workspace(configuration(preset));
    const script = new Script(workspace, { args: ['--debug'], environment });
    const { run } = (await script.ask('start', { run: {} })) as { run: string };
    const call = (id: string, args: object): Promise<Answer> =>
      script.ask('call', { run, name: 'tool_call', arguments: dialects[preset]?.(id, args) });
    const search = preset === 'hermes' ? { queries: ['repeats a secret'] } : { query: 'repeats a secret' };
    const describing = preset === 'hermes' ? { names: ['mcp__local__echo_secret'] } : { id: 'mcp:local:echo_secret' };
    await script.ask('call', { run, name: 'tool_search', arguments: search });
    const described = await script.ask('call', { run, name: 'tool_describe', arguments: describing });
    expect(JSON.stringify(described)).toContain('Repeats a secret.');
    const answers: Answer[] = [];
    for (const place of ['', 'tool-error', 'malformed', 'bare', 'error', 'addresses', 'exit'])
      answers.push(await call('mcp:local:echo_secret', { place, note: written.DB_PASSWORD }));
    for (const place of ['', 'error', 'http']) answers.push(await call('mcp:remote:echo_secret', { place }));
    if (preset !== 'hermes') for (const place of ['', 'error']) answers.push(await call('test:telling:tell', { place }));
    await script.ask('events', { run });
    await script.ask('catalog', { run });
    const { stderr, code } = await script.close();
    expect(code).toBe(0);
    expect(JSON.stringify(answers[0])).toContain('NODE_ENV=production PORT=3000');
    const failed = [0, 3, 7, 10].filter((index) => answers[index]?.['isError'] === true);
    expect(failed).toEqual([]);
    // A process that went away and an HTTP status have no words of the server.
    const telling = answers.filter((_answer, index) => ![6, 9, 11].includes(index));
    for (const answer of telling) expect(JSON.stringify(answer)).toContain('[redacted]');
    expect(stderr).toContain('started with [redacted] dT[redacted]');
    expect(secretTraces(JSON.stringify(script.answers), secrets)).toEqual([]);
    expect(secretTraces(stderr, secrets)).toEqual([]);
    const files = ['activity.jsonl', 'audit.jsonl'].map((file) => readFileSync(join(workspace.folder, file), 'utf8'));
    expect(files.join('\n').split('echo_secret').length).toBeGreaterThan(20);
    // What a model itself wrote is hidden from records only where a key or a form says that it is a secret.
    expect(
      secretTraces(
        files.join('\n'),
        secrets.filter((secret) => secret !== written.DB_PASSWORD),
      ),
    ).toEqual([]);
    workspace.dispose();
  });
});

describe('the key secrets', () => {
  it('hides values in the errors and logs of the program itself', async () => {
    const workspace = new Workspace({
      secrets: ['${NAMED_SECRET}'],
      mcpServers: { a: { command: './missing-${ECHO_TOKEN}', args: ['${NAMED_SECRET}'] } },
      plugins: [['@toolrack/audit-log', { file: 'a.jsonl', keyVariable: '${NAMED_SECRET}', strange: 1 }], 'not-there-${NAMED_SECRET}'],
    });
    const { code, stdout, stderr } = await workspace.run(['list', '--json', '--debug'], { environment });
    expect(code).toBe(2);
    expect(secretTraces(stdout + stderr, [environment.NAMED_SECRET])).toEqual([]);
    workspace.dispose();
  });

  it('says which values cannot be hidden, without them', async () => {
    const workspace = new Workspace({ secrets: ['', '${SHORT}', 'production', '${NAMED_SECRET}'] });
    const { code, stderr } = await workspace.run(['list'], { environment: { ...environment, SHORT: 'x1' } });
    expect(code).toBe(0);
    expect(stderr).toMatch(/secrets\[1\]: the value cannot be hidden, because .* Choose a longer one/u);
    expect(stderr).toMatch(/secrets\[2\]: the value cannot be hidden/u);
    expect(stderr).not.toMatch(/x1|production|secrets\[[03]\]/u);
    workspace.dispose();
  });
});
