import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { chmod, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { jest } from '@jest/globals';
import { redacted } from '@toolrack/contracts';
import { secretTraces } from '@toolrack/testkit';
import { answerJson, serveHttp } from '../../test/http-server.js';
import { eventually, makeCall, never, rejection, type FullSource } from '../../test/harness.js';
import { signInWorld, type SignInWorld } from '../../test/signed-in.js';
import { openTokenStore } from './open-token-store.js';
import { ServerAuthorization } from './server-authorization.js';

jest.setTimeout(60_000);

let worlds: SignInWorld[] = [];
let children: ChildProcessWithoutNullStreams[] = [];
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  await Promise.all(worlds.map(async (world) => world.close()));
  worlds = [];
  children = [];
});
async function world(...faults: Parameters<typeof signInWorld>): Promise<SignInWorld> {
  const made = await signInWorld(...faults);
  worlds.push(made);
  return made;
}
const many = async (source: FullSource, count: number): Promise<readonly unknown[]> =>
  Promise.all(Array.from({ length: count }, async () => (await source.call(makeCall('echo'))).content));
const done = [{ type: 'text', text: 'echo done' }];

function authorizationOf(made: SignInWorld, server = 'remote'): ServerAuthorization {
  const quiet = (): void => undefined;
  return new ServerAuthorization({
    server,
    url: new URL(made.server.url),
    options: {},
    store: openTokenStore({ directory: made.directory, key: 'file' }),
    fetch,
    logger: { debug: quiet, info: quiet, warn: quiet, error: quiet },
    onSecret: quiet,
  });
}

describe('an ended token', () => {
  it.each([
    ['by the clock of this machine', 1, undefined],
    ['by the word of the server alone', undefined, undefined],
    ['while the authorization server is slow', undefined, 300],
  ])('%s is renewed once for eight calls, and each call runs once', async (_title, lifetime, slowMs) => {
    const made = await world(lifetime === undefined ? {} : { lifetime });
    await made.signIn();
    const source = made.open();
    await source.list({ signal: never });
    if (slowMs !== undefined) made.authorization.faults.slowMs = slowMs;
    made.authorization.faults.lifetime = 3600;
    await new Promise((resolve) => setTimeout(resolve, lifetime === undefined ? 0 : 1_000));
    made.authorization.endTokens();
    const before = made.authorization.renewals();
    expect(await many(source, 8)).toEqual(Array.from({ length: 8 }, () => done));
    expect(made.authorization.renewals() - before).toBe(1);
    expect(made.server.ran).toHaveLength(8);
    // What was renewed is what a new process finds.
    const other = made.open();
    await other.list({ signal: never });
    expect(made.authorization.renewals() - before).toBe(1);
  });

  it('is renewed again and again with the token that came last', async () => {
    const made = await world();
    await made.signIn();
    const source = made.open();
    for (let round = 1; round <= 5; round += 1) {
      made.authorization.endTokens();
      expect(await many(source, 3)).toEqual([done, done, done]);
      expect(made.authorization.renewals()).toBe(round);
    }
  });

  it('is renewed once by two runtimes of one process, as during a reload', async () => {
    const made = await world();
    await made.signIn();
    const [old, fresh] = [made.open(), made.open()];
    await Promise.all([old.list({ signal: never }), fresh.list({ signal: never })]);
    made.authorization.endTokens();
    await Promise.all([many(old, 4), many(fresh, 4)]);
    expect(made.authorization.renewals()).toBe(1);
  });

  it('is renewed without loss by two processes that share the store', async () => {
    const made = await world();
    await made.signIn();
    const stale = await authorizationOf(made).token();
    made.authorization.endTokens();
    const program = fileURLToPath(new URL('../fixtures/token-process.mjs', import.meta.url));
    const parameters = JSON.stringify({ server: 'remote', url: made.server.url, directory: made.directory, stale, rounds: 2 });
    const processes = [1, 2].map(() => spawn(process.execPath, [program, parameters]));
    children = processes;
    const outputs = processes.map((child) => {
      const output = { text: '' };
      child.stdout.on('data', (chunk: Buffer) => (output.text += String(chunk)));
      child.stderr.on('data', (chunk: Buffer) => (output.text += String(chunk)));
      return output;
    });
    await eventually(() => outputs.every(({ text }) => text.startsWith('ready\n')), 300_000);
    for (const child of processes) child.stdin.write('go\n');
    await Promise.all(processes.map(async (child) => once(child, 'exit')));
    for (const { text } of outputs) {
      const tokens = JSON.parse(text.slice('ready\n'.length)) as string[];
      expect(tokens).toHaveLength(6);
      expect(tokens.every((token) => token.startsWith('access-'))).toBe(true);
    }
    // No refresh token was presented twice: the authorization server would have taken everything back.
    const presented = made.authorization.tokenRequests.flatMap((body) => body.get('refresh_token') ?? []);
    expect(new Set(presented).size).toBe(presented.length);
    const last = await authorizationOf(made).token();
    expect(made.authorization.access(last ?? '')).toBeDefined();
    // Two processes compile what they share, on a machine that may be busy and has one core to spare.
  }, 600_000);

  it('of a loser that knows nothing of the lock does not cost the winner its token [server-197]', async () => {
    const made = await world();
    await made.signIn();
    const loser = authorizationOf(made);
    const stale = await loser.token();
    const store = openTokenStore({ directory: made.directory, key: 'file' });
    const owner = { server: 'remote', url: made.server.url };
    const kept = await store.read(owner);
    if (kept?.tokens === undefined) throw new Error('nothing is kept');
    // While the loser asks, the winner keeps its new tokens without a lock; the answer to the loser is invalid_grant.
    made.authorization.faults.renewal = 'invalid_grant';
    made.authorization.faults.slowMs = 400;
    const losing = loser.replacementOf(stale);
    await eventually(() => made.authorization.renewals() === 1);
    const winner = { ...kept, tokens: { ...kept.tokens, accessToken: 'access-of-winner', refreshToken: 'refresh-of-winner' } };
    const elsewhere = openTokenStore({ directory: `${made.directory}/elsewhere`, key: 'file' });
    await elsewhere.replace(owner, winner);
    const [file = ''] = (await readdir(elsewhere.directory)).filter((name) => name.endsWith('.json'));
    await writeFile(join(made.directory, 'key'), await readFile(join(elsewhere.directory, 'key')));
    await writeFile(join(made.directory, file), await readFile(join(elsewhere.directory, file)));
    expect(await losing).toBe('access-of-winner');
    expect((await store.read(owner))?.tokens?.refreshToken).toBe('refresh-of-winner');
  });

  it('leaves the wait of a cancelled call at once, and the renewal is kept all the same', async () => {
    const made = await world({ slowMs: 0 });
    await made.signIn();
    const source = made.open();
    await source.list({ signal: never });
    made.authorization.endTokens();
    made.authorization.faults.slowMs = 600;
    const controller = new AbortController();
    const call = source.call(makeCall('echo', {}, controller.signal));
    await eventually(() => made.authorization.renewals() === 1);
    controller.abort();
    expect((await rejection(call)).code).toBe('ERR_CALL_INTERRUPTED');
    await source.dispose();
    expect(made.authorization.access((await authorizationOf(made).token()) ?? '')).toBeDefined();
    expect(made.server.ran).toEqual([]);
  });
});

