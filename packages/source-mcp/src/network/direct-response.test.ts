import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { brotliCompressSync, createGzip, deflateSync, gzipSync } from 'node:zlib';
import { createGuardedFetch, type GuardedFetch } from './index.js';

let servers: Server[] = [];
let fetches: GuardedFetch[] = [];

afterEach(async () => {
  await Promise.all(fetches.map(async (each) => each.close()));
  for (const server of servers) server.closeAllConnections();
  await Promise.all(servers.map(async (server) => once(server.close(), 'close')));
  servers = [];
  fetches = [];
});

/** A server, and a fetch that may reach it. */
async function serve(listener: RequestListener, mostBytes?: number): Promise<{ url: string; fetchIt: GuardedFetch; server: Server }> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  const fetchIt = createGuardedFetch({ allowHosts: ['127.0.0.1'], ...(mostBytes === undefined ? {} : { mostBytes }) });
  fetches.push(fetchIt);
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, fetchIt, server };
}

describe('an answer', () => {
  it('is given as text, JSON, bytes or a web stream, like one of fetch', async () => {
    const { url, fetchIt } = await serve((_request, response) =>
      response.writeHead(201, 'Made', { 'x-one': 'ä', 'set-cookie': ['a=1', 'b=2'] }).end('\uFEFF{"a":"ö"}'),
    );
    const response = await fetchIt(url);
    expect([response.status, response.statusText, response.ok, response.url, response.bodyUsed]).toEqual([201, 'Made', true, url, false]);
    expect([response.headers.get('X-One'), response.headers.getSetCookie()]).toEqual(['ä', ['a=1', 'b=2']]);
    expect(await response.json()).toEqual({ a: 'ö' });
    expect(response.bodyUsed).toBe(true);
    await expect(response.text()).rejects.toThrow(/taken already/);
    expect(await (await fetchIt(url)).text()).toBe('{"a":"ö"}');
    expect(Buffer.from(await (await fetchIt(url)).arrayBuffer())).toHaveLength(13);
    expect(await new Response((await fetchIt(url)).body).json()).toEqual({ a: 'ö' });
  });

  it.each([
    ['gzip', gzipSync('plain')],
    ['X-GZip', gzipSync('plain')],
    ['deflate', deflateSync('plain')],
    ['br', brotliCompressSync('plain')],
    ['deflate, gzip', gzipSync(deflateSync('plain'))],
    ['identity', Buffer.from('plain')],
  ])('in the coding %s is decoded', async (coding, bytes) => {
    const { url, fetchIt } = await serve((_request, response) => response.writeHead(200, { 'content-encoding': coding }).end(bytes));
    expect(await (await fetchIt(url)).text()).toBe('plain');
  });

  it('gives what a coded stream holds as soon as it has come', async () => {
    const { url, fetchIt } = await serve((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip', 'content-type': 'text/event-stream' });
      const coder = createGzip();
      coder.pipe(response);
      coder.write('data: first\n\n');
      coder.flush();
    });
    const reader = (await fetchIt(url)).body?.getReader();
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('data: first\n\n');
    await reader?.cancel();
  });

  it('counts against the limit as it is once decoded', async () => {
    const bytes = gzipSync('x'.repeat(1_000_000));
    const { url, fetchIt } = await serve(
      (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bytes),
      10_000,
    );
    await expect((await fetchIt(url)).text()).rejects.toThrow(/larger than 10000 bytes/);
  });

  it('of which the connection breaks fails as fetch does, and harms nobody when it is not read', async () => {
    const { url, fetchIt } = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('begun');
      setTimeout(() => response.socket?.destroy(), 20);
    });
    await expect((await fetchIt(url)).text()).rejects.toMatchObject({ name: 'TypeError', message: 'terminated' });
    await fetchIt(url);
    await pause(60);
    await expect(fetchIt('http://127.0.0.1:1/')).rejects.toMatchObject({ message: 'fetch failed', cause: { code: 'ECONNREFUSED' } });
  });

  it.each([204, 304])('without a body (%d) leaves its connection to the next request', async (status) => {
    let connections = 0;
    const { url, fetchIt, server } = await serve((_request, response) => response.writeHead(status).end());
    server.on('connection', () => (connections += 1));
    for (let round = 0; round < 3; round += 1) {
      expect((await fetchIt(url)).body).toBeNull();
      await pause(20);
    }
    expect(connections).toBe(1);
  });

  it('may have a status that no standard knows', async () => {
    const { url, fetchIt } = await serve((_request, response) => response.writeHead(999).end('no'));
    const response = await fetchIt(url);
    expect([response.status, response.ok, await response.text()]).toEqual([999, false, 'no']);
  });
});

describe('a request', () => {
  it('carries a text, a form or bytes with the type that fetch gives them', async () => {
    const { url, fetchIt } = await serve((request, response) => {
      void request.toArray().then((chunks) => response.end(`${request.headers['content-type']} ${chunks.join('')}`));
    });
    const send = async (body: RequestInit['body'], headers = {}): Promise<string> =>
      (await fetchIt(url, { method: 'POST', headers, ...(body === undefined ? {} : { body }) })).text();
    expect(await send('text')).toBe('text/plain;charset=UTF-8 text');
    expect(await send('{}', { 'Content-Type': 'application/json' })).toBe('application/json {}');
    expect(await send(new URLSearchParams({ a: 'b c' }))).toBe('application/x-www-form-urlencoded;charset=UTF-8 a=b+c');
    expect(await send(new Uint8Array([65]))).toBe('undefined A');
    await expect(send(new Blob(['x']))).rejects.toThrow(/a text, a form or bytes/);
    await expect(fetchIt(url.replace('//', '//me:pass@'))).rejects.toThrow(/credentials/);
  });
});
