import { jest } from '@jest/globals';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { redacted, type CallPeer, type ContentProvider, type ToolResult } from '@toolrack/contracts';
import { echoingServer, secretTraces } from '@toolrack/testkit';
import { closedAfterEach } from '../test/after-each.js';
import { makeCall, never, rejection, type FullSource, type TestSources } from '../test/harness.js';
import type { McpServerOptions } from './server-options.js';

// Real processes on a machine that may be busy.
jest.setTimeout(60_000);

const apiKey = 'Zk3+"q/ü&9-7Lr2.Vm';
const password = 'hunter2-Qw8xN4';
const secrets = [apiKey, password];

let http: ChildProcess;
let address: string;
beforeAll(async () => {
  http = spawn(process.execPath, [echoingServer, '--http'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(http.stdout!, 'data')) as [Buffer];
  address = line.toString().trim();
});
afterAll(() => void http.kill());

const closing = closedAfterEach();
const stdio: McpServerOptions = {
  command: process.execPath,
  args: [echoingServer, 'API_KEY,DB_PASSWORD'],
  env: { API_KEY: apiKey, DB_PASSWORD: password, NODE_ENV: 'production', PORT: '3000' },
};
/** Headers hold Latin-1 at most, and these go through as they are. */
const inHeaders = 'Zk3+"q/&9-7Lr2.Vm';
const remote = (): McpServerOptions => ({
  url: `${address.replace('//', `//user:${password}@`)}?key=${encodeURIComponent('q5-Uery/S3cret')}`,
  headers: { 'X-Api-Key': inHeaders },
});
const remoteSecrets = [inHeaders, password, 'q5-Uery/S3cret'];

interface Heard {
  readonly sources: TestSources;
  readonly source: FullSource;
  readonly content: Required<ContentProvider>;
  readonly said: unknown[];
  call(place: string, name?: string): Promise<ToolResult>;
  failure(place: string): Promise<unknown>;
}

function open(server: McpServerOptions): Heard {
  const sources = closing.open({ servers: { s: server }, backoffMs: 50 });
  const source = sources.get('s');
  const said: unknown[] = [];
  const peer: CallPeer = { log: (message) => void said.push(message) };
  const call = (place: string, name = 'echo_secret'): Promise<ToolResult> =>
    source.call(makeCall(name, { place }, undefined, { peer, onProgress: (step) => void said.push(step) }));
  const failure = async (place: string): Promise<unknown> => {
    const error = await rejection(call(place));
    return [error.message, error.fields, error.hint, error.toModelText()];
  };
  return { sources, source, content: sources.content('s'), said, call, failure };
}

describe.each([
  ['a program', () => stdio, secrets],
  ['a remote server', remote, remoteSecrets],
] as const)('%s that repeats its secrets', (_kind, server, hidden) => {
  const expectNone = (value: unknown): void => expect(secretTraces(JSON.stringify(value), hidden)).toEqual([]);

  it('gets none of them into a definition, and its tools can be called', async () => {
    const { source, call } = open(server());
    const listing = await source.list({ signal: never });
    expect(listing.tools.map(({ name }) => name)).toEqual(['echo_secret', `echo-${redacted}`]);
    expect(listing.tools[0]?.description).toMatch(/^Repeats a secret\. /);
    expectNone([listing, source.state(), source.server()]);
    expect((await call('', `echo-${redacted}`)).isError).toBeUndefined();
  });

  it('gets none of them into a result, a progress report or a log message', async () => {
    const { call, said } = open(server());
    const results = [await call(''), await call('tool-error'), await call('malformed'), await call('bare')];
    expectNone([results, said]);
    expect(results.map(({ isError }) => isError)).toEqual([undefined, true, true, undefined]);
    expect(JSON.stringify(results[0])).toContain('NODE_ENV=production PORT=3000');
    expect(said).toHaveLength(4);
    const [, image] = results[0]?.content ?? [];
    expect(image).toEqual({ type: 'image', data: Buffer.from(redacted).toString('base64'), mimeType: 'image/png' });
  });

  it('gets none of them into an error or a log of this side', async () => {
    const { failure, sources } = open(server());
    const errors = [await failure('error'), await failure('addresses'), await failure(server() === stdio ? 'exit' : 'http')];
    expectNone([errors, sources.log]);
    expect(JSON.stringify(errors[1])).toContain('https://h.example/?k=');
  });

  it('gets none of them into resources and prompts, which can be read', async () => {
    const { content } = open(server());
    const options = { signal: never };
    const resources = await content.listResources(options);
    const uri = resources[0]?.['uri'] as string;
    const read = await content.readResource(uri, options);
    expect(uri).toBe(`echo://${redacted}/x`);
    expect(read['contents']).toEqual([expect.objectContaining({ uri, text: expect.stringContaining(redacted) })]);
    expectNone([
      resources,
      read,
      await content.listResourceTemplates(options),
      await content.listPrompts(options),
      await content.getPrompt('echo', {}, options),
      await content.complete({ ref: { type: 'ref/prompt', name: 'echo' }, argument: { name: 'a', value: '' } }, options),
    ]);
    const error = await rejection(content.readResource('echo://nothing', options));
    expectNone([error.message, error.fields, error.toModelText()]);
  });
});

describe('values that are hidden', () => {
  it('are also those that the operator names, for one server or all', async () => {
    const [first, second, free] = ['Xq7-Lr2-Vm9', 'Tz4-Nb8-Kw1', 'harmless-name'];
    const env = { UPSTREAM: first, OTHER: second, THIRD: free };
    const program = { command: process.execPath, args: [echoingServer, Object.keys(env).join(',')], env };
    const sources = closing.open({ servers: { s: { ...program, secrets: [first] } }, secrets: [second] });
    const text = JSON.stringify(await sources.get('s').call(makeCall('echo_secret')));
    expect(secretTraces(text, [first, second])).toEqual([]);
    expect(text).toContain(free);
  });
});