describe('a sign-in that is needed', () => {
  it('is said in state, error and text for the model, and made up for by toolrack login without a restart', async () => {
    const made = await world();
    const source = made.open();
    const error = await rejection(source.list({ signal: never }));
    expect(error.hint).toBe('Run "toolrack login remote".');
    expect(source.state()).toEqual({
      state: 'unauthorised',
      reason: 'wants a sign-in (HTTP 401): nobody has signed in yet; run toolrack login remote',
    });
    const refused = await rejection(source.call(makeCall('echo')));
    expect(refused.code).toBe('ERR_TOOL_UNAVAILABLE');
    expect(refused.toModelText()).toBe('The server "remote" is not available. The call was not run. Run "toolrack login remote".');
    expect(made.authorization.pages).toHaveLength(0);
    await made.signIn();
    expect((await source.call(makeCall('echo'))).content).toEqual(done);
    await source.list({ signal: never });
    expect(source.state()).toEqual({ state: 'started' });
  });

  it('after invalid_grant ends in that state, keeps the listed tools, and does not ask the authorization server again', async () => {
    const made = await world();
    await made.signIn();
    const source = made.open();
    await source.list({ signal: never });
    made.authorization.revokeAll();
    const error = await rejection(source.call(makeCall('echo')));
    expect(error.toModelText()).toMatch(/The call was not run\. Run "toolrack login remote"\.$/);
    expect(source.state()).toMatchObject({
      state: 'unauthorised',
      reason: expect.stringMatching(/refuses to renew .*invalid_grant.*toolrack login/),
    });
    for (let turn = 0; turn < 5; turn += 1) {
      await rejection(source.call(makeCall('echo')));
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
    expect(made.authorization.renewals()).toBe(1);
    expect((await source.list({ signal: never })).tools).toHaveLength(2);
    expect(made.server.ran).toEqual([]);
    await made.signIn();
    expect((await source.call(makeCall('echo'))).content).toEqual(done);
  });

  it.each(['invalid_client', 'unauthorized_client', 'invalid_target'])(
    'after %s keeps the tokens but does not ask again',
    async (renewal) => {
      const made = await world({ renewal });
      await made.signIn();
      const source = made.open();
      await source.list({ signal: never });
      made.authorization.endTokens();
      for (let turn = 0; turn < 3; turn += 1) await rejection(source.call(makeCall('echo')));
      expect(made.authorization.renewals()).toBe(1);
      expect(source.state().reason).toContain(renewal);
      expect((await openTokenStore({ directory: made.directory }).read({ server: 'remote', url: made.server.url }))?.tokens).toBeDefined();
    },
  );

  it('because a fresh token is refused costs one renewal and two requests, and never a loop', async () => {
    const made = await world();
    await made.signIn();
    const source = made.open();
    await source.list({ signal: never });
    made.server.faults.refusesAll = true;
    const before = made.server.seen.length;
    const error = await rejection(source.call(makeCall('echo')));
    expect(error.code).toBe('ERR_TOOL_UNAVAILABLE');
    expect(made.server.seen.length - before).toBe(2);
    for (let turn = 0; turn < 4; turn += 1) {
      await new Promise((resolve) => setTimeout(resolve, 60));
      await rejection(source.call(makeCall('echo')));
    }
    expect(made.authorization.renewals()).toBe(1);
    expect(source.state().reason).toMatch(/refuses the token although it is new/);
    made.server.faults.refusesAll = false;
    await eventually(async () => {
      await source.call(makeCall('echo')).catch(() => undefined);
      return source.state().state === 'started';
    });
    expect(made.authorization.renewals()).toBe(1);
  });

  it('without a challenge does not repeat a call that may have run', async () => {
    const made = await world();
    await made.signIn();
    const source = made.open();
    await source.list({ signal: never });
    made.server.faults.omitsChallenge = true;
    made.authorization.endTokens();
    const before = made.server.count('tools/call');
    expect((await rejection(source.call(makeCall('echo')))).code).toBe('ERR_TOOL_UNAVAILABLE');
    expect(made.server.count('tools/call') - before).toBe(1);
    // The token was renewed for what comes next.
    await eventually(async () => {
      await source.call(makeCall('echo')).catch(() => undefined);
      return source.state().state === 'started';
    });
  });
});

describe('an authorization server that is out of order', () => {
  it.each([503, 'temporarily_unavailable'] as const)('(%s) makes the call fail without having run, and costs no token', async (renewal) => {
    const made = await world({ renewal });
    await made.signIn();
    const source = made.open();
    await source.list({ signal: never });
    made.authorization.endTokens();
    const error = await rejection(source.call(makeCall('echo')));
    expect(error.code).toBe('ERR_TOOL_UNAVAILABLE');
    expect(error.message).toMatch(/cannot be signed in at: the tokens cannot be renewed/);
    expect(error.toModelText()).toBe('The server "remote" is not available. The call was not run. Try later or use another tool.');
    expect(source.state().state).toBe('failed');
    delete made.authorization.faults.renewal;
    await eventually(async () => {
      await source.call(makeCall('echo')).catch(() => undefined);
      return source.state().state === 'started';
    });
  });

  it('costs nothing while the token is still good', async () => {
    const made = await world({ lifetime: 3600 });
    await made.signIn();
    const source = made.open();
    made.authorization.faults.renewal = 503;
    expect(await many(source, 2)).toEqual([done, done]);
  });
});

describe('a call that lacks a scope', () => {
  it('fails alone, says which, and runs after a wider sign-in without a restart', async () => {
    const made = await world({}, { scope: 'read', adminScope: 'admin:all' });
    await made.signIn();
    const source = made.open();
    await source.list({ signal: never });
    const error = await rejection(source.call(makeCall('admin')));
    expect(error.code).toBe('ERR_TOOL_UNAVAILABLE');
    expect(error.toModelText()).toBe(
      `The server "remote" wants more rights for this tool (admin:all). The call was not run. Run "toolrack login remote --scope 'admin:all'".`,
    );
    expect(error.fields).toMatchObject({ scopes: 'admin:all' });
    expect(source.state()).toEqual({ state: 'started' });
    expect((await source.call(makeCall('echo'))).content).toEqual(done);
    await made.signIn({}, { scopes: ['admin:all'] });
    expect(made.authorization.pages[1]?.get('scope')).toBe('read admin:all');
    expect((await source.call(makeCall('admin'))).content).toEqual([{ type: 'text', text: 'admin done' }]);
  });
});

describe('tokens', () => {
  it('go to the server that they were made for and to nobody else, and appear in no text', async () => {
    const made = await world();
    const other = await world();
    await made.signIn();
    const source = made.open();
    await source.list({ signal: never });
    made.authorization.revokeAll();
    await rejection(source.call(makeCall('echo')));
    // The same name at another address is another server.
    const moved = made.open({ url: other.server.url });
    await rejection(moved.list({ signal: never }));
    expect(other.server.tokens()).toEqual([]);
    const secrets = [...made.server.tokens(), ...made.authorization.tokenRequests.flatMap((body) => body.get('refresh_token') ?? [])];
    expect(secrets.length).toBeGreaterThan(1);
    const texts = JSON.stringify([source.log, moved.log, source.state(), moved.state()]);
    for (const secret of secrets) expect(texts).not.toContain(secret);
  });

  it('that a server repeats in an error are masked', async () => {
    const made = await world({ noRefresh: true });
    await made.signIn();
    const source = made.open();
    await source.list({ signal: never });
    const [token = ''] = made.server.tokens();
    made.server.faults.answer = { status: 500, text: `cannot use ${token} today` };
    const error = await rejection(source.call(makeCall('echo')));
    expect(JSON.stringify([error.message, error.toModelText(), source.state(), source.log])).not.toContain(token);
  });

  it('that a server repeats in its results are hidden, before and after they were renewed', async () => {
    const made = await world({}, { repeatsTokens: true });
    await made.signIn();
    const source = made.open();
    const results = [await source.call(makeCall('echo'))];
    made.authorization.endTokens();
    results.push(await source.call(makeCall('echo')));
    expect(made.authorization.renewals()).toBe(1);
    expect(new Set(made.server.tokens()).size).toBe(2);
    expect(JSON.stringify(results)).toContain(redacted);
    expect(secretTraces(JSON.stringify(results), made.server.tokens())).toEqual([]);
  });

  it('of another client or authorization server than the configuration names now are not used', async () => {
    const made = await world();
    await made.signIn();
    for (const authorization of [{ clientId: 'another' }, { issuer: 'https://login.example.com' }]) {
      const source = made.open({ authorization });
      await rejection(source.list({ signal: never }));
      expect(source.state().reason).toMatch(/the tokens are of another (client|authorization server)/);
    }
    expect(made.server.tokens()).toHaveLength(1);
  });

  it('are not sent where the configuration has credentials of its own', async () => {
    const made = await world();
    await made.signIn();
    const source = made.open({ headers: { Authorization: 'Bearer from-the-environment' } });
    await rejection(source.list({ signal: never }));
    expect(source.state().reason).toBe('wants a sign-in (HTTP 401)');
    expect(new Set(made.server.tokens().slice(1))).toEqual(new Set(['from-the-environment']));
  });

  it('whose key can be read by others are not used', async () => {
    const made = await world();
    await made.signIn();
    await chmod(join(made.directory, 'key'), 0o644);
    const source = made.open();
    const error = await rejection(source.list({ signal: never }));
    expect(error.message).toMatch(/the key file .* can be read by others/);
    expect(error.hint).toMatch(/chmod 600/);
  });
});

describe('the older SSE transport', () => {
  it('gets a token too, and says what to do without one', async () => {
    const made = await world();
    const seen: string[] = [];
    const events = await serveHttp((request, response) => {
      const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
      seen.push(token);
      const path = new URL(request.url, 'http://127.0.0.1').pathname;
      if (path.startsWith('/.well-known/oauth-protected-resource')) {
        return answerJson(response, { resource: events.url, authorization_servers: [made.authorization.issuer] });
      }
      if (made.authorization.access(token) === undefined) return void response.writeHead(401, { 'www-authenticate': 'Bearer' }).end();
      if (request.method === 'GET') {
        streams.push(response);
        return void response.writeHead(200, { 'content-type': 'text/event-stream' }).write('event: endpoint\ndata: /mcp/messages\n\n');
      }
      response.writeHead(202).end();
      const { id, method, params } = request.body as { id?: number; method: string; params: { protocolVersion?: string } };
      if (id === undefined) return;
      const result =
        method === 'initialize'
          ? { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'old', version: '1' } }
          : method === 'tools/list'
            ? { tools: [{ name: 'echo', inputSchema: { type: 'object' } }] }
            : { content: [{ type: 'text', text: 'echo done' }] };
      streams.at(-1)?.write(`event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', id, result })}\n\n`);
    });
    const streams: ServerResponse[] = [];
    const server = { url: events.url, type: 'sse' as const };
    const source = made.open(server);
    expect((await rejection(source.list({ signal: never }))).hint).toBe('Run "toolrack login remote".');
    await made.signIn(server);
    expect((await source.call(makeCall('echo'))).content).toEqual(done);
    made.authorization.endTokens();
    expect((await source.call(makeCall('echo'))).content).toEqual(done);
    expect(made.authorization.renewals()).toBe(1);
    await source.dispose();
    await events.close();
  });
});
