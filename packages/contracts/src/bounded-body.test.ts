import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { boundedBody } from './bounded-body.js';

describe('boundedBody', () => {
  let server: Server;
  let url: string;
  let isClosed: Promise<void>;
  beforeEach(async () => {
    server = createServer((request, response) => {
      if (request.url === '/short') return response.end('é'.repeat(5));
      if (request.url === '/none') return response.writeHead(204).end();
      const timer = setInterval(() => response.write('x'.repeat(10_000)), 1);
      isClosed = new Promise((resolve) => {
        response.on('close', () => {
          clearInterval(timer);
          resolve();
        });
      });
      return undefined;
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  it('gives a body that is short enough, and none for one byte more', async () => {
    expect((await boundedBody(await fetch(`${url}/short`), 10))?.toString()).toBe('ééééé');
    expect(await boundedBody(await fetch(`${url}/short`), 9)).toBeUndefined();
    expect(await boundedBody(await fetch(`${url}/none`), 9)).toHaveLength(0);
  });

  it('gives up a body that never ends, and the connection with it', async () => {
    expect(await boundedBody(await fetch(`${url}/endless`), 100_000)).toBeUndefined();
    await isClosed;
  });

  it('rejects with the reason of the signal', async () => {
    const response = await fetch(`${url}/endless`, { signal: AbortSignal.timeout(50) });
    await expect(boundedBody(response, 1e9)).rejects.toMatchObject({ name: 'TimeoutError' });
  });
});
