import { jest } from '@jest/globals';

import { deadAddress, manage, setUp, token, type Setup } from '../../test/support.js';
import { type ConnectionCard, type McpManager } from './host-services.js';

type Details = Record<string, never> & {
  readonly results: readonly Record<string, unknown>[];
  readonly error: { readonly code: string; readonly message: string; readonly call?: object };
  readonly connectors: readonly Record<string, unknown>[];
};
const details = async (setup: Setup, callArguments: object): Promise<Details> =>
  (await manage(setup, callArguments as never)).details as Details;
const starts = ({ gateway }: Setup): number =>
  gateway.requests.filter(({ route, method }) => route === 'connections' && method === 'POST').length;

describe('manage_connections status', () => {
  it('lists connectors with their connections and gives no link [hermes:11.16]', async () => {
    await using setup = await setUp();
    setup.gateway.accounts.link('gmail', 'work');
    setup.gateway.accounts.start('slack');
    const answer = await manage(setup, {});
    expect(answer.isError).toBeUndefined();
    expect((answer.details as Details).connectors.slice(0, 2)).toEqual([
      {
        name: 'gmail',
        label: 'Gmail',
        status: 'connected',
        connections: [{ connection_id: expect.any(String), status: 'connected', alias: 'work' }],
      },
      { name: 'slack', label: 'Slack', status: 'not_connected', connections: [{ connection_id: expect.any(String), status: 'pending' }] },
    ]);
    expect(answer.content).toEqual([{ type: 'text', text: JSON.stringify(answer.details) }]);
  });

  it('answers for the connectors that are named and tells which do not exist', async () => {
    await using setup = await setUp();
    const { connectors, ...rest } = await details(setup, { connectors: ['Gmail', 'nosuch'] });
    expect(connectors.map(({ name }) => name)).toEqual(['gmail']);
    expect(rest).toEqual({ unknown: ['nosuch'] });
  });
});

describe('manage_connections of one run', () => {
  it('never runs twice at a time, and a cancelled call leaves its place in the queue [hermes:11.16]', async () => {
    await using setup = await setUp({ surface: 'card', timeouts: { cardPollMs: 20 } });
    const order: string[] = [];
    const first = manage(setup, { action: 'connect', connectors: ['gmail'] }).then(() => order.push('first'));
    const controller = new AbortController();
    const second = manage(setup, {}, controller.signal).catch((error: { readonly code: string }) => order.push(error.code));
    const third = manage(setup, {}).then(() => order.push('third'));
    controller.abort();
    setTimeout(() => setup.gateway.accounts.of('gmail').forEach((account) => (account.status = 'connected')), 200);
    await Promise.all([first, second, third]);
    expect(order).toEqual(['ERR_CALL_INTERRUPTED', 'first', 'third']);
    expect(setup.gateway.requests.filter(({ route }) => route === 'connectors')).toHaveLength(2);
  });
});

describe('manage_connections connect', () => {
  it('gives one link for each app where the host shows links [hermes:11.16]', async () => {
    await using setup = await setUp();
    const { results } = await details(setup, { action: 'connect', connectors: ['gmail', { name: 'slack', alias: 'team' }] });
    expect(results).toEqual(
      ['gmail', 'slack'].map((connector) => ({
        connector,
        connection_id: expect.any(String),
        status: 'pending',
        connect_url: expect.stringContaining('/connect/'),
        hint: expect.any(String),
      })),
    );
  });

  it('starts nothing for an account that is linked, unless it is forced', async () => {
    await using setup = await setUp();
    setup.gateway.accounts.link('gmail');
    expect((await details(setup, { action: 'connect', connectors: 'gmail' })).results[0]).toMatchObject({ status: 'connected' });
    expect(starts(setup)).toBe(0);
    expect((await details(setup, { action: 'connect', connectors: ['gmail'], force: true })).results[0]).toMatchObject({
      status: 'pending',
    });
    expect(starts(setup)).toBe(1);
  });

  it('fails for one app alone and names those that exist', async () => {
    await using setup = await setUp();
    const answer = await manage(setup, { action: 'connect', connectors: ['gmial', 'gmail'] });
    expect(answer.isError).toBeUndefined();
    expect((answer.details as Details).results).toMatchObject([
      { connector: 'gmial', error: { code: 'CONNECTOR_NOT_FOUND', message: expect.stringContaining('gmail, slack') } },
      { connector: 'gmail', status: 'pending' },
    ]);
  });

  it('is never repeated [hermes:11.7]', async () => {
    await using setup = await setUp();
    setup.gateway.fault({ kind: 'server-error', routes: ['connections'] });
    const answer = await manage(setup, { action: 'connect', connectors: ['gmail'] });
    expect(answer.isError).toBe(true);
    expect((answer.details as Details).results).toMatchObject([{ error: { code: 'SERVER' } }]);
    expect(starts(setup)).toBe(1);
  });

  it('is refused to a side agent before anything is asked [hermes:11.16]', async () => {
    await using setup = await setUp({ isMainAgent: false });
    const answer = await manage(setup, { action: 'connect', connectors: ['gmail'] });
    expect(answer).toMatchObject({ isError: true, details: { error: { code: 'MAIN_AGENT_ONLY' } } });
    expect(setup.gateway.requests).toEqual([]);
  });
});

