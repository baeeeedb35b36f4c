import { RemoteLegs, ToolrackError, ToolSources } from '@toolrack/contracts';
import { createTestHost, fixtureRun, fixtureTool, testToolSource } from '@toolrack/testkit';

import { never, setUp, sessionOf, entry, token } from '../test/support.js';
import { connectors, type ConnectorsOptions } from './index.js';
import { startReferenceGateway } from './reference-gateway/index.js';

const tool = fixtureTool({ name: 'manage_connections', source: { kind: 'connectors', owner: 'gateway' } });
const url = 'http://127.0.0.1:9';

async function visibilityOf(options: ConnectorsOptions) {
  const host = await createTestHost(connectors({ url, ...options }));
  const run = fixtureRun();
  for (const { tap } of host.taps('runStart')) await tap(run);
  const question = { run, tools: [], countNamed: () => 0 };
  const [visibility] = host.taps('visibility');
  return {
    own: visibility?.tap(tool, question),
    other: visibility?.tap(fixtureTool('mcp:a:b'), question),
    leg: host.contributions(RemoteLegs)[0],
    run,
  };
}

describe('the plugin', () => {
  it.each([false, 'off', 0, ''])('contributes nothing at all when enabled is %j [hermes:11.4]', async (enabled) => {
    const host = await createTestHost(connectors({ enabled }));
    expect(host.allTaps).toEqual([]);
    expect(host.contributions(ToolSources)).toEqual([]);
    expect(host.contributions(RemoteLegs)).toEqual([]);
  });

  it('shows manage_connections exactly when the gate is open [hermes:11.4]', async () => {
    const open = await visibilityOf({ token });
    expect([open.own, open.other, open.leg?.isAvailable(open.run)]).toEqual([undefined, undefined, true]);
    const closed = await visibilityOf({});
    expect([closed.own, closed.other, closed.leg?.isAvailable(closed.run)]).toEqual(['hidden', undefined, false]);
  });

  it('shows it to a signed-out user too where it manages MCP servers, but opens no leg', async () => {
    const never = () => Promise.reject(new Error('unused'));
    const { own, leg, run } = await visibilityOf({ mcp: { status: never, install: never, enable: never, authorize: never } });
    expect([own, leg?.isAvailable(run)]).toEqual([undefined, false]);
  });

  it('sends nothing for a run whose gate is closed [hermes:11.4]', async () => {
    let isSignedIn = true;
    await using setup = await setUp({ token: () => (isSignedIn ? token : undefined) });
    isSignedIn = false;
    const name = 'connectors__weather__LOOK_UP_CITY';
    expect(await setup.leg.search(['a'], 5, never(), setup.run)).toEqual({ groups: [[]] });
    expect(await setup.leg.describe([name], never(), setup.run)).toEqual({ tools: {} });
    expect(await setup.leg.execute([entry(name)], sessionOf(setup))).toMatchObject([{ error: { code: 'TOOL_NOT_FOUND' } }]);
    expect(setup.gateway.requests).toEqual([]);
  });

  it('marks catalogs stale when a sign-in comes or goes [hermes:11.4]', async () => {
    let isSignedIn = false;
    const host = await createTestHost(connectors({ url, token: () => (isSignedIn ? token : undefined) }));
    const start = async () => {
      for (const { tap } of host.taps('runStart')) await tap(fixtureRun());
    };
    await start();
    await start();
    expect(host.invalidations).toBe(0);
    isSignedIn = true;
    await start();
    expect(host.invalidations).toBe(1);
  });

  it('lists one tool, always shown and never searched [hermes:11.16]', async () => {
    const host = await createTestHost(connectors({ url, token }));
    const listing = await host.contributions(ToolSources)[0]?.list({ signal: never() });
    expect(listing?.tools).toMatchObject([{ name: 'manage_connections', exposure: 'direct-only' }]);
  });

  it.each([
    [{}, 'is missing'],
    [{ url: 'nonsense' }, 'is not an address'],
    [{ url: 'file:///etc/passwd' }, 'must begin with'],
    [{ url: 'https://user:hunter2@gateway.example' }, 'holds credentials'],
    [{ url: 'https://gateway.example/?key=hunter2' }, 'no query'],
  ])('refuses the address of %j and does not repeat it', async (options, reason) => {
    const error: unknown = await createTestHost(connectors(options)).catch((thrown: unknown) => thrown);
    expect(ToolrackError.is(error) && error.code).toBe('ERR_PLUGIN_OPTIONS');
    expect((error as Error).message).toContain(reason);
    expect((error as Error).message).not.toContain('hunter2');
  });

  it('warns of a token that crosses a network in the clear', async () => {
    const warnings = async (address: string) => (await createTestHost(connectors({ url: address, token }))).logs.length;
    expect(await warnings('http://gateway.example')).toBe(1);
    expect(await warnings('https://gateway.example')).toBe(0);
    expect(await warnings('http://127.0.0.1:9100')).toBe(0);
    expect(await warnings('http://[::1]:9100')).toBe(0);
  });
});

const gateway = await startReferenceGateway({ token });
afterAll(() => gateway.close());

testToolSource({
  name: 'the source of connectors',
  create: async () => {
    gateway.clearFaults();
    gateway.fault({ kind: 'delay', delayMs: 2000, routes: ['connections'] });
    const host = await createTestHost(connectors({ url: gateway.url, token, timeouts: { cardPollMs: 20 } }));
    return host.contributions(ToolSources)[0] as never;
  },
  calls: {
    success: { tool: 'manage_connections', arguments: { action: 'status' } },
    failure: { tool: 'manage_connections', arguments: { action: 'connect' } },
    slow: { tool: 'manage_connections', arguments: { action: 'connect', connectors: ['gmail'] } },
  },
});
