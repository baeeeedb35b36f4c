import { request } from 'node:http';
import { PassThrough } from 'node:stream';

import { isJsonObject } from '@toolrack/contracts';
import { serveHttp, serveStdio } from '@toolrack/gateway';
import { createRuntime } from '@toolrack/kernel';
import { standard } from '@toolrack/presets';

import { check } from '../loop/check.mjs';
import { deniedText, policy, sources } from '../parts/catalog.mjs';

export const words = [
  'initialize',
  'tools/list',
  'tools/call',
  'notifications/cancelled',
  'jsonrpc',
  '2025-06-18',
  '2026-07-28',
  'ping',
  'id',
  '\n',
];
const token = 'canary-token-77aa12';

/** What an MCP client writes: lines to the stdio transport, and the body (or, in every fourth, the headers) of an HTTP request. */
export async function create() {
  const lines = [];
  const line = (message) => void lines.push(JSON.stringify(message));
  const logger = { debug: line, info: line, warn: line, error: line };
  const runtime = await createRuntime({ plugins: standard({ policy, add: [sources(true)] }), trust: { 'mcp:*': 'trusted' }, logger });
  const http = await serveHttp(runtime, { logger, tokens: [{ token, scope: {} }] });
  const address = new URL(http.url);

  const overLines = async (input) => {
    const [stdin, stdout] = [new PassThrough(), new PassThrough()];
    const written = [];
    stdout.on('data', (chunk) => written.push(chunk));
    const handle = serveStdio(runtime, { stdin, stdout, logger, drainTimeoutMs: 2_000 });
    stdin.write(input.subarray(0, input.length >> 1));
    stdin.end(input.subarray(input.length >> 1));
    await handle.closed;
    return Buffer.concat(written).toString();
  };

  const overHttp = (body, headers, method = 'POST') =>
    new Promise((resolve) => {
      const options = { host: address.hostname, port: address.port, path: address.pathname, method, agent: false, headers };
      const sent = request(options, (response) => {
        const chunks = [];
        const done = () => resolve({ status: response.statusCode, text: Buffer.concat(chunks).toString() });
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('end', done);
        response.on('error', done);
        // A stream of events stays open until its client leaves.
        setTimeout(() => response.destroy(), 500).unref();
        response.on('close', done);
      });
      sent.on('error', (error) => resolve({ status: 0, text: '', error }));
      sent.end(body);
    });

  const run = async (input) => {
    lines.length = 0;
    const text = await overLines(input);
    for (const each of text.split('\n')) {
      if (each === '') continue;
      const message = JSON.parse(each);
      check(isJsonObject(message) && message.jsonrpc === '2.0', 'a line of the gateway is no message');
    }
    const own = { authorization: `Bearer ${token}`, 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    const answer = await overHttp(input, { ...own, ...headersOf(input) });
    check(answer.status >= 200 && answer.status < 600, `no HTTP answer: ${answer.error}`);
    check(answer.status !== 500, `the gateway failed: ${answer.text.slice(0, 300)}`);
    const denied = await overHttp(input, { 'content-type': 'application/json' });
    check(denied.status === 401, `without a token it answers ${denied.status}`);
    if (!input.includes(deniedText)) check(!`${text}${answer.text}`.includes(deniedText), 'an answer holds words of a denied tool');
    check(!lines.join('\n').includes(token), 'a log line holds a token');
  };
  const close = async () => {
    await http.close();
    await runtime.dispose();
  };
  return { run, close };
}

/** Headers that a client may send, out of the input itself. */
function headersOf(input) {
  if (input.length === 0 || input[0] % 4 !== 0) return {};
  const value = input
    .subarray(0, 200)
    .toString('latin1')
    .replaceAll(/[^\x20-\x7e]/gu, '?');
  const names = ['mcp-session-id', 'mcp-protocol-version', 'accept', 'origin', 'content-type', 'mcp-method', 'last-event-id'];
  return { [names[input.length % names.length]]: value };
}
