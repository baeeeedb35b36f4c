import { FakeLeg, remoteTool } from '../../test/fake-leg.js';
import { gateRanker } from '../../test/gate-ranker.js';
import { hermesSession, type RecordedSession, schema, type SessionInput, tool } from '../../test/session.js';
import { answerOf, hermesSurface, jsonOf, textOf } from '../../test/surface.js';
import type { SurfaceHermesOptions } from '../settings/surface-options.js';
import { isConnectorName, parseConnectorName } from './connector-name.js';

const connections = tool('connectors:hosted:manage_connections');
const local = [
  tool('mcp:pager:send_alert', { description: 'Send an email alert.' }),
  tool('mcp:pager:email_oncall', { description: 'Email the person on call.' }),
];
const gmail = remoteTool('connectors__gmail__SEND_EMAIL', 'Send an email.', schema({ to: {} }, ['to']));

interface Found {
  readonly total_available: number;
  readonly results: { matches: string[]; hint?: string }[];
  readonly tools: Record<string, unknown>;
  readonly connectors?: { status: string; reason?: string; hint: string; names?: string[] };
}

function setup(tools = [...local, connections], options: SurfaceHermesOptions = {}, input: SessionInput = {}, ranker = gateRanker()) {
  const leg = new FakeLeg();
  leg.found = () => ({ groups: [[gmail]] });
  const surface = hermesSurface(options, [leg], ranker);
  const session = hermesSession(tools, { options, ...input });
  const search = async (queries: readonly string[], limit?: number) => {
    const answer = await answerOf(surface, 'tool_search', { queries, limit }, session);
    expect(answer.isError).toBe(false);
    return { answer, found: jsonOf<Found>(answer) };
  };
  return { leg, surface, session, search };
}

/** The session with another search. */
function withSearch(session: RecordedSession, search: RecordedSession['search']): RecordedSession {
  return Object.assign(Object.create(session) as RecordedSession, { search });
}

describe('connector names', () => {
  it('split at most twice into three non-empty parts [hermes:11.1]', () => {
    expect(parseConnectorName('connectors__gmail__SEND__NOW')).toEqual({ connector: 'gmail', tool: 'SEND__NOW' });
    for (const name of ['connectors__gmail', 'connectors____x', 'connectors__gmail__', 'connector__a__b', 'mcp__a__b']) {
      expect(parseConnectorName(name)).toBeUndefined();
    }
    expect(isConnectorName('connectors__x')).toBe(true);
  });
});

