// An MCP server (2025-11-25, stateless) with one tool, `count`, that remembers how often it was called with each number.
// It answers at once, so that what is measured is the way there and back. Asked by GET /counts.
import { createServer } from 'node:http';

const seen = new Map();
const answers = {
  initialize: () => ({
    protocolVersion: '2025-11-25',
    capabilities: { tools: {} },
    serverInfo: { name: 'counting', version: '1.0.0' },
  }),
  'tools/list': () => ({
    tools: [
      {
        name: 'count',
        description: 'Counts calls by number.',
        inputSchema: { type: 'object', properties: { number: { type: 'integer' } }, required: ['number'] },
      },
    ],
  }),
  'tools/call': ({ arguments: { number } }) => {
    seen.set(number, (seen.get(number) ?? 0) + 1);
    return { content: [{ type: 'text', text: String(number) }] };
  },
  ping: () => ({}),
};

const server = createServer((request, response) => {
  if (request.url === '/counts') {
    const doubled = [...seen.values()].filter((times) => times > 1).length;
    response.end(JSON.stringify({ distinct: seen.size, doubled }));
    return;
  }
  if (request.method !== 'POST') {
    response.writeHead(405).end();
    return;
  }
  let text = '';
  request.setEncoding('utf8').on('data', (part) => (text += part));
  request.on('end', () => {
    const { id, method, params } = JSON.parse(text);
    if (id === undefined) {
      response.writeHead(202).end();
      return;
    }
    const answer = answers[method];
    const body = answer
      ? { jsonrpc: '2.0', id, result: answer(params) }
      : { jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
});
server.keepAliveTimeout = 75_000;
server.listen(0, '127.0.0.1', () => process.send({ url: `http://127.0.0.1:${server.address().port}/mcp` }));
process.on('disconnect', () => process.exit(0));
