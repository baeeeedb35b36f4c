import { ToolrackError } from '@toolrack/contracts';

import { secretTraces } from '@toolrack/testkit';

import { deadAddress, setUp, token } from '../../test/support.js';
import { startReferenceGateway, type Fault } from '../reference-gateway/index.js';
import { resolveTimeouts, type ConnectorTimeouts } from '../options.js';
import { GatewayClient } from './gateway-client.js';
import { gatewayFailureOf } from './gateway-error.js';
import { GatewayTransport } from './gateway-transport.js';
import { retryAfterSeconds } from './retry-after.js';

function clientOf(url: string, timeouts: ConnectorTimeouts = {}, secret: string | undefined = token): GatewayClient {
  return new GatewayClient(new GatewayTransport({ url: new URL(url), token: async () => secret }), resolveTimeouts(timeouts));
}
const context = (signal = new AbortController().signal) => ({ scope: {}, signal });
const failureOf = async (promise: Promise<unknown>): Promise<ToolrackError> => {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(ToolrackError.is(error)).toBe(true);
  return error as ToolrackError;
};
const call = { slug: 'WEATHER_LOOK_UP_CITY', connector: 'weather', arguments: { city: 'Oslo' } };

describe('the answers of HTTP', () => {
  it.each([
    ['unauthorized', 'auth'],
    ['forbidden', 'auth'],
    ['not-set-up', 'not_set_up'],
    ['dark', 'dark'],
    ['conflict', 'conflict'],
    ['rate-limited', 'rate_limited'],
    ['server-error', 'server'],
    ['reset', 'connection'],
    ['not-json', 'malformed'],
    ['redirect', 'connection'],
  ] as const)('take %s for the failure %s [hermes:11.8]', async (kind: Fault['kind'], failure) => {
    await using gateway = await startReferenceGateway({ token });
    gateway.fault({ kind });
    const error = await failureOf(clientOf(gateway.url).search(['a'], 5, context()));
    expect(gatewayFailureOf(error)).toBe(failure);
    expect(gateway.requests).toHaveLength(1);
  });

  it('tell how long to wait after a rate limit, in seconds or as a date [hermes:11.8]', async () => {
    await using gateway = await startReferenceGateway();
    gateway.fault({ kind: 'rate-limited', retryAfter: '12' });
    const error = await failureOf(clientOf(gateway.url).execute(call, context()));
    expect(error.fields).toMatchObject({ status: 429, retryAfterSeconds: 12 });
    expect(retryAfterSeconds('Thu, 01 Jan 1970 00:01:00 GMT', 30_000)).toBe(30);
    expect(retryAfterSeconds('Thu, 01 Jan 1970 00:00:10 GMT', 30_000)).toBe(0);
    expect(retryAfterSeconds('soon')).toBeUndefined();
    expect(retryAfterSeconds(null)).toBeUndefined();
  });

  it('count a gateway that is not there as a broken connection', async () => {
    const error = await failureOf(clientOf(await deadAddress()).search(['a'], 5, context()));
    expect(gatewayFailureOf(error)).toBe('connection');
    expect(error.fields['network']).toBe('ECONNREFUSED');
  });
});

