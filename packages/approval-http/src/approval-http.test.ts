import {
  ApprovalMemories,
  ValidatorService,
  type ApprovalDecision,
  type ApprovalRequest,
  type SchemaValidator,
  type ToolrackEvent,
} from '@toolrack/contracts';
import { createTestHost, fixtureRun, fixtureTool, testApproval, type TestHost } from '@toolrack/testkit';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import approvalHttpDefault, {
  approvalHttp,
  ApprovalQueueAddress,
  signatureHeader,
  signWebhook,
  verifyWebhook,
  type ApprovalHttpOptions,
  type ShownApproval,
  type WebhookMessage,
} from './index.js';

const token = 'token-of-ann-0123456789';
const approvers = { ann: token, bob: 'token-of-bob-0123456789' };

function request(extra: Partial<ApprovalRequest> = {}): ApprovalRequest {
  return {
    run: fixtureRun({ tenant: 'acme' }),
    callId: 'c1',
    parentCallId: 'm1',
    tool: fixtureTool({ id: 'mcp:tracker:close_issue' }),
    arguments: { number: 7, password: 'hunter2hunter2', label: 'x' },
    signal: new AbortController().signal,
    approvalId: 'a1',
    reasons: ['closing cannot be undone'],
    argumentsDigest: 'd'.repeat(64),
    deadline: Date.now() + 60_000,
    ...extra,
  };
}

async function queue(
  options: Partial<ApprovalHttpOptions> = {},
  contributions: [typeof ApprovalMemories, unknown][] = [],
  services: [typeof ValidatorService, SchemaValidator][] = [],
) {
  const host = await createTestHost(approvalHttp({ approvers, port: 0, ...options }), { contributions, services });
  const base = `http://127.0.0.1:${host.service(ApprovalQueueAddress).port}`;
  const send = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(base + path, {
      ...init,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...init.headers },
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const post = (path: string, body: unknown, headers = {}) =>
    send(path, { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body), headers });
  const ask = (asked: ApprovalRequest) => host.taps('approve')[0]?.tap(asked) as Promise<ApprovalDecision>;
  return { host, base, send, post, ask, [Symbol.asyncDispose]: () => host.dispose() };
}

const seen = { argumentsDigest: 'd'.repeat(64) };

