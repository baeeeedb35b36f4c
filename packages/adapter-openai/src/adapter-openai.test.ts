import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { CallAnswer, JsonSchema, ModelCall, ModelTool } from '@toolrack/contracts';

import { answerToolCalls, functionParameters, httpChatClient, runAgent, toFunctionTools, type ChatToolCall } from './index.js';

const call = (id: string, name: string, text: string): ChatToolCall => ({ id, type: 'function', function: { name, arguments: text } });
const answer = (text: string, extra: Partial<CallAnswer> = {}): CallAnswer => ({
  content: [{ type: 'text', text }],
  isError: false,
  ...extra,
});

describe('toFunctionTools', () => {
  it('keeps names, descriptions, schemas and order', () => {
    const inputSchema = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] };
    const tools: ModelTool[] = ['b', 'a'].map((name) => ({ name, description: `does ${name}`, inputSchema }));
    expect(toFunctionTools(tools)).toEqual(
      ['b', 'a'].map((name) => ({ type: 'function', function: { name, description: `does ${name}`, parameters: inputSchema } })),
    );
  });

  it.each<[string, JsonSchema, object]>([
    ['true', true, { type: 'object', properties: {} }],
    ['an object without properties', { type: 'object' }, { type: 'object', properties: {} }],
    ['a root without a type', { properties: { a: {} }, required: ['a'] }, { type: 'object', properties: { a: {} }, required: ['a'] }],
    [
      'a union: what every branch requires',
      {
        type: 'object',
        properties: { id: { type: 'string' } },
        anyOf: [
          { properties: { a: { type: 'string' } }, required: ['id', 'a'] },
          { properties: { b: { type: 'number' } }, required: ['id', 'b'] },
        ],
      },
      { type: 'object', properties: { id: { type: 'string' }, a: { type: 'string' }, b: { type: 'number' } }, required: ['id'] },
    ],
    [
      'an intersection: what any part requires',
      { allOf: [{ properties: { a: {} }, required: ['a'] }, { oneOf: [{ properties: { b: {} }, required: ['b'] }] }] },
      { type: 'object', properties: { a: {}, b: {} }, required: ['a', 'b'] },
    ],
    [
      'not and enum at the root',
      { type: 'object', not: {}, enum: [{}], description: 'd' },
      { type: 'object', description: 'd', properties: {} },
    ],
  ])('gives %s a root that OpenAI accepts', (_name, schema, expected) => {
    expect(JSON.parse(JSON.stringify(functionParameters(schema)))).toEqual(expected);
  });
});