describe('manage_connections with cards', () => {
  const card = { surface: 'card', timeouts: { cardPollMs: 20 } } as const;

  it('waits for every app and reports what became of it, without a link [hermes:11.16]', async () => {
    const cards: ConnectionCard[] = [];
    const showCard = async (shown: ConnectionCard) => {
      cards.push(shown);
      if (shown.connector === 'slack') return 'skipped' as const;
      await fetch(shown.connectUrl as string);
      return undefined;
    };
    await using setup = await setUp({ ...card, showCard });
    const answer = await manage(setup, { action: 'connect', connectors: ['gmail', 'slack'] });
    expect((answer.details as Details).results).toEqual([
      { connector: 'gmail', connection_id: expect.any(String), status: 'connected' },
      { connector: 'slack', connection_id: expect.any(String), status: 'skipped' },
    ]);
    expect(JSON.stringify(answer)).not.toContain('/connect/');
    expect(cards.map(({ connectUrl }) => connectUrl)).toEqual([expect.stringContaining('/connect/'), expect.stringContaining('/connect/')]);
  });

  it('goes on watching when the card cannot be shown and the network fails for a while', async () => {
    const showCard = () => Promise.reject(new Error('no window'));
    await using setup = await setUp({ ...card, showCard });
    const running = manage(setup, { action: 'connect', connectors: ['gmail'] });
    setup.gateway.fault({ kind: 'reset', routes: ['connections'], skip: 1, times: 2 });
    setTimeout(() => setup.gateway.accounts.of('gmail').forEach((account) => (account.status = 'connected')), 300);
    expect(((await running).details as Details).results).toMatchObject([{ status: 'connected' }]);
  });

  it('gives up in time [hermes:11.16]', async () => {
    let closed = false;
    const showCard = (_card: ConnectionCard, { signal }: { readonly signal: AbortSignal }) =>
      new Promise<undefined>(() => signal.addEventListener('abort', () => (closed = true)));
    await using setup = await setUp({ ...card, showCard, timeouts: { cardMs: 150, cardPollMs: 20 } });
    expect((await details(setup, { action: 'connect', connectors: ['gmail'] })).results).toMatchObject([{ status: 'timed_out' }]);
    expect(closed).toBe(true);
  });

  it('ends with the call', async () => {
    await using setup = await setUp(card);
    const controller = new AbortController();
    const running = manage(setup, { action: 'connect', connectors: ['gmail'] }, controller.signal);
    setTimeout(() => controller.abort(), 80);
    await expect(running).rejects.toMatchObject({ code: 'ERR_CALL_INTERRUPTED' });
  });
});

describe('manage_connections reconnect and rename', () => {
  it('renews the account that is linked [hermes:11.16]', async () => {
    await using setup = await setUp();
    const account = setup.gateway.accounts.link('gmail');
    const { results } = await details(setup, { action: 'reconnect', connectors: ['gmail'] });
    expect(results).toMatchObject([{ connection_id: account.connection_id, status: 'pending', connect_url: expect.any(String) }]);
    expect((await details(setup, { action: 'reconnect', connectors: ['linear'] })).results).toMatchObject([
      { error: { code: 'NOT_CONNECTED', call: { action: 'connect', connectors: ['linear'] } } },
    ]);
  });

  it('renames the account that is meant [hermes:11.16]', async () => {
    await using setup = await setUp();
    const account = setup.gateway.accounts.link('gmail', 'old');
    setup.gateway.accounts.link('gmail', 'other');
    const rename = (target: object) => details(setup, { action: 'rename', connectors: [target] });
    expect((await rename({ name: 'gmail', to: 'new' })).results).toMatchObject([
      { error: { code: 'AMBIGUOUS', aliases: ['old', 'other'] } },
    ]);
    expect((await rename({ name: 'gmail', alias: 'old', to: 'new' })).results).toMatchObject([{ status: 'connected', alias: 'new' }]);
    expect(account.alias).toBe('new');
    expect((await rename({ name: 'gmail' })).error).toMatchObject({ code: 'MISSING_TARGET', message: expect.stringContaining('"to"') });
  });

  it('has no action that ends a connection [hermes:11.16]', async () => {
    await using setup = await setUp();
    expect((await details(setup, { action: 'disconnect', connectors: ['gmail'] })).error.code).toBe('INVALID_ACTION');
    const { tools } = await setup.source.list();
    expect(JSON.stringify(tools[0]?.inputSchema)).not.toMatch(/disconnect|remove|delete/u);
  });
});