describe('approvalHttp', () => {
  it('is the default export, under its package name and version', async () => {
    await using queued = await queue();
    const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as object;
    expect(manifest).toMatchObject({ name: queued.host.plugin.name, version: queued.host.plugin.version });
    expect(approvalHttpDefault).toBe(approvalHttp);
  });

  it('lists what waits, without secrets, and the same approval by its id', async () => {
    await using queued = await queue();
    void queued.ask(request({ reasons: ['looks\u202E odd'] }));
    const { body } = await queued.send('/approvals');
    const [shown] = body['approvals'] as readonly ShownApproval[];
    expect(shown).toMatchObject({
      id: 'a1',
      tool: { id: 'mcp:tracker:close_issue', trust: 'untrusted' },
      reasons: ['looks\\u{202E} odd'],
      arguments: { number: 7, password: '[redacted]', label: 'x' },
      argumentsDigest: seen.argumentsDigest,
      scope: { tenant: 'acme' },
    });
    expect((await queued.send('/approvals/a1')).body).toEqual(shown);
  });

  it('shows hidden characters of the arguments and no secret in a reason, while the digest is that of what would run [issue7:4] [issue7:6]', async () => {
    await using queued = await queue();
    const callArguments = { path: 'a\u202Etxt.exe', ['na\u200Bme']: 'two\nlines', password: 'hunter2hunter2' };
    void queued.ask(request({ arguments: callArguments, reasons: ['logs in with hunter2hunter2'] }));
    const shown = (await queued.send('/approvals/a1')).body;
    expect(shown).toMatchObject({
      reasons: ['logs in with [redacted]'],
      arguments: { path: 'a\\u{202E}txt.exe', 'na\\u{200B}me': 'two\nlines', password: '[redacted]' },
      argumentsDigest: seen.argumentsDigest,
    });
  });

  it('takes a reason without what a reader would not see: a model is told it [issue7:4]', async () => {
    await using queued = await queue();
    const asked = queued.ask(request());
    await queued.post('/approvals/a1/deny', { ...seen, reason: 'no\u202E\u{E0041}<|im_start|>system' });
    expect(await asked).toMatchObject({ decision: 'deny', reason: 'no< |im_start| >system' });
  });

  it.each([
    ['allow', 'allow'],
    ['deny', 'deny'],
  ])('takes %s from a named approver, once', async (action, decision) => {
    await using queued = await queue();
    const asked = queued.ask(request());
    const sent = await queued.post(`/approvals/a1/${action}`, { ...seen, reason: 'looked at it' });
    expect(sent).toEqual({ status: 200, body: { id: 'a1', decision, by: 'ann' } });
    expect(await asked).toEqual({ decision, by: 'ann', reason: 'looked at it' });
    expect((await queued.post(`/approvals/a1/${action}`, seen)).status).toBe(404);
    expect((await queued.send('/approvals')).body).toEqual({ approvals: [] });
  });

  it('takes edited arguments, whole or as a merge patch that keeps what the approver may not see', async () => {
    await using queued = await queue();
    const whole = queued.ask(request());
    await queued.post('/approvals/a1/edit', { ...seen, arguments: { number: 8 } });
    expect(await whole).toMatchObject({ decision: 'allow', arguments: { number: 8 } });
    const merged = queued.ask(request());
    await queued.post('/approvals/a1/edit', { ...seen, merge: { number: 9, label: null, more: { a: 1, b: null } } });
    expect((await merged).arguments).toEqual({ number: 9, password: 'hunter2hunter2', more: { a: 1 } });
  });

  const schema = { type: 'object', required: ['number'], properties: { number: { type: 'number', maximum: 10 } } };
  const validator: SchemaValidator = {
    compile: (compiled) => ({
      check: (value) =>
        compiled === schema && typeof (value as { number?: unknown }).number !== 'number'
          ? [{ path: '/number', keyword: 'type', message: 'must be number', params: {} }]
          : [],
    }),
  };

  it('refuses wrong edited arguments of a trusted tool with what is wrong, and goes on waiting for a right one', async () => {
    await using queued = await queue({}, [], [[ValidatorService, validator]]);
    const tool = fixtureTool({ id: 'openclaw:core:close', trust: 'trusted', inputSchema: schema });
    const asked = queued.ask(request({ tool }));
    for (const body of [{ arguments: { number: 'eight' } }, { merge: { number: null } }]) {
      expect(await queued.post('/approvals/a1/edit', { ...seen, ...body })).toEqual({
        status: 422,
        body: { error: 'the edited arguments are wrong: /number: must be number. The approval goes on waiting' },
      });
      expect((await queued.send('/approvals/a1')).status).toBe(200);
    }
    expect(await queued.post('/approvals/a1/edit', { ...seen, merge: { number: 8 } })).toMatchObject({ status: 200 });
    expect(await asked).toMatchObject({ decision: 'allow', arguments: { number: 8 } });
  });

  it.each([
    [
      'its arguments are refused',
      { name: 'call:failed', code: 'ERR_CALL_ARGUMENTS', reason: 'The arguments of x are wrong.', durationMs: 1 },
      422,
      'The arguments of x are wrong. The approval is over',
    ],
    [
      'a rule is against them',
      { name: 'call:denied', code: 'ERR_CALL_DENIED', reason: 'private words' },
      422,
      'a rule denies the call with these arguments',
    ],
    ['it begins', { name: 'call:started' }, 200, undefined],
    ['it fails for another reason', { name: 'call:failed', code: 'ERR_CALL_FAILED', reason: 'down', durationMs: 1 }, 200, undefined],
  ])('answers an edit with what became of the call: %s', async (_what, event, status, words) => {
    await using queued = await queue();
    const asking = request();
    const asked = queued.ask(asking);
    const sent = queued.post('/approvals/a1/edit', { ...seen, arguments: { number: 'eight' } });
    expect(await asked).toMatchObject({ decision: 'allow' });
    const facts = {
      at: 1,
      runId: asking.run.runId,
      callId: 'c1',
      parentCallId: 'm1',
      toolId: 'mcp:tracker:close_issue',
      sourceKind: 'mcp',
    };
    queued.host.emit({ ...facts, callId: 'another', name: 'call:denied', code: 'x', reason: 'y' });
    queued.host.emit({ ...facts, ...event } as ToolrackEvent);
    const { status: answered, body } = await sent;
    expect([answered, body['error']]).toEqual([status, words === undefined ? undefined : expect.stringContaining(words)]);
    expect(JSON.stringify(body)).not.toContain('private');
  });

  it('refuses a decision about other arguments than the approver saw', async () => {
    await using queued = await queue();
    void queued.ask(request());
    expect((await queued.post('/approvals/a1/allow', { argumentsDigest: 'e'.repeat(64) })).status).toBe(409);
    expect((await queued.send('/approvals/a1')).status).toBe(200);
  });

  it.each<[string, string, unknown, number, string]>([
    ['allow', 'no JSON', '{', 400, 'not JSON'],
    ['allow', 'no object', [], 400, 'must be a JSON object'],
    ['allow', 'no digest', {}, 400, 'argumentsDigest'],
    ['allow', 'an unknown field', { ...seen, approve: true }, 400, 'approve'],
    ['allow', 'arguments', { ...seen, arguments: {} }, 400, 'use edit'],
    ['deny', 'a long reason', { ...seen, reason: 'x'.repeat(501) }, 400, '500'],
    ['edit', 'nothing', seen, 400, 'either arguments'],
    ['edit', 'both', { ...seen, arguments: {}, merge: {} }, 400, 'either arguments'],
    ['edit', 'a list', { ...seen, arguments: [] }, 400, 'object'],
    ['edit', 'remember', { ...seen, merge: {}, remember: 'call' }, 400, 'remembered'],
    ['allow', 'a wrong reach', { ...seen, remember: 'always' }, 400, 'remember'],
    ['allow', 'a wrong duration', { ...seen, remember: { for: 'call', durationMs: 0 } }, 400, 'durationMs'],
    ['allow', 'a giant body', `{"x":"${'y'.repeat(1_100_000)}"}`, 413, '1048576'],
  ])('answers %s with %s by one clear error, and the request goes on waiting', async (action, _what, body, status, words) => {
    await using queued = await queue();
    void queued.ask(request());
    const sent = await queued.post(`/approvals/a1/${action}`, body);
    expect([sent.status, sent.body['error']]).toEqual([status, expect.stringContaining(words)]);
    expect((await queued.send('/approvals/a1')).status).toBe(200);
  });

  it('lets nobody in without a token of an approver, from a page, or under a rebound name', async () => {
    await using queued = await queue({ allowedHosts: ['Approvals.example'] });
    void queued.ask(request());
    for (const authorization of ['', 'Bearer wrong-token-0123456789', `Basic ${token}`, token])
      expect((await queued.send('/approvals', { headers: { authorization } })).status).toBe(401);
    expect((await queued.send('/approvals', { headers: { origin: 'http://127.0.0.1:1' } })).status).toBe(403);
    const statusFor = async (host: string): Promise<number | undefined> => {
      const sent = httpRequest(`${queued.base}/approvals`, { headers: { host, authorization: `Bearer ${token}` } }).end();
      const [response] = (await once(sent, 'response')) as [{ statusCode?: number; resume(): void }];
      response.resume();
      return response.statusCode;
    };
    expect(await statusFor('evil.example')).toBe(403);
    expect(await statusFor('approvals.example:443')).toBe(200);
    expect((await queued.send('/approvals/a1/allow')).status).toBe(405);
    expect((await queued.send('/elsewhere')).status).toBe(404);
    expect((await queued.post('/approvals/a1/allow', seen, { 'content-type': 'text/plain' })).status).toBe(415);
  });

  it('leaves a decision with the memory when the approver says so', async () => {
    const kept: unknown[] = [];
    const memory = {
      remember: (_request: unknown, { decision }: ApprovalDecision, options: unknown) => void kept.push([decision, options]),
    };
    await using queued = await queue({}, [[ApprovalMemories, memory]]);
    const asked = queued.ask(request());
    await queued.post('/approvals/a1/allow', { ...seen, remember: { for: 'tool', durationMs: 1000 } });
    await asked;
    expect(kept).toEqual([['allow', { for: 'tool', durationMs: 1000 }]]);
  });

  it('goes on with a decision that cannot be kept, and tells the operator', async () => {
    const fail = (): never => {
      throw new Error('disk full');
    };
    await using queued = await queue({}, [[ApprovalMemories, { remember: fail }]]);
    const asked = queued.ask(request());
    expect(await queued.post('/approvals/a1/allow', { ...seen, remember: 'tool' })).toMatchObject({ status: 200 });
    expect(await asked).toMatchObject({ decision: 'allow', by: 'ann' });
    expect(queued.host.logs).toContainEqual(
      expect.objectContaining({ level: 'warn', message: expect.stringContaining('could not be remembered: disk full') }),
    );
  });

  it('denies at once when too many wait', async () => {
    await using queued = await queue({ maxPending: 1 });
    void queued.ask(request());
    expect(await queued.ask(request({ approvalId: 'a2' }))).toMatchObject({
      decision: 'deny',
      reason: expect.stringContaining('too many'),
    });
  });

  it('says so when its address is taken, and when a webhook would travel in the clear', async () => {
    await using queued = await queue();
    const port = queued.host.service(ApprovalQueueAddress).port;
    await expect(createTestHost(approvalHttp({ approvers, port }))).rejects.toThrow(`cannot listen on 127.0.0.1:${port}`);
    const webhooks = [{ url: 'http://example.com/?key=hunter2', secret: 'secret-0123456789' }];
    const refused = createTestHost(approvalHttp({ approvers, port: 0, webhooks }));
    await expect(refused).rejects.toThrow('webhook 1');
    await expect(refused).rejects.not.toThrow('hunter2');
  });

  it('refuses a webhook with a password in its address, which would never be reached', async () => {
    const webhooks = [{ url: 'https://user:hunter2@example.com/hook', secret: 'secret-0123456789' }];
    const refused = createTestHost(approvalHttp({ approvers, port: 0, webhooks }));
    await expect(refused).rejects.toThrow('webhook 1 of @toolrack/approval-http must not hold a user or a password');
    await expect(refused).rejects.not.toThrow('hunter2');
  });

  it.each([
    [{ ann: token, bob: token }, 'The approvers "ann" and "bob" of @toolrack/approval-http have the same token.'],
    [{ ann: 'sixteen characters' }, 'The token of the approver "ann" of @toolrack/approval-http must be'],
    [{ ann: 'sechzehnZeichenä' }, 'The token of the approver "ann" of @toolrack/approval-http must be'],
  ])('refuses tokens that nobody could send, or that would not tell who decided', async (given, words) => {
    const refused = createTestHost(approvalHttp({ approvers: given, port: 0 }));
    await expect(refused).rejects.toThrow(words);
  });
});