describe('answerToolCalls', () => {
  it('answers every call in order under its own id, with the parsed arguments', async () => {
    const seen: ModelCall[] = [];
    const run = {
      call: async (given: ModelCall): Promise<CallAnswer> => {
        seen.push(given);
        await new Promise((resolve) => setTimeout(resolve, given.name === 'slow' ? 20 : 1));
        return answer(given.name);
      },
    };
    const { messages, terminate } = await answerToolCalls(run, [call('1', 'slow', '{"a":1}'), call('2', 'quick', '')]);
    expect(messages).toEqual([
      { role: 'tool', tool_call_id: '1', content: 'slow' },
      { role: 'tool', tool_call_id: '2', content: 'quick' },
    ]);
    expect(seen).toEqual([
      { name: 'slow', arguments: { a: 1 }, callId: '1' },
      { name: 'quick', arguments: {}, callId: '2' },
    ]);
    expect(terminate).toBe(false);
  });

  it('tells the model of arguments that are no JSON and calls nothing', async () => {
    const run = { call: () => Promise.reject(new Error('not to be called')) };
    const { messages, answers } = await answerToolCalls(run, [call('1', 'x', '{"a":')]);
    expect(messages[0]).toMatchObject({ role: 'tool', content: expect.stringMatching(/not valid JSON .*Nothing was called/u) });
    expect(answers[0]?.isError).toBe(true);
  });

  it('hands images over after all tool messages', async () => {
    const image: CallAnswer = { content: [{ type: 'image', data: 'AAAA', mimeType: 'image/png' }], isError: false };
    const run = { call: async ({ name }: ModelCall) => (name === 'image' ? image : answer('text', { terminate: true })) };
    const { messages } = await answerToolCalls(run, [call('1', 'image', '{}'), call('2', 'text', '{}')]);
    expect(messages.map((message) => message.role)).toEqual(['tool', 'tool', 'user']);
    expect(messages[2]?.content).toEqual([
      { type: 'text', text: 'Images that the tool call 1 gave:' },
      { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
    ]);
  });
});

describe('with a service over HTTP', () => {
  let server: Server;
  let baseUrl: string;
  let reply: (body: Record<string, any>, count: number) => { status?: number; body: unknown } | undefined; // eslint-disable-line @typescript-eslint/no-explicit-any -- read by tests
  const bodies: string[] = [];
  const keys: (string | undefined)[] = [];
  beforeAll(async () => {
    server = createServer((request, response) => {
      let text = '';
      request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      request.on('end', () => {
        bodies.push(text);
        keys.push(request.headers.authorization);
        const planned = reply(JSON.parse(text), bodies.length);
        if (planned === undefined) return;
        response.writeHead(planned.status ?? 200).end(typeof planned.body === 'string' ? planned.body : JSON.stringify(planned.body));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/`;
  });
  beforeEach(() => {
    bodies.length = 0;
    keys.length = 0;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const message = (content: string | null, calls?: readonly ChatToolCall[]) => ({
    body: { choices: [{ message: { role: 'assistant', content, tool_calls: calls } }], usage: { prompt_tokens: 10, completion_tokens: 1 } },
  });
  const run = {
    tools: [{ name: 'echo', description: 'echoes', inputSchema: { type: 'object' } }],
    prompt: 'Directory.',
    call: async ({ arguments: given }: ModelCall) => answer(JSON.stringify(given)),
  };

  it('runs the loop until the model answers, and counts bytes, tokens and calls', async () => {
    reply = ({ messages }) =>
      messages.some(({ role }: { role: string }) => role === 'tool') ? message('done') : message(null, [call('c1', 'echo', '{"x":1}')]);
    const client = httpChatClient({ baseUrl, apiKey: 'sesame' });
    const outcome = await runAgent({ run, client, model: 'm', instructions: 'Be brief.', question: 'Echo?' });
    expect(outcome).toMatchObject({ answer: 'done', end: 'answered', promptTokens: 20, calls: [{ id: 'c1' }] });
    expect(outcome.requestBytes).toEqual(bodies.map((body) => Buffer.byteLength(body)));
    expect(JSON.parse(bodies[1] as string)).toMatchObject({
      model: 'm',
      messages: [
        { role: 'system', content: 'Be brief.\n\nDirectory.' },
        { role: 'user', content: 'Echo?' },
        { role: 'assistant', tool_calls: [{ id: 'c1' }] },
        { role: 'tool', tool_call_id: 'c1', content: '{"x":1}' },
      ],
      tools: [{ type: 'function', function: { name: 'echo' } }],
    });
    expect(keys).toEqual(['Bearer sesame', 'Bearer sesame']);
  });

  it('stops when the model never answers, or when the tools ask for it', async () => {
    reply = (_body, count) => message(null, [call(`c${count}`, 'echo', '{}')]);
    const client = httpChatClient({ baseUrl });
    expect(await runAgent({ run, client, model: 'm', question: 'q', maxTurns: 3 })).toMatchObject({ end: 'turns', calls: [{}, {}, {}] });
    const ending = { ...run, tools: [], prompt: '', call: async () => answer('bye', { terminate: true }) };
    expect(await runAgent({ run: ending, client, model: 'm', question: 'q' })).toMatchObject({ end: 'terminated', calls: [{}] });
    const last = JSON.parse(bodies.at(-1) as string);
    expect([last.tools, last.messages]).toEqual([undefined, [{ role: 'user', content: 'q' }]]);
  });

  it('says what the service refused, sends nothing twice, and never shows the key', async () => {
    reply = () => ({ status: 401, body: { error: { message: 'no such key: sesame, nor sk-ABCDEF1234567890abcdef' } } });
    const client = httpChatClient({ baseUrl, apiKey: 'sesame' });
    const failure = await client.complete({ model: 'm', messages: [] }).catch((error: unknown) => error as Error);
    expect(failure).toMatchObject({ name: 'ChatError', status: 401, message: expect.stringContaining('(401): no such key') });
    expect(String((failure as Error).stack)).not.toMatch(/sesame|ABCDEF1234567890/u);
    expect(bodies).toHaveLength(1);
  });

  it.each([
    ['no JSON', '<html>'],
    ['no message', { choices: [] }],
  ])('says so when there is %s in the answer', async (_name, body) => {
    reply = () => ({ body });
    await expect(httpChatClient({ baseUrl }).complete({ model: 'm', messages: [] })).rejects.toThrow('gave no message');
  });

  it('gives up on a silent service, and at once when told to', async () => {
    reply = () => undefined;
    await expect(httpChatClient({ baseUrl, timeoutMs: 30 }).complete({ model: 'm', messages: [] })).rejects.toThrow(
      'no answer within 30 ms',
    );
    const stop = AbortSignal.abort(new Error('stopped'));
    await expect(httpChatClient({ baseUrl }).complete({ model: 'm', messages: [] }, stop)).rejects.toThrow('stopped');
    await expect(httpChatClient({ baseUrl: 'http://127.0.0.1:1' }).complete({ model: 'm', messages: [] })).rejects.toThrow(
      'cannot be reached',
    );
  });
});
