import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { httpChatClient } from './http-chat-client.js';

describe('the answer of a model over HTTP', () => {
  it('that never ends is given up at its limit of bytes, and the connection with it', async () => {
    const part = Buffer.alloc(1_048_576, 'x');
    let isClosed = false;
    const server = createServer((_request, response) => {
      const write = (): void => {
        while (!response.destroyed && response.write(part));
      };
      response.on('drain', write).on('close', () => (isClosed = true));
      write();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const client = httpChatClient({ baseUrl: `http://127.0.0.1:${port}/v1`, timeoutMs: 60_000 });
    try {
      await expect(client.complete({ model: 'm', messages: [] })).rejects.toThrow('answered with more than 16777216 bytes');
      while (!isClosed) await new Promise((resolve) => setTimeout(resolve, 10));
    } finally {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  }, 60_000);
});
