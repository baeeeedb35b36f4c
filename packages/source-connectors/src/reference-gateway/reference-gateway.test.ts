import { startReferenceGateway } from './index.js';

const post = (url: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, { method: 'POST', body: JSON.stringify(body), headers });

describe('the reference gateway', () => {
  it('is reachable on the loopback interface alone', async () => {
    await using gateway = await startReferenceGateway();
    expect(gateway.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/u);
  });

  it('accepts its token alone and keeps none', async () => {
    await using gateway = await startReferenceGateway({ token: 'right' });
    const status = async (authorization: string) =>
      (await post(`${gateway.url}/v1/tools/search`, { queries: [] }, { authorization })).status;
    expect([await status('Bearer right'), await status('Bearer wrong'), await status('')]).toEqual([200, 401, 401]);
    expect(gateway.requests.map(({ authorized }) => authorized)).toEqual([true, false, false]);
    expect(JSON.stringify(gateway.requests)).not.toMatch(/right|wrong/u);
  });

  it('answers more than seven queries with 502', async () => {
    await using gateway = await startReferenceGateway();
    const queries = Array.from({ length: 8 }, () => ({ use_case: 'x' }));
    expect((await post(`${gateway.url}/v1/tools/search`, { queries })).status).toBe(502);
  });

  it('runs each idempotency key once and refuses another request under it', async () => {
    await using gateway = await startReferenceGateway();
    const execute = (city: string) =>
      post(
        `${gateway.url}/v1/tools/execute`,
        { calls: [{ slug: 'WEATHER_LOOK_UP_CITY', arguments: { city } }] },
        { 'idempotency-key': 'k' },
      );
    const first = await (await execute('Oslo')).json();
    expect(await (await execute('Oslo')).json()).toEqual(first);
    expect((await execute('Bergen')).status).toBe(409);
  });

  it('takes faults from another process where that is allowed', async () => {
    await using gateway = await startReferenceGateway({ control: true });
    const faults = `${gateway.url}/reference/faults`;
    expect((await post(faults, { kind: 'nonsense' })).status).toBe(400);
    await post(faults, { kind: 'dark', routes: ['search'] });
    const search = async () => (await post(`${gateway.url}/v1/tools/search`, { queries: [] })).status;
    expect(await search()).toBe(404);
    await fetch(faults, { method: 'DELETE' });
    expect(await search()).toBe(200);
    const received = (await (await fetch(`${gateway.url}/reference/requests`)).json()) as { requests: unknown[] };
    expect(received.requests).toHaveLength(2);
    await using closed = await startReferenceGateway();
    expect((await post(`${closed.url}/reference/faults`, { kind: 'dark' })).status).toBe(404);
  });
});
