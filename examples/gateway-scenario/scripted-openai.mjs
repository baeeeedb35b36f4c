// A service on this machine that speaks OpenAI's chat completions. Its decisions come from a script, which reads what the tools
// answered, as a model does; every request body is kept.
import { createServer } from 'node:http';

/** Starts the service. `script({ messages, tools })` gives the next assistant message. */
export async function startScriptedOpenai(script) {
  const requests = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      if (request.method !== 'POST' || request.url !== '/v1/chat/completions') return response.writeHead(404).end();
      try {
        const parsed = JSON.parse(body);
        requests.push({ bytes: Buffer.byteLength(body), toolBytes: Buffer.byteLength(JSON.stringify(parsed.tools ?? [])), ...parsed });
        const message = script(parsed);
        const finish = message.tool_calls === undefined ? 'stop' : 'tool_calls';
        response.setHeader('content-type', 'application/json');
        response.end(
          JSON.stringify({ object: 'chat.completion', model: parsed.model, choices: [{ index: 0, message, finish_reason: finish }] }),
        );
      } catch (error) {
        response.writeHead(400).end(JSON.stringify({ error: { message: String(error.message) } }));
      }
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${server.address().port}/v1`,
    requests,
    close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  };
}

/** An assistant message that calls one tool. */
export function callOf(id, name, parameters) {
  return {
    role: 'assistant',
    content: null,
    tool_calls: [{ id, type: 'function', function: { name, arguments: JSON.stringify(parameters) } }],
  };
}

/** The texts that tools have answered, in order. */
export function toolTexts(messages) {
  return messages.filter((message) => message.role === 'tool').map((message) => message.content);
}