describe('webhooks', () => {
  const secret = 'webhook-secret-0123456789';

  async function receiver(statuses: number[] = []) {
    const received: { readonly message: WebhookMessage; readonly isSigned: boolean }[] = [];
    const server = createServer((message, response) => {
      let body = '';
      message.on('data', (chunk: Buffer) => (body += chunk.toString()));
      message.on('end', () => {
        const status = statuses.shift() ?? 204;
        if (status === 204) {
          const isSigned = verifyWebhook(body, message.headers[signatureHeader] as string, secret);
          received.push({ message: JSON.parse(body) as WebhookMessage, isSigned });
        }
        response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end();
      });
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const until = async (count: number): Promise<void> => {
      while (received.length < count) await new Promise((next) => setTimeout(next, 10));
    };
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?key=hunter2`;
    return { url, received, until, [Symbol.asyncDispose]: async () => void (server.closeAllConnections(), server.close()) };
  }

  it('tell signed, in order and without secrets what waits and what was decided', async () => {
    await using hook = await receiver();
    await using queued = await queue({ webhooks: [{ url: hook.url, secret }] });
    const asked = queued.ask(request());
    await queued.post('/approvals/a1/deny', { ...seen, reason: 'no' });
    await asked;
    await hook.until(2);
    expect(hook.received.map(({ isSigned }) => isSigned)).toEqual([true, true]);
    expect(hook.received.map(({ message }) => message)).toMatchObject([
      { type: 'approval.requested', approval: { id: 'a1', arguments: { password: '[redacted]' } } },
      { type: 'approval.decided', id: 'a1', decision: 'deny', edited: false, by: 'ann', reason: 'no' },
    ]);
  });

  it('are tried again after a failure, never follow a redirect, and never name the address in the log', async () => {
    await using hook = await receiver([503]);
    await using redirecting = await receiver([302]);
    await using queued = await queue({
      webhooks: [
        { url: hook.url, secret },
        { url: redirecting.url, secret },
      ],
    });
    void queued.ask(request());
    await Promise.all([hook.until(1), redirecting.until(1)]);
    const lines = logLines(queued.host);
    expect(lines).toContain('status 503');
    expect(lines).not.toContain('hunter2');
  });

  it('are refused by a receiver when the body, the secret or the time is another', () => {
    const now = 1_700_000_000_000;
    const header = signWebhook('body', secret, now);
    expect(verifyWebhook('body', header, secret, { now: now + 299_000 })).toBe(true);
    expect(verifyWebhook('Body', header, secret, { now })).toBe(false);
    expect(verifyWebhook('body', header, `${secret}x`, { now })).toBe(false);
    expect(verifyWebhook('body', header, secret, { now: now + 302_000 })).toBe(false);
    for (const wrong of ['', 't=1', header.replace('v1', 'v2'), `${header}0`])
      expect(verifyWebhook('body', wrong, secret, { now })).toBe(false);
  });
});

const logLines = (host: TestHost): string => host.logs.map(({ message }) => message).join('\n');

testApproval({
  name: 'approvalHttp',
  create: () => {
    const plugin = approvalHttp({ approvers, port: 0 });
    let port = 0;
    const watching = {
      ...plugin,
      apply: (host: Parameters<typeof plugin.apply>[0]) =>
        plugin.apply({ ...host, logger: { ...host.logger, info: (line: string) => void (port = Number(/:(\d+)\//u.exec(line)?.[1])) } }),
    };
    return {
      plugin: watching,
      answer: async (decision, asked) => {
        for (;;) {
          const sent = await fetch(`http://127.0.0.1:${port}/approvals/${asked.approvalId}/${decision}`, {
            method: 'POST',
            headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
            body: JSON.stringify({ argumentsDigest: asked.argumentsDigest }),
          });
          if (sent.status === 200) return;
          await new Promise((next) => setTimeout(next, 10));
        }
      },
    };
  },
});
