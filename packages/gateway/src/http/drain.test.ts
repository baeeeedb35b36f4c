import { request as send, type IncomingMessage } from 'node:http';
import { jest } from '@jest/globals';
import { textContent } from '@toolrack/contracts';
import { echoTool, memoryRuntime, type MemoryTool } from '../../test/fixtures/memory-runtime.js';
import { modernMessage } from '../../test/fixtures/raw-http.js';
import { serveHttp } from './serve-http.js';

jest.setTimeout(60_000);

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const size = 48 * 1024 * 1024;
const large: MemoryTool = { name: 'large', call: () => Promise.resolve({ content: textContent('x'.repeat(size)), isError: false }) };

/** A request whose body is sent, and whose answer is read, when the test says so. */
function open(url: string, name: string) {
  const { body, headers } = modernMessage('tools/call', { name, arguments: {} });
  const text = JSON.stringify(body);
  const request = send(url, {
    method: 'POST',
    agent: false,
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'content-length': text.length,
      ...headers,
    },
  });
  const answer = new Promise<IncomingMessage>((resolve, reject) => request.on('response', resolve).on('error', reject));
  answer.catch(() => undefined);
  request.flushHeaders();
  return { answer, finish: () => void request.end(text) };
}

async function read(answer: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of answer) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

describe('a gateway that is told to stop', () => {
  it('answers a request that it has taken and whose body is on its way', async () => {
    const runtime = memoryRuntime([echoTool, large]);
    const handle = await serveHttp(runtime);
    const { answer, finish } = open(handle.url, 'echo');
    await pause(100);
    const closed = handle.close();
    await pause(100);
    finish();
    const told = await answer;
    expect({ status: told.statusCode, text: await read(told) }).toMatchObject({ status: 200, text: expect.stringContaining('"content"') });
    await closed;
    expect(runtime.liveRuns).toBe(0);
  });

  it('hands an answer over to the end to a client that reads slowly', async () => {
    const runtime = memoryRuntime([echoTool, large]);
    const handle = await serveHttp(runtime);
    const { answer, finish } = open(handle.url, 'large');
    finish();
    const told = await answer;
    told.pause();
    const closed = handle.close();
    await pause(1_000);
    expect((await read(told)).length).toBeGreaterThan(size);
    await closed;
  });

  it('waits no longer than it was told for a client that reads nothing, or sends nothing', async () => {
    const handle = await serveHttp(memoryRuntime([large]), { drainTimeoutMs: 200 });
    const reading = open(handle.url, 'large');
    reading.finish();
    (await reading.answer).on('error', () => undefined).pause();
    const sending = open(handle.url, 'large');
    await pause(100);
    await handle.close();
    await expect(sending.answer).rejects.toThrow();
  });
});
