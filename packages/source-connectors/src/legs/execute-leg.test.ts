import { ToolrackError } from '@toolrack/contracts';

import { entry, executed, sessionOf, setUp, token } from '../../test/support.js';
import { type ReferenceTool } from '../reference-gateway/index.js';
import { readCallOutcome } from '../gateway/wire.js';

const weather = 'connectors__weather__LOOK_UP_CITY';
const forecast = 'connectors__weather__CURRENT_FORECAST';
const city = { city: 'Oslo' };

describe('the execution of remote calls', () => {
  it('sends each entry on its own, in order, with the literal slug only after a missing one [hermes:11.13] [hermes:case-116]', async () => {
    const denied: ReferenceTool = {
      slug: 'WEATHER_FORBIDDEN',
      connector: 'weather',
      description: '',
      inputSchema: {},
      run: () => {
        throw Object.assign(new Error('closed'), { code: 'TOOL_NOT_ALLOWED' });
      },
    };
    const tools: ReferenceTool[] = [
      { slug: 'WEATHER_A', connector: 'weather', description: '', inputSchema: {} },
      { slug: 'B', connector: 'weather', description: '', inputSchema: {} },
      denied,
    ];
    await using setup = await setUp({}, { tools });
    const names = ['connectors__weather__A', 'connectors__weather__B', 'connectors__weather__FORBIDDEN'];
    const outcomes = await setup.leg.execute(
      names.map((name, index) => entry(name, {}, index)),
      sessionOf(setup),
    );
    expect(executed(setup.gateway)).toEqual(['WEATHER_A', 'WEATHER_B', 'B', 'WEATHER_FORBIDDEN']);
    expect(outcomes).toEqual([
      { response: { slug: 'WEATHER_A', arguments: {} } },
      { response: { slug: 'B', arguments: {} } },
      { error: { code: 'TOOL_NOT_ALLOWED', message: 'closed' } },
    ]);
  });

  it('does not repeat an entry after any other error [hermes:11.13]', async () => {
    await using setup = await setUp();
    const [outcome] = await setup.leg.execute([entry(weather)], sessionOf(setup));
    expect(outcome).toMatchObject({ error: { code: 'INVALID_ARGUMENTS' } });
    expect(executed(setup.gateway)).toHaveLength(1);
  });

  it('leaves the siblings of a malformed name alone [hermes:11.13]', async () => {
    await using setup = await setUp();
    const outcomes = await setup.leg.execute([entry('connectors__x'), entry(weather, city, 1)], sessionOf(setup));
    expect(outcomes).toMatchObject([{ error: { code: 'TOOL_NOT_FOUND' } }, { response: expect.anything() }]);
  });

  it('runs every entry through the pipeline under its own tool id [hermes:9.8]', async () => {
    await using setup = await setUp();
    const session = sessionOf(setup);
    await setup.leg.execute([entry(weather, city), entry(forecast, city, 1)], session);
    expect(session.ids).toEqual([`connectors:gateway:${weather}`, `connectors:gateway:${forecast}`]);
  });

  it('sends what a hook made of the arguments, not what the model sent [hermes:case-103]', async () => {
    await using setup = await setUp();
    const session = sessionOf(setup, { before: () => ({ city: 'Bergen' }) });
    await setup.leg.execute([entry(weather, { city: 'the secret' })], session);
    expect(setup.gateway.requests[0]?.body).toMatchObject({ calls: [{ arguments: { city: 'Bergen' } }] });
    expect(JSON.stringify(setup.gateway.requests)).not.toContain('the secret');
  });

  it('sends nothing for an entry that the pipeline denies, and goes on with the next', async () => {
    await using setup = await setUp();
    const before = (id: string) => {
      if (id.endsWith('LOOK_UP_CITY')) throw new ToolrackError('ERR_CALL_DENIED', 'The call is denied.');
      return city;
    };
    const outcomes = await setup.leg.execute([entry(weather, city), entry(forecast, city, 1)], sessionOf(setup, { before }));
    expect(outcomes).toMatchObject([{ error: { code: 'TOOL_NOT_ALLOWED' } }, { response: { forecast: 'rain' } }]);
    expect(executed(setup.gateway)).toEqual(['WEATHER_CURRENT_FORECAST', 'CURRENT_FORECAST']);
  });

  it('answers a tool that the policy hides as one that does not exist', async () => {
    await using setup = await setUp({}, { tools: [] });
    const before = () => {
      throw new ToolrackError('ERR_TOOL_UNKNOWN', 'No such tool.');
    };
    const hidden = await setup.leg.execute([entry(weather)], sessionOf(setup, { before }));
    expect(hidden).toEqual([{ error: { code: 'TOOL_NOT_FOUND', message: `There is no connector tool named "${weather}".` } }]);
  });

  it('leaves the entries after a stop unsent [hermes:11.13] [hermes:case-118]', async () => {
    await using setup = await setUp();
    const controller = new AbortController();
    const after = (result: { readonly content: readonly never[] }) => {
      controller.abort();
      return result;
    };
    const session = sessionOf(setup, { signal: controller.signal, after: after as never });
    const outcomes = await setup.leg.execute([entry(weather, city), entry(forecast, city, 1), entry(weather, city, 2)], session);
    expect(outcomes).toMatchObject([
      { response: expect.anything() },
      { error: { code: 'INTERRUPTED' } },
      { error: { code: 'INTERRUPTED' } },
    ]);
    expect(executed(setup.gateway)).toEqual(['WEATHER_LOOK_UP_CITY']);
  });

  it('does not try the literal slug after a stop', async () => {
    await using setup = await setUp();
    const controller = new AbortController();
    setup.gateway.fault({ kind: 'delay', delayMs: 300, routes: ['execute'] });
    const running = setup.leg.execute([entry(forecast, city)], sessionOf(setup, { signal: controller.signal }));
    setTimeout(() => controller.abort(), 50);
    expect(await running).toMatchObject([{ error: { code: 'INTERRUPTED' } }]);
    expect(executed(setup.gateway).length).toBeLessThan(2);
  });

  it.each([
    ['reset', {}],
    ['server-error', {}],
    ['dark', {}],
    ['not-json', {}],
    ['conflict', {}],
    ['unauthorized', { reason: 'sign_in_expired' }],
    ['rate-limited', { retry_after_seconds: 7 }],
  ] as const)('a failure of the way (%s) hits its own entry alone [hermes:11.13]', async (kind, facts) => {
    await using setup = await setUp();
    setup.gateway.fault({ kind, routes: ['execute'], times: kind === 'reset' || kind === 'server-error' ? 2 : 1 });
    const outcomes = await setup.leg.execute([entry(weather, city), entry(weather, city, 1)], sessionOf(setup));
    expect(outcomes).toMatchObject([{ error: { code: 'PROVIDER_ERROR', ...facts } }, { response: expect.anything() }]);
    expect(JSON.stringify(outcomes)).not.toContain(token);
  });

  it('calls a slot without a result a PROVIDER_ERROR [hermes:11.14]', async () => {
    await using setup = await setUp();
    setup.gateway.fault({ kind: 'no-result' });
    expect(await setup.leg.execute([entry(weather, city)], sessionOf(setup))).toMatchObject([{ error: { code: 'PROVIDER_ERROR' } }]);
  });

  it('refuses more than ten entries before anything is sent [hermes:11.12]', async () => {
    await using setup = await setUp();
    const entries = Array.from({ length: 11 }, (_, index) => entry(weather, city, index));
    await expect(setup.leg.execute(entries, sessionOf(setup))).rejects.toThrow(/at most 10 connector entries, not 11/u);
    expect(setup.gateway.requests).toEqual([]);
  });

  it('shows a model what a hook left of a response, not the structure behind it', async () => {
    await using setup = await setUp();
    const session = sessionOf(setup, { after: (result) => ({ ...result, content: [{ type: 'text', text: '{"city":"[hidden]"}' }] }) });
    expect(await setup.leg.execute([entry(forecast, city)], session)).toEqual([{ response: { city: '[hidden]' } }]);
  });
});

