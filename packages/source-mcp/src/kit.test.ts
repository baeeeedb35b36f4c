import { jest } from '@jest/globals';
import { testToolSource } from '@toolrack/testkit';
import { faultyServer, openSources } from '../test/harness.js';
import { serveSessions } from '../test/http-server.js';
import { startEverything, type RunningServer } from '../test/real-server.js';

// Real processes on a machine that may be busy.
jest.setTimeout(60_000);

testToolSource({
  name: 'A server over stdio',
  create: () => openSources({ changeDebounceMs: 1, servers: { s: faultyServer({}) } }).get('s'),
  calls: {
    success: { tool: 'echo', arguments: { text: 'x' } },
    slow: { tool: 'wait', arguments: { ms: 2_000 } },
  },
});

describe('over HTTP', () => {
  let everything: RunningServer;
  let sessions: Awaited<ReturnType<typeof serveSessions>>;
  beforeAll(async () => {
    everything = await startEverything('streamableHttp');
    sessions = await serveSessions();
  });
  afterAll(async () => {
    everything.stop();
    await sessions.close();
  });

  testToolSource({
    name: 'The everything server',
    create: () => openSources({ servers: { s: { url: `http://127.0.0.1:${everything.port}/mcp` } } }).get('s'),
    calls: {
      success: { tool: 'echo', arguments: { message: 'x' } },
      failure: { tool: 'get-sum', arguments: { a: 'no number' } },
      slow: { tool: 'trigger-long-running-operation', arguments: { duration: 2, steps: 2 } },
    },
  });

  testToolSource({
    name: 'A server with sessions',
    create: () => openSources({ servers: { s: { url: sessions.url } } }).get('s'),
    calls: { success: { tool: 'echo', arguments: { text: 'x' } } },
  });
});
