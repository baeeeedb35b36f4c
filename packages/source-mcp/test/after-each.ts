import type { McpSourceOptions } from '../src/server-options.js';
import type { TestHttpServer } from './http-server.js';
import { openSources, type TestSources } from './harness.js';

/** Closes what tests have opened after each of them, the sources before the servers that they are connected to. */
export function closedAfterEach(): {
  open(options: McpSourceOptions): TestSources;
  keep<Server extends TestHttpServer>(server: Server): Server;
} {
  let opened: TestSources[] = [];
  let servers: TestHttpServer[] = [];
  afterEach(async () => {
    await Promise.all(opened.map(async (sources) => sources.dispose()));
    await Promise.all(servers.map(async (server) => server.close()));
    opened = [];
    servers = [];
  });
  return {
    open: (options) => {
      const sources = openSources(options);
      opened.push(sources);
      return sources;
    },
    keep: (server) => {
      servers.push(server);
      return server;
    },
  };
}