describe('a name whose literal slug has the prefix of its connector', () => {
  const send: ReferenceTool = { slug: 'WEATHER_SEND', connector: 'weather', description: '', inputSchema: {} };

  it('is called as the tool that it really is, so that rules for that tool hold', async () => {
    await using setup = await setUp({}, { tools: [send] });
    const session = sessionOf(setup);
    const outcomes = await setup.leg.execute([entry('connectors__weather__WEATHER_SEND')], session);
    expect(outcomes).toMatchObject([{ response: { slug: 'WEATHER_SEND' } }]);
    expect(session.ids).toEqual(['connectors:gateway:connectors__weather__WEATHER_SEND', 'connectors:gateway:connectors__weather__SEND']);
    expect(executed(setup.gateway)).toEqual(['WEATHER_WEATHER_SEND', 'WEATHER_SEND']);
  });

  it('costs two requests at most', async () => {
    await using setup = await setUp({}, { tools: [] });
    const outcomes = await setup.leg.execute([entry('connectors__weather__WEATHER_SEND')], sessionOf(setup));
    expect(outcomes).toMatchObject([{ error: { code: 'TOOL_NOT_FOUND' } }]);
    expect(executed(setup.gateway)).toEqual(['WEATHER_WEATHER_SEND', 'WEATHER_SEND']);
  });

  it('never reaches a tool of another connector', async () => {
    await using setup = await setUp(
      {},
      { tools: [{ ...send, slug: 'SLACK_POST', connector: 'slack' }], connectors: [{ connector: 'slack', open: true }] },
    );
    expect(await setup.leg.execute([entry('connectors__weather__SLACK_POST')], sessionOf(setup))).toMatchObject([
      { error: { code: 'TOOL_NOT_FOUND' } },
    ]);
  });
});