describe('attempts and time', () => {
  const bounds = { searchMs: 400, schemasMs: 410, executeMs: 420, otherMs: 430 };
  const requests = [
    ['search', (client: GatewayClient) => client.search(['a'], 5, context()), 1],
    ['schemas', (client: GatewayClient) => client.schemas(['A'], context()), 2],
    ['execute', (client: GatewayClient) => client.execute(call, context()), 2],
    ['connectors', (client: GatewayClient) => client.connectors(context()), 1],
    ['connections', (client: GatewayClient) => client.startConnection({ connector: 'gmail' }, context()), 1],
  ] as const;

  it.each(requests)('%s after a failed server: as many attempts as it has [hermes:11.7]', async (_route, send, attempts) => {
    await using gateway = await startReferenceGateway();
    gateway.fault({ kind: 'server-error' });
    await failureOf(send(clientOf(gateway.url)));
    expect(gateway.requests).toHaveLength(attempts);
  });

  it.each(requests)('%s ends at its own time bound, further attempts included [hermes:11.7]', async (_route, send) => {
    await using gateway = await startReferenceGateway();
    gateway.fault({ kind: 'delay', delayMs: 5000 });
    const started = performance.now();
    const error = await failureOf(send(clientOf(gateway.url, bounds)));
    expect(gatewayFailureOf(error)).toBe('timeout');
    expect(error.code).toBe('ERR_CALL_TIMEOUT');
    expect(performance.now() - started).toBeLessThan(3000);
    expect(gateway.requests).toHaveLength(1);
  });

  it('has the bounds of the specification by default [hermes:11.7]', () => {
    expect(resolveTimeouts()).toMatchObject({ searchMs: 30_000, schemasMs: 10_000, executeMs: 60_000, otherMs: 30_000 });
  });

  it('repeats an execution under one idempotency key, so that it runs once [hermes:11.7]', async () => {
    let runs = 0;
    const tool = { slug: 'WEATHER_COUNT', connector: 'weather', description: '', inputSchema: {}, run: () => ++runs };
    await using gateway = await startReferenceGateway({ tools: [tool] });
    gateway.fault({ kind: 'reset-after-work', times: 1 });
    const outcome = await clientOf(gateway.url).execute({ slug: 'WEATHER_COUNT', connector: 'weather', arguments: {} }, context());
    expect(outcome).toEqual({ response: 1 });
    const keys = gateway.requests.map(({ idempotencyKey }) => idempotencyKey);
    expect(keys).toHaveLength(2);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/u);
    expect(new Set(keys).size).toBe(1);
  });

  it('gives two executions two keys', async () => {
    await using gateway = await startReferenceGateway();
    const client = clientOf(gateway.url);
    await client.execute(call, context());
    await client.execute(call, context());
    expect(new Set(gateway.requests.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(2);
  });

  it('never repeats the start of a connection whose answer was lost [hermes:11.7]', async () => {
    await using gateway = await startReferenceGateway();
    gateway.fault({ kind: 'reset-after-work', routes: ['connections'] });
    await failureOf(clientOf(gateway.url).startConnection({ connector: 'gmail' }, context()));
    expect(gateway.requests).toHaveLength(1);
  });

  it('ends at once when nobody waits any more', async () => {
    await using gateway = await startReferenceGateway();
    gateway.fault({ kind: 'delay', delayMs: 5000 });
    const controller = new AbortController();
    const pending = failureOf(clientOf(gateway.url).execute(call, context(controller.signal)));
    setTimeout(() => controller.abort(), 30);
    expect((await pending).code).toBe('ERR_CALL_INTERRUPTED');
    await failureOf(clientOf(gateway.url).search(['a'], 5, context(AbortSignal.abort())));
    expect(gateway.requests).toHaveLength(1);
  });
});

describe('pages of connectors', () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => ({ connector: `app${String(index)}` }));

  it('are read until the last one, 50 at a time', async () => {
    await using gateway = await startReferenceGateway({ connectors: many(120), tools: [] });
    expect(await clientOf(gateway.url).connectors(context())).toHaveLength(120);
    expect(gateway.requests.map(({ path }) => path)).toEqual([
      '/v1/connectors?limit=50',
      '/v1/connectors?limit=50&cursor=50',
      '/v1/connectors?limit=50&cursor=100',
    ]);
  });

  it('end after 20 [hermes:11.7]', async () => {
    await using gateway = await startReferenceGateway({ connectors: many(1100), tools: [] });
    expect(await clientOf(gateway.url).connectors(context())).toHaveLength(1000);
    expect(gateway.requests).toHaveLength(20);
  });
});

describe('the token', () => {
  it('goes to the gateway as a bearer token and stays below its address', async () => {
    await using gateway = await startReferenceGateway({ token });
    await clientOf(`${gateway.url}`).search(['email'], 5, context());
    expect(gateway.requests.map(({ authorized }) => authorized)).toEqual([true]);
  });

  it('is in no error, log or answer, whatever goes wrong', async () => {
    const kinds = ['unauthorized', 'dark', 'server-error', 'reset', 'redirect', 'not-json', 'conflict', 'rate-limited'] as const;
    for (const kind of kinds) {
      await using setup = await setUp();
      setup.gateway.fault({ kind });
      const answer = await setup.leg.search(['email'], 5, new AbortController().signal, setup.run);
      const described = await setup.leg.describe(['connectors__gmail__SEND_EMAIL'], new AbortController().signal, setup.run);
      const seen = JSON.stringify([answer, described, setup.host.logs]);
      expect(seen).not.toContain(token);
      expect(seen).not.toContain(setup.gateway.url);
    }
  });

  it('is not shown by an HTTP client that refuses it as a header', async () => {
    const secret = 'secret\u0000token';
    await using gateway = await startReferenceGateway();
    const error = await failureOf(clientOf(gateway.url, {}, secret).search(['a'], 5, context()));
    expect(`${error.message} ${String(error.cause)} ${JSON.stringify(error.fields)}`).not.toContain('secret');
  });

  it('is taken out of an answer that echoes it', async () => {
    const echo = {
      slug: 'WEATHER_ECHO',
      connector: 'weather',
      description: '',
      inputSchema: {},
      run: () => ({
        header: `Bearer ${token}`,
        basic: Buffer.from(`:${token}`).toString('base64'),
        [token]: JSON.stringify(JSON.stringify({ token })),
      }),
    };
    await using gateway = await startReferenceGateway({ tools: [echo] });
    const outcome = await clientOf(gateway.url).execute({ slug: 'WEATHER_ECHO', connector: 'weather', arguments: {} }, context());
    expect(JSON.stringify(outcome)).toContain('Bearer [redacted]');
    expect(secretTraces(JSON.stringify(outcome), [token])).toEqual([]);
  });
});
