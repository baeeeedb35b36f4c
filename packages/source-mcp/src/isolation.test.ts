import { jest } from '@jest/globals';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, faultyServer, makeCall, never, openSources, rejection } from '../test/harness.js';

// Real processes on a machine that may be busy.
jest.setTimeout(60_000);

let folder = '';
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'toolrack-source-mcp-')));
});
afterAll(async () => rm(folder, { recursive: true, force: true }));

/** A killed process that nobody has waited for yet still has its number; only its state tells. */
const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    const state = existsSync('/proc') ? readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /s, '') : 'R';
    return !state.startsWith('Z');
  } catch {
    return false;
  }
};
const pidsOf = async (file: string): Promise<number[]> =>
  [...(await readFile(file, 'utf8')).matchAll(/^(?:start|child) (\d+)$/gm)].map(([, pid]) => Number(pid));
const textOf = (result: { readonly content: readonly object[] }): string => (result.content[0] as { text: string }).text;

describe('the environment of a server', () => {
  it('holds what the server is given and a few safe variables, nothing else', async () => {
    process.env['TOOLRACK_TEST_PRIVATE'] = 'not for servers';
    const sources = openSources({ servers: { s: faultyServer({}, { env: { GIVEN: 'yes', HOME: folder }, cwd: folder }) } });
    try {
      const environment = JSON.parse(textOf(await sources.get('s').call(makeCall('environment')))) as Record<string, string>;
      expect(environment).toMatchObject({ GIVEN: 'yes', HOME: folder, PATH: process.env['PATH'] });
      const allowed = ['GIVEN', 'HOME', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'USER'];
      expect(Object.keys(environment).filter((name) => !allowed.includes(name))).toEqual([]);
      expect(textOf(await sources.get('s').call(makeCall('folder')))).toBe(folder);
    } finally {
      delete process.env['TOOLRACK_TEST_PRIVATE'];
      await sources.dispose();
    }
  });
});

describe('secrets', () => {
  const secret = 'sk-TESTSECRET-0123456789';

  it('that a server repeats on standard error are masked in errors, states and logs [logs-235]', async () => {
    const noise = `${'filler '.repeat(3_000)}token ${secret} and ${encodeURIComponent('p@ss/word')} rejected\n`;
    const script = { stderr: noise, exit: 1 };
    const sources = openSources({
      servers: { s: faultyServer(script, { env: { API_TOKEN: secret, DB_URL: 'postgres://u:p@ss/word@h/db', DB_PASS: 'p@ss/word' } }) },
    });
    const error = await rejection(sources.get('s').list({ signal: never }));
    const said = JSON.stringify([error.message, error.toModelText(), error.fields, sources.get('s').state(), sources.log]);
    expect(error.message).toMatch(/token \[redacted\] and \[redacted\] rejected/);
    expect(said).not.toMatch(/TESTSECRET|0123456789|p@ss|p%40ss/);
    await sources.dispose();
  });

  it('are masked in the words of a refused call', async () => {
    const sources = openSources({ servers: { s: faultyServer({}, { env: { API_TOKEN: secret } }) } });
    const error = await rejection(sources.get('s').call(makeCall('refuse', { code: -32603, message: `bad key ${secret}` })));
    expect(error.toModelText()).toMatch(/bad key \[redacted\]/);
    expect(error.message).not.toMatch(/TESTSECRET/);
    await sources.dispose();
  });

  it('in arguments are masked too', async () => {
    const server = faultyServer({ stderr: `usage: --api-key ${secret}\n`, exit: 1 });
    const sources = openSources({ servers: { s: { ...server, args: [...(server.args ?? []), '--api-key', secret] } } });
    expect((await rejection(sources.get('s').list({ signal: never }))).message).not.toMatch(/TESTSECRET/);
    await sources.dispose();
  });
});

describe('stopping', () => {
  it('ends servers that ignore the end of input and SIGTERM, with their children, in parallel and in time', async () => {
    const files = [1, 2, 3].map((number) => join(folder, `stubborn-${number}`));
    const servers = Object.fromEntries(
      files.map((journal, index) => [`s${index}`, faultyServer({ journal, stubborn: true, child: true })]),
    );
    const sources = openSources({ servers });
    await Promise.all(sources.all.map(async (source) => source.list({ signal: never })));
    const pids = (await Promise.all(files.map(pidsOf))).flat();
    expect(pids).toHaveLength(6);
    expect(pids.every(isAlive)).toBe(true);
    const started = Date.now();
    await sources.dispose();
    expect(Date.now() - started).toBeLessThan(3_500);
    await eventually(() => !pids.some(isAlive), 1_000);
    expect(await readFile(files[0] ?? '', 'utf8')).toMatch(/end of input\nSIGTERM/);
  });

  it('lets a polite server leave by itself at once, but not the child it left behind', async () => {
    const journal = join(folder, 'polite');
    const sources = openSources({ servers: { s: faultyServer({ journal, child: true }) } });
    await sources.get('s').list({ signal: never });
    const started = Date.now();
    await sources.dispose();
    expect(Date.now() - started).toBeLessThan(900);
    const pids = await pidsOf(journal);
    await eventually(() => !pids.some(isAlive), 1_000);
  });

  it('ends a server that is still starting and settles the list that waits for it', async () => {
    const journal = join(folder, 'starting');
    const sources = openSources({ servers: { s: faultyServer({ journal, mute: true, stubborn: true }) } });
    const listed = rejection(sources.get('s').list({ signal: never }));
    await eventually(async () => (await readFile(journal, 'utf8').catch(() => '')).includes('initialize'));
    await sources.dispose();
    expect((await listed).code).toBe('ERR_SOURCE_FAILED');
    const pids = await pidsOf(journal);
    await eventually(() => !pids.some(isAlive), 1_000);
  });

  it('leaves nothing behind when the program ends without disposing', async () => {
    const journal = join(folder, 'abandoned');
    const before = process.listeners('exit');
    const sources = openSources({ servers: { s: faultyServer({ journal, stubborn: true, child: true }) } });
    await sources.get('s').list({ signal: never });
    const added = process.listeners('exit').filter((listener) => !before.includes(listener));
    expect(added).toHaveLength(1);
    added[0]?.(0);
    const pids = await pidsOf(journal);
    expect(pids).toHaveLength(2);
    await eventually(() => !pids.some(isAlive), 1_000);
    await sources.dispose();
    expect(process.listeners('exit')).toEqual(before);
  });
});