describe('CONNECTION_REQUIRED', () => {
  const email = entry('connectors__gmail__SEND_EMAIL', { to: 'a@b.c', subject: 'x' });
  const errorOf = async (options: Parameters<typeof setUp>[0]) => {
    await using setup = await setUp(options);
    const [outcome] = await setup.leg.execute([email], sessionOf(setup));
    return (outcome as { readonly error: Record<string, unknown> }).error;
  };
  const base = { code: 'CONNECTION_REQUIRED', message: expect.any(String), connector: 'gmail', connection_id: expect.any(String) };

  it('carries the link where the host shows links [hermes:11.15]', async () => {
    expect(await errorOf({ surface: 'link' })).toEqual({
      ...base,
      connect_url: expect.stringMatching(/\/connect\//u),
      hint: expect.any(String),
    });
  });

  it('carries no link where the host shows cards [hermes:11.15]', async () => {
    expect(await errorOf({ surface: 'card' })).toEqual({
      ...base,
      connect_card_available: true,
      hint: expect.stringContaining('manage_connections'),
    });
  });

  it.each([
    [false],
    [() => false],
    [
      () => {
        throw new Error('unsure');
      },
    ],
  ])('tells a side agent that the main agent connects [hermes:11.15]', async (isMainAgent) => {
    expect(await errorOf({ isMainAgent, surface: 'link' })).toEqual({ ...base, hint: expect.stringContaining('main agent') });
  });

  it('is gone once the account is linked', async () => {
    await using setup = await setUp();
    const session = sessionOf(setup);
    const [first] = await setup.leg.execute([email], session);
    await fetch((first as { readonly error: Record<string, unknown> }).error['connect_url'] as string);
    expect(await setup.leg.execute([email], session)).toMatchObject([{ response: { slug: 'GMAIL_SEND_EMAIL' } }]);
  });
});

describe('the outcome of a call as the gateway writes it', () => {
  it.each([
    [{ results: [{ index: 7, response: 1 }] }, { response: 1 }],
    [{ results: [{ response: null }] }, { response: null }],
    [{ results: [{ error: 'no' }] }, { error: { code: 'TOOL_ERROR', message: 'no' } }],
    [{ results: [{ error: 42 }] }, { error: { code: 'TOOL_ERROR', message: '42' } }],
    [{ results: [{ error: { message: 'm' } }] }, { error: { code: 'TOOL_ERROR', message: 'm' } }],
    [{ results: [{ error: { code: 'C', message: 'm', more: 1 } }] }, { error: { code: 'C', message: 'm', more: 1 } }],
  ])('reads %j by position [hermes:11.14]', (value, outcome) => {
    expect(readCallOutcome(value)).toEqual(outcome);
  });

  it.each([[{}], [{ results: [] }], [{ results: [null] }], [{ results: [3] }], [undefined], ['x'], [{ results: [{}] }]])(
    'takes %j for no result [hermes:11.14]',
    (value) => {
      expect(readCallOutcome(value)).toMatchObject({ error: { code: 'PROVIDER_ERROR' } });
    },
  );
});