describe('a search with a remote side', () => {
  it('ranks both sides together, so that a word the local tools lack does its work [hermes:11.6] [hermes:case-106]', async () => {
    const { search, leg } = setup();
    const { found } = await search(['send gmail email']);
    expect(leg.searches).toEqual([['send gmail email']]);
    expect(found.results[0]?.matches).toEqual(['connectors__gmail__SEND_EMAIL']);
    expect(found.tools).toEqual({
      connectors__gmail__SEND_EMAIL: { source: 'connectors', source_name: 'gmail', description: 'Send an email.', required: ['to'] },
    });
    expect(found.total_available).toBe(3);
    expect(found).not.toHaveProperty('connectors');
  });

  it('caps a group over both sides [hermes:11.6] [hermes:case-107] [hermes:case-110]', async () => {
    const { search, leg } = setup();
    expect((await search(['send email'], 2)).found.results[0]?.matches).toHaveLength(2);
    leg.found = () => ({ groups: [Array.from({ length: 9 }, (_, index) => remoteTool(`connectors__gmail__MAIL_${index}`, 'gmail'))] });
    const only = setup([connections]);
    only.leg.found = leg.found;
    const { found } = await only.search(['gmail'], 3);
    expect(found.results[0]?.matches).toHaveLength(3);
    expect(found.total_available).toBe(3);
  });

  it('puts an exact remote name first', async () => {
    const { search, leg } = setup();
    leg.found = () => ({ groups: [[remoteTool('connectors__gmail__OTHER', 'connectors gmail SEND EMAIL'), gmail]] });
    const { found } = await search(['Connectors__Gmail__send_email']);
    expect(found.results[0]?.matches[0]).toBe('connectors__gmail__SEND_EMAIL');
  });

  it('asks once for all queries and merges by position [hermes:11.6]', async () => {
    const { search, leg } = setup();
    leg.found = () => ({ groups: [[], [gmail]] });
    const { found } = await search(['email', 'gmail email']);
    expect(leg.searches).toEqual([['email', 'gmail email']]);
    expect(found.results.map(({ matches }) => matches)).toEqual([
      ['mcp__pager__email_oncall', 'mcp__pager__send_alert'],
      ['connectors__gmail__SEND_EMAIL'],
    ]);
  });

  it('needs no request when local tools answer every query fully [hermes:11.5] [hermes:11.17]', async () => {
    const { search, leg } = setup();
    expect((await search(['email'], 2)).found.results[0]?.matches).toHaveLength(2);
    expect(leg.searches).toEqual([]);
    await search(['email'], 3);
    expect(leg.searches).toHaveLength(1);
  });

  it('starts while a slow local search is on its way and does not wait for it in vain [hermes:11.17]', async () => {
    const { leg, surface, session } = setup();
    leg.hangs = true;
    const slow = withSearch(session, async (request) => {
      await leg.searchStarted();
      return session.search(request);
    });
    const found = jsonOf<Found>(await answerOf(surface, 'tool_search', { queries: ['email'], limit: 2 }, slow));
    expect(found.results[0]?.matches).toHaveLength(2);
    expect([leg.searches.length, leg.aborted]).toEqual([1, 1]);
  });

  it('is a local search without manage_connections, without the leg or switched off [hermes:9.3] [hermes:11.5] [hermes:11.9]', async () => {
    const without = setup(local);
    const off = setup([...local, connections], { connectors: false });
    const denied = setup();
    denied.leg.available = false;
    const broken = setup();
    broken.leg.isAvailable = () => {
      throw new Error('token gone');
    };
    const plain = hermesSurface();
    const expected = textOf(await answerOf(plain, 'tool_search', { queries: ['email', 'gmail'] }, hermesSession(local)));
    for (const { search, leg } of [without, off, denied, broken]) {
      const { answer } = await search(['email', 'gmail']);
      expect(JSON.parse(textOf(answer))).toEqual(JSON.parse(expected));
      expect(leg.searches).toEqual([]);
    }
  });

  it('says nothing of a dark or empty leg [hermes:11.9] [hermes:16.2] [hermes:case-112]', async () => {
    const { search, leg } = setup();
    leg.found = () => ({ groups: [] });
    const { found } = await search(['email']);
    expect(found).not.toHaveProperty('connectors');
    expect(found.results[0]?.matches).toHaveLength(2);
  });

  it('keeps the local result and tells of any other failure [hermes:11.10] [hermes:16.2] [hermes:case-112]', async () => {
    const { search, leg, surface, session } = setup();
    const localOnly = (await answerOf(hermesSurface(), 'tool_search', { queries: ['email', 'gmail'] }, session)) as { details: unknown };
    leg.found = () => Promise.reject(new Error('connect to 10.0.0.7 failed'));
    const { answer, found } = await search(['email', 'gmail']);
    const { connectors, ...rest } = found;
    expect(rest).toEqual(jsonOf<Found>(localOnly as never));
    expect(connectors).toEqual({ status: 'unavailable', reason: 'unreachable', hint: expect.stringMatching(/do not conclude/u) as string });
    expect(textOf(answer)).not.toContain('10.0.0.7');
    leg.found = () => ({ groups: [], failure: { status: 'unavailable', reason: 'sign_in_expired' } });
    expect((await search(['email'])).found.connectors).toMatchObject({
      reason: 'sign_in_expired',
      hint: expect.stringContaining('sign in again') as string,
    });
    leg.found = () => ({ groups: [], failure: { status: 'not_set_up' } });
    const { found: unset } = await search(['email']);
    expect(unset.connectors).toEqual({ status: 'not_set_up', hint: expect.stringContaining('manage_connections') as string });
    expect(surface.name).toBe('hermes');
  });

  it('drops what is no remote tool', async () => {
    const { search, leg } = setup();
    leg.found = () => ({ groups: [[null, {}, { ...gmail, name: 'send' }, gmail, gmail] as never] });
    expect((await search(['gmail'])).found.results[0]?.matches).toEqual(['connectors__gmail__SEND_EMAIL']);
    leg.found = () => ({ groups: 'x' }) as never;
    expect((await search(['gmail'])).found.results[0]?.matches).toEqual([]);
  });

  it('indexes the local part once, in place, and also with a ranker that cannot change [hermes:11.6]', async () => {
    const ranker = gateRanker();
    const { search } = setup([...local, connections], {}, {}, ranker);
    for (let round = 0; round < 3; round++) await search(['gmail']);
    expect(ranker.indexed).toEqual([2]);
    const rigid = setup([...local, connections], {}, {}, gateRanker(false));
    expect((await rigid.search(['send gmail email'])).found.results[0]?.matches).toEqual(['connectors__gmail__SEND_EMAIL']);
  });

  it('shows no local tool that policy has revoked, though the joint ranking knows it', async () => {
    const { search, leg } = setup([...local, connections], {}, { revoked: ['mcp:pager:send_alert'] });
    leg.found = () => ({ groups: [[remoteTool('connectors__x__Y', 'send email alert')]] });
    expect((await search(['send email alert'])).found.results[0]?.matches).toEqual(['connectors__x__Y']);
  });

  it('fails as a search when the ranker fails on both sides together', async () => {
    const leg = new FakeLeg();
    leg.found = () => ({ groups: [[gmail]] });
    const ranker = {
      name: 'broken',
      index: () => {
        throw new Error('no memory at /x');
      },
    };
    const answer = await answerOf(
      hermesSurface({}, [leg], ranker),
      'tool_search',
      { queries: ['gmail'] },
      hermesSession([...local, connections]),
    );
    expect(answer).toMatchObject({ isError: true, details: { error: { code: 'ERR_SEARCH_FAILED' } } });
    expect(textOf(answer)).not.toContain('/x');
  });

  it('hands a failing local search on and ends the remote one', async () => {
    const { leg, surface, session } = setup();
    leg.hangs = true;
    const failing = withSearch(session, async () => {
      await leg.searchStarted();
      throw new Error('ranker');
    });
    await expect(surface.call('tool_search', { queries: ['x'] }, failing)).rejects.toThrow('ranker');
    expect(leg.aborted).toBe(1);
  });
});

