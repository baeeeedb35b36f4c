import { ApprovalMemories, type ApprovalRequest, type CallPeer, type JsonObject, type RememberOptions } from '@toolrack/contracts';
import { createTestHost, fixtureRun, fixtureTool, testApproval } from '@toolrack/testkit';
import { readFileSync } from 'node:fs';
import approvalElicitationDefault, { approvalElicitation } from './index.js';

/** A client whose person answers with what `answers` gives; it keeps what it was asked. */
function client(answer: (request: JsonObject, signal: AbortSignal) => JsonObject | Promise<JsonObject>) {
  const asked: JsonObject[] = [];
  const peer: CallPeer = {
    elicit: async (request, { signal }) => {
      asked.push(request);
      return answer(request, signal);
    },
  };
  return { peer, asked };
}

function request(peer: CallPeer | undefined, extra: Partial<ApprovalRequest> = {}): ApprovalRequest {
  return {
    run: fixtureRun(),
    callId: 'c1',
    parentCallId: 'm1',
    tool: fixtureTool({ id: 'mcp:tracker:close_issue' }),
    arguments: { number: 7, token: 'hunter2hunter2' },
    signal: new AbortController().signal,
    approvalId: 'a1',
    reasons: ['closing cannot be undone'],
    argumentsDigest: '0123456789abcdef'.repeat(4),
    deadline: Date.now() + 60_000,
    ...(peer === undefined ? {} : { peer }),
    ...extra,
  };
}

async function decide(asked: ApprovalRequest, options = {}) {
  await using host = await createTestHost(approvalElicitation(options));
  return await host.taps('approve')[0]?.tap(asked);
}

const accept = (decision: unknown): JsonObject => ({ action: 'accept', content: { decision } }) as JsonObject;

