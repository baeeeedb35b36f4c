import { jest } from '@jest/globals';
import { closedAfterEach } from '../test/after-each.js';
import { faultyServer, makeCall } from '../test/harness.js';
import { serveSessions, type OnCall } from '../test/http-server.js';
import type { McpServerOptions } from './server-options.js';

// Real processes on a machine that may be busy.
jest.setTimeout(60_000);

const closing = closedAfterEach();
const count = 50;
const all = Array.from({ length: count }, (_unused, index) => index + 1);

async function heard(server: McpServerOptions): Promise<{ readonly text: unknown; readonly progress: readonly number[] }> {
  const source = closing.open({ servers: { s: server } }).get('s');
  const progress: number[] = [];
  const onProgress = (step: { progress: number }): void => void progress.push(step.progress);
  const { content } = await source.call({ ...makeCall('burst', { count }), onProgress });
  return { text: (content[0] as { text: string }).text, progress: [...progress] };
}

describe('progress that arrives together with its answer', () => {
  it('is heard before it, over stdio', async () => {
    expect(await heard(faultyServer({}))).toEqual({ text: 'all at once', progress: all });
  });

  it('is heard before it, in one chunk of an event stream', async () => {
    const onCall: OnCall = ({ body }, response) => {
      const { id, params } = body as { id: number; params: { _meta: { progressToken: number } } };
      const { progressToken } = params._meta;
      const steps = all.map((progress) => ({ method: 'notifications/progress', params: { progressToken, progress } }));
      const answer = { id, result: { content: [{ type: 'text', text: 'all at once' }] } };
      const events = [...steps, answer].map((message) => `event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', ...message })}\n\n`);
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end(events.join(''));
    };
    const server = closing.keep(await serveSessions(onCall));
    expect(await heard({ url: server.url })).toEqual({ text: 'all at once', progress: all });
  });

  it('and the answer arrive when the server ends right after them', async () => {
    expect(await heard(faultyServer({ endsAfterBurst: true }))).toEqual({ text: 'all at once', progress: all });
  });
});