describe('a description with a remote side', () => {
  const ask = async (names: readonly string[], prepare: (leg: FakeLeg) => void = () => undefined) => {
    const { leg, surface, session } = setup();
    leg.known = () => ({
      tools: { connectors__gmail__SEND_EMAIL: { id: gmail.id, description: 'Send.', parameters: schema({ to: {} }) } },
    });
    prepare(leg);
    return { leg, json: jsonOf<Record<string, unknown>>(await answerOf(surface, 'tool_describe', { names }, session)) };
  };

  it('answers schemas of both sides and what is stale [hermes:7.4] [hermes:7.5] [hermes:case-113]', async () => {
    const { leg, json } = await ask([
      'connectors__gmail__SEND_EMAIL',
      'mcp__pager__send_alert',
      'connectors__gmail__GONE',
      'connectors__bad',
    ]);
    expect(leg.described).toEqual([['connectors__gmail__SEND_EMAIL', 'connectors__gmail__GONE']]);
    expect(json).toEqual({
      tools: {
        connectors__gmail__SEND_EMAIL: { description: 'Send.', parameters: schema({ to: {} }) },
        mcp__pager__send_alert: expect.anything() as unknown,
      },
      not_found: ['connectors__gmail__GONE', 'connectors__bad'],
      hint: expect.any(String) as string,
    });
  });

  it('lists names under connectors when the remote side failed [hermes:7.5] [hermes:11.10]', async () => {
    const { json } = await ask(['connectors__gmail__SEND_EMAIL', 'mcp__pager__send_alert'], (leg) => {
      leg.known = () => Promise.reject(new Error('x'));
    });
    expect(json).toEqual({
      tools: { mcp__pager__send_alert: expect.anything() as unknown },
      connectors: {
        status: 'unavailable',
        reason: 'unreachable',
        names: ['connectors__gmail__SEND_EMAIL'],
        hint: expect.any(String) as string,
      },
    });
  });

  it('asks nothing for local names', async () => {
    expect((await ask(['mcp__pager__send_alert'])).leg.described).toEqual([]);
  });
});