describe('manage_connections and MCP servers', () => {
  it('refuses the wrong side with the call that works [hermes:11.16]', async () => {
    await using setup = await setUp();
    const refusal = async (callArguments: object) => (await details(setup, callArguments)).error;
    expect(await refusal({ action: 'connect', connectors: [{ name: 'Files', mcp: true }] })).toMatchObject({
      code: 'WRONG_SIDE',
      call: { action: 'install', connectors: [{ name: 'Files', mcp: true }] },
    });
    expect(await refusal({ action: 'install', connectors: ['gmail'] })).toMatchObject({
      call: { action: 'connect', connectors: ['gmail'] },
    });
    expect(await refusal({ action: 'authorize', connectors: ['gmail'] })).toMatchObject({
      call: { action: 'reconnect', connectors: ['gmail'] },
    });
    expect(await refusal({ action: 'enable', connectors: ['gmail', { name: 'a', mcp: true }] })).toMatchObject({
      call: { action: 'connect', connectors: ['gmail'] },
    });
    expect(setup.gateway.requests).toEqual([]);
  });

  it('says that the host cannot manage servers where it cannot [hermes:11.16]', async () => {
    await using setup = await setUp();
    expect((await details(setup, { action: 'install', connectors: [{ name: 'files', mcp: true }] })).error.code).toBe('NOT_SUPPORTED');
  });

  it('hands install, enable and authorize to the host, each on its own, also without a sign-in [hermes:11.16]', async () => {
    const act = jest.fn(async (name: string) => {
      if (name === 'broken') throw new Error('it is not in the catalog');
      return { name, status: 'ready' };
    });
    const mcp: McpManager = { status: async () => [{ name: 'files', status: 'ready' }], install: act, enable: act, authorize: act };
    await using setup = await setUp({ mcp, token: '' });
    for (const action of ['install', 'enable', 'authorize']) {
      const connectors = ['broken', 'files'].map((name) => ({ name, mcp: true }));
      expect((await details(setup, { action, connectors })).results).toEqual([
        { name: 'broken', error: { code: 'MCP_ERROR', message: 'it is not in the catalog' } },
        { name: 'files', status: 'ready' },
      ]);
    }
    expect(await details(setup, {})).toEqual({
      connectors: [],
      mcp_servers: [{ name: 'files', status: 'ready' }],
      hint: expect.any(String),
    });
    expect((await details(setup, { action: 'connect', connectors: ['gmail'] })).error.code).toBe('SIGN_IN_REQUIRED');
    expect(setup.gateway.requests).toEqual([]);
  });
});

describe('manage_connections when something is wrong', () => {
  it.each([
    [{ action: 'connect' }, 'MISSING_TARGET'],
    [{ action: 'connect', connectors: [{}] }, 'INVALID_TARGET'],
    [{ action: 'connect', connectors: [' '] }, 'INVALID_TARGET'],
    [{ action: 7 }, 'INVALID_ACTION'],
  ])('answers %j with %s', async (callArguments, code) => {
    await using setup = await setUp();
    expect(await manage(setup, callArguments as never)).toMatchObject({ isError: true, details: { error: { code } } });
    expect(setup.gateway.requests).toEqual([]);
  });

  it.each([
    ['unauthorized', 'SIGN_IN_EXPIRED'],
    ['dark', 'DARK'],
    ['server-error', 'SERVER'],
  ] as const)('answers %s of the gateway with %s', async (kind, code) => {
    await using setup = await setUp();
    setup.gateway.fault({ kind });
    const answer = await manage(setup, {});
    expect(answer).toMatchObject({ isError: true, details: { error: { code } } });
    expect(JSON.stringify(answer)).not.toContain(token);
  });

  it('answers a gateway that is gone in words', async () => {
    await using setup = await setUp({ url: await deadAddress() });
    expect(await manage(setup, { action: 'connect', connectors: ['gmail'] })).toMatchObject({
      isError: true,
      details: { error: { code: 'CONNECTION', message: expect.stringContaining('cannot be reached') } },
    });
  });
});
