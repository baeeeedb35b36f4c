// An MCP server that repeats its secrets in every spelling and every place. Over stdio it takes them from the variables named in `argv[2]` (commas
// between them); with `argv[2] === '--http'` it serves Streamable HTTP on a free port, writes its address to standard output, and takes them from the
// headers and the query of each request.
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { URL, URLSearchParams } from 'node:url';

/** Every common spelling of a text, on a line each. */
function spelled(text) {
  const base64 = (value, alphabet = 'base64') => Buffer.from(value).toString(alphabet);
  return [
    text,
    JSON.stringify({ text }),
    JSON.stringify(JSON.stringify({ text })),
    encodeURIComponent(text),
    new URLSearchParams({ text }).toString(),
    base64(text),
    base64(text, 'base64url'),
    base64(`x${text}y`),
    base64(`xy${text}z`),
    `Basic ${base64(`user:${text}`)}`,
    Buffer.from(text).toString('hex'),
    Buffer.from(text).toString('hex').toUpperCase(),
  ].join('\n');
}

/** The messages that answer a request, the answer last. `state` holds what the caller said that it wants. */
function answer({ id, method, params }, secrets) {
  const echo = secrets.map(spelled).join('\n');
  const [first = ''] = secrets;
  const image = { type: 'image', data: Buffer.from(`\u0000 ${first}`).toString('base64'), mimeType: 'image/png' };
  const resource = { uri: `echo://${first}/x`, mimeType: 'text/plain', text: echo, _meta: { echo } };
  const reply = (result) => [{ id, result }];
  const schema = {
    type: 'object',
    description: echo,
    properties: { place: { type: 'string', description: echo, default: first, examples: [first] }, [first]: { const: first } },
  };
  const tool = { name: 'echo_secret', title: echo, description: `Repeats a secret. ${echo}`, inputSchema: schema, _meta: { echo } };
  const called = () => {
    const { progressToken } = params._meta ?? {};
    const before = [
      { method: 'notifications/message', params: { level: 'error', logger: first, data: { echo, [first]: echo } } },
      ...(progressToken === undefined ? [] : [{ method: 'notifications/progress', params: { progressToken, progress: 1, message: echo } }]),
    ];
    if (params.name !== 'echo_secret' && params.name !== `echo-${first}`)
      return [{ id, error: { code: -32602, message: `unknown tool ${echo}` } }];
    const content = [
      { type: 'text', text: `NODE_ENV=production PORT=3000\n${echo}` },
      image,
      { type: 'resource_link', uri: `echo://${first}/x`, name: echo, description: echo },
      { type: 'resource', resource },
      { type: 'resource', resource: { uri: 'echo://blob', blob: image.data } },
    ];
    switch (params.arguments?.place) {
      case 'error':
        return [...before, { id, error: { code: -32000, message: echo, data: { echo, [first]: first } } }];
      case 'addresses':
        return [
          {
            id,
            error: {
              code: -32042,
              message: echo,
              data: { elicitations: [{ mode: 'url', elicitationId: first, url: `https://h.example/?k=${first}`, message: echo }] },
            },
          },
        ];
      case 'malformed':
        return [{ id, result: { content: [{ type: first, echo }, echo], [first]: echo } }];
      case 'bare':
        return [{ id, result: { [first]: echo } }];
      case 'tool-error':
        return [...before, { id, result: { isError: true, content } }];
      case 'exit':
        process.stderr.write(`${echo}\n`);
        process.exit(3);
    }
    return [...before, { id, result: { content, structuredContent: { echo, list: [{ [first]: echo }] }, _meta: { echo } } }];
  };
  const answers = {
    initialize: () =>
      reply({
        protocolVersion: params.protocolVersion,
        capabilities: { tools: {}, resources: {}, prompts: {}, logging: {}, completions: {} },
        serverInfo: { name: `echo ${first}`, version: first, title: echo },
        instructions: echo,
      }),
    ping: () => reply({}),
    'tools/list': () =>
      reply({ tools: [tool, { ...tool, name: `echo-${first}` }], ...(params?.cursor ? {} : { nextCursor: `page-${first}` }) }),
    'tools/call': called,
    'resources/list': () => reply({ resources: [{ uri: resource.uri, name: echo, description: echo }] }),
    'resources/templates/list': () => reply({ resourceTemplates: [{ uriTemplate: 'echo://{x}', name: echo, description: echo }] }),
    'resources/read': () =>
      params.uri === resource.uri ? reply({ contents: [resource] }) : [{ id, error: { code: -32002, message: echo } }],
    'prompts/list': () => reply({ prompts: [{ name: 'echo', description: echo, arguments: [{ name: 'a', description: echo }] }] }),
    'prompts/get': () => reply({ description: echo, messages: [{ role: 'user', content: { type: 'text', text: echo } }] }),
    'completion/complete': () => reply({ completion: { values: [first, echo] } }),
  };
  return answers[method]?.() ?? [{ id, error: { code: -32601, message: `no method; ${echo}` } }];
}

function overStdio(names) {
  const secrets = names.map((name) => process.env[name] ?? '').filter((secret) => secret !== '');
  process.stderr.write(`${secrets.map(spelled).join('\n')}\n`);
  process.stdout.write(`a banner with ${secrets.join(' ')}\n`);
  let rest = '';
  process.stdin.setEncoding('utf8').on('data', (chunk) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop();
    for (const line of lines.filter((one) => one.trim() !== '')) {
      const message = JSON.parse(line);
      if (message.id === undefined) continue;
      for (const each of answer(message, secrets)) process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...each })}\n`);
    }
  });
}

function overHttp() {
  const server = createServer((request, response) => {
    const { authorization = '', 'x-api-key': key = '' } = request.headers;
    const query = [...new URL(request.url, 'http://localhost').searchParams.values()];
    const basic = /^Basic (.+)$/u.exec(authorization);
    const credential = basic === null ? authorization.replace(/^\S+ /u, '') : Buffer.from(basic[1], 'base64').toString().split(':')[1];
    const secrets = [credential, key, ...query].filter((secret) => secret !== '');
    let body = '';
    request.setEncoding('utf8').on('data', (chunk) => (body += chunk));
    request.on('end', async () => {
      if (request.method !== 'POST') return response.writeHead(405).end();
      const message = JSON.parse(body);
      if (message.id === undefined) return response.writeHead(202).end();
      if (message.method === 'server/discover') return response.writeHead(404).end(secrets.map(spelled).join('\n'));
      if (message.params?.arguments?.place === 'http') return response.writeHead(500).end(secrets.map(spelled).join('\n'));
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const each of answer(message, secrets)) {
        response.write(`data: ${JSON.stringify({ jsonrpc: '2.0', ...each })}\n\n`);
        await pause(20);
      }
      response.end();
    });
  });
  server.listen(0, '127.0.0.1', () => process.stdout.write(`http://127.0.0.1:${server.address().port}/mcp\n`));
}

if (process.argv[2] === '--http') overHttp();
else overStdio((process.argv[2] ?? '').split(','));