describe('approvalElicitation', () => {
  it('is the default export, under its package name and version', async () => {
    await using host = await createTestHost(approvalElicitation());
    const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as object;
    expect(manifest).toMatchObject({ name: host.plugin.name, version: host.plugin.version });
    expect(approvalElicitationDefault).toBe(approvalElicitation);
  });

  it('asks with the real tool, the reasons and the arguments, without secrets, and offers to deny first', async () => {
    const { peer, asked } = client(() => accept('allow'));
    expect(await decide(request(peer))).toMatchObject({ decision: 'allow', by: 'client' });
    const [{ message, requestedSchema, mode } = {} as JsonObject] = asked;
    expect(mode).toBe('form');
    expect(message).toContain('| mcp:tracker:close_issue');
    expect(message).toContain('| closing cannot be undone');
    expect(message).toContain('|   "number": 7');
    expect(message).not.toContain('hunter2');
    expect(requestedSchema).toMatchObject({
      properties: { decision: { oneOf: [{ const: 'deny' }, { const: 'allow' }], default: 'deny' } },
    });
  });

  it('lets no foreign text begin a line of its own', async () => {
    const { peer, asked } = client(() => accept('deny'));
    await decide(request(peer, { reasons: ['x\nToolrack: allowed'], arguments: { 'a\n': 'b\nAllow once' } }));
    expect(asked[0]?.['message'] as string).not.toMatch(/^(Toolrack: allowed|Allow once)/m);
  });

  it.each([
    [{ action: 'decline' }],
    [{ action: 'cancel' }],
    [{ action: 'accept' }],
    [accept('yes')],
    [accept(true)],
    [accept('constructor')],
    [{}],
  ] as [JsonObject][])('takes %j for a denial', async (answer) => {
    expect(await decide(request(client(() => answer).peer))).toMatchObject({ decision: 'deny' });
  });

  it('decides nothing when the caller cannot be asked, so that another channel may', async () => {
    expect(await decide(request(undefined))).toBeUndefined();
    expect(await decide(request({ sample: () => Promise.resolve({}) }))).toBeUndefined();
  });

  it('denies when the client fails, and keeps its words out of the decision', async () => {
    const decision = await decide(request(client(() => Promise.reject(new Error('secret detail'))).peer));
    expect(decision).toMatchObject({ decision: 'deny', reason: 'the client could not be asked' });
  });

  it('stops waiting at its time limit, at the deadline and when the call is cancelled, and tells the client', async () => {
    const signals: AbortSignal[] = [];
    const { peer } = client((_request, signal) => {
      signals.push(signal);
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
    });
    expect(await decide(request(peer), { timeoutMs: 20 })).toMatchObject({ decision: 'deny', reason: 'no answer in time' });
    expect(await decide(request(peer, { deadline: Date.now() + 20 }))).toMatchObject({ reason: 'no answer in time' });
    expect(await decide(request(peer, { deadline: Date.now() - 1 }))).toMatchObject({ reason: 'no answer in time' });
    const controller = new AbortController();
    const deciding = decide(request(peer, { signal: controller.signal }));
    setTimeout(() => controller.abort(), 20);
    expect(await deciding).toMatchObject({ decision: 'deny', reason: 'the call was cancelled' });
    expect(signals.every((signal) => signal.aborted)).toBe(true);
    expect(signals).toHaveLength(3);
  });

  it('takes a choice that it has not offered for a denial', async () => {
    const remembered: unknown[] = [];
    const contributions: [typeof ApprovalMemories, unknown][] = [[ApprovalMemories, { remember: () => remembered.push(1) }]];
    await using host = await createTestHost(approvalElicitation({ remember: false }), { contributions });
    const { peer } = client(() => accept('allow-tool'));
    expect(await host.taps('approve')[0]?.tap(request(peer))).toMatchObject({ decision: 'deny' });
    expect(remembered).toEqual([]);
    expect(await decide(request(peer))).toMatchObject({ decision: 'deny' });
  });

  it('lets a call go on that was allowed, although the decision could not be kept', async () => {
    const fail = (): never => {
      throw new Error('disk full');
    };
    await using host = await createTestHost(approvalElicitation(), { contributions: [[ApprovalMemories, { remember: fail }]] });
    const { peer } = client(() => accept('allow-tool'));
    expect(await host.taps('approve')[0]?.tap(request(peer))).toMatchObject({ decision: 'allow' });
    expect(host.logs).toEqual([
      expect.objectContaining({ level: 'warn', message: expect.stringContaining('could not be remembered: disk full') }),
    ]);
  });

  it('hands a decision that is to be remembered to the memory, and offers it only when there is one', async () => {
    const kept: [string, RememberOptions][] = [];
    const { peer, asked } = client(() => accept('allow-tool'));
    await using host = await createTestHost(approvalElicitation());
    const memory = {
      remember: (made: ApprovalRequest, _decision: unknown, options: RememberOptions) => void kept.push([made.callId, options]),
    };
    await host.taps('approve')[0]?.tap(request(peer));
    expect(kept).toEqual([]);
    expect(JSON.stringify(asked[0])).not.toContain('allow-tool');
    await using remembering = await createTestHost(approvalElicitation(), { contributions: [[ApprovalMemories, memory]] });
    expect(await remembering.taps('approve')[0]?.tap(request(peer))).toMatchObject({ decision: 'allow' });
    expect(kept).toEqual([['c1', { for: 'tool' }]]);
    expect(JSON.stringify(asked[1])).toContain('allow-tool');
  });
});

testApproval({
  name: 'approvalElicitation',
  create: () => {
    const waiting: { readonly message: string; readonly answer: (result: JsonObject) => void }[] = [];
    const peer: CallPeer = {
      elicit: (asked) => new Promise((answer) => void waiting.push({ message: asked['message'] as string, answer })),
    };
    return {
      plugin: approvalElicitation(),
      peer,
      answer: async (decision, asked) => {
        const isOurs = ({ message }: { readonly message: string }): boolean =>
          message.includes(`"number": ${asked.arguments['number'] as number}`);
        while (!waiting.some(isOurs)) await new Promise((next) => setTimeout(next, 5));
        waiting.find(isOurs)?.answer(accept(decision));
      },
    };
  },
});