describe('remote entries of tool_call', () => {
  const run = async (calls: unknown, prepare: (leg: FakeLeg) => void = () => undefined, tools = [...local, connections]) => {
    const { leg, surface, session } = setup(tools);
    prepare(leg);
    return { leg, session, answer: await answerOf(surface, 'tool_call', { calls }, session) };
  };
  const send = { name: 'connectors__gmail__SEND_EMAIL', arguments: { to: 'a' } };

  it('answer the envelope, even one [hermes:8.15] [hermes:11.14] [hermes:case-79]', async () => {
    const { leg, session, answer } = await run([send]);
    expect(jsonOf(answer)).toEqual({
      results: [{ index: 0, name: send.name, response: { to: 'a' } }],
      success_count: 1,
      error_count: 0,
      total_count: 1,
    });
    expect(leg.executed).toEqual([{ index: 0, ...send }]);
    expect([session.calls, answer.isError]).toEqual([[], false]);
  });

  it('correlate by position, recount, and fill what is missing [hermes:11.14]', async () => {
    const outcomes: Record<number, unknown> = {
      0: { response: 1, index: 7 },
      2: { error: 'text' },
      3: { error: { code: 'TOOL_NOT_ALLOWED', message: 'No.', extra: 1 } },
    };
    const { answer } = await run([send, send, send, send], (leg) => {
      leg.outcome = (entry) => outcomes[entry.index] as never;
    });
    expect(jsonOf(answer)).toEqual({
      results: [
        { index: 0, name: send.name, response: 1 },
        { index: 1, name: send.name, error: { code: 'PROVIDER_ERROR', message: expect.any(String) as string } },
        { index: 2, name: send.name, error: { code: 'TOOL_ERROR', message: 'text' } },
        { index: 3, name: send.name, error: { code: 'TOOL_NOT_ALLOWED', message: 'No.', extra: 1 } },
      ],
      success_count: 1,
      error_count: 3,
      total_count: 4,
    });
  });

  it('fail alone when a name is malformed', async () => {
    const { leg, answer } = await run([{ name: 'connectors__gmail', arguments: {} }, send]);
    expect(leg.executed.map(({ index }) => index)).toEqual([1]);
    expect(jsonOf(answer)).toMatchObject({ results: [{ error: { code: 'TOOL_NOT_FOUND' } }, { response: { to: 'a' } }], success_count: 1 });
  });

  it('are at most ten [hermes:11.12]', async () => {
    expect((await run(Array.from({ length: 10 }, () => send))).leg.executed).toHaveLength(10);
    const { leg, answer } = await run(Array.from({ length: 11 }, () => send));
    expect(textOf(answer)).toMatch(/too many calls: 11, at most 10/u);
    expect(leg.executed).toEqual([]);
  });

  it('do not run without manage_connections in the session [hermes:9.3]', async () => {
    const { leg, answer } = await run([send], undefined, local);
    expect(answer).toMatchObject({ isError: true, details: { error: { code: 'ERR_TOOL_UNKNOWN' } } });
    expect(leg.executed).toEqual([]);
  });

  it('are failed, not silent, when the leg crashes', async () => {
    const { answer } = await run([send], (leg) => {
      leg.outcome = () => {
        throw new Error('crash at 10.0.0.7');
      };
    });
    expect(jsonOf(answer)).toMatchObject({
      results: [{ error: { code: 'PROVIDER_ERROR', message: expect.stringContaining('may have run') as string } }],
    });
    expect([answer.isError, textOf(answer).includes('10.0.0.7')]).toEqual([true, false]);
  });

  it('called by their own name are sent to the bridge', async () => {
    const { surface, session } = setup();
    await expect(surface.unknown('connectors__gmail__SEND', { to: 'a' }, session)).rejects.toMatchObject({
      message: expect.stringContaining('{"calls":[{"name":"connectors__gmail__SEND","arguments":{"to":"a"}}]}') as string,
    });
    expect(await surface.unknown('connectors__gmail__SEND', {}, hermesSession(local))).toBeUndefined();
  });

  it('show images beside the envelope', async () => {
    const image = { type: 'image', data: 'AA==', mimeType: 'image/png' } as const;
    const { answer } = await run([send], (leg) => {
      leg.outcome = () => ({ response: 'see image', content: [image] });
    });
    expect(answer.content.slice(1)).toEqual([image]);
  });
});
