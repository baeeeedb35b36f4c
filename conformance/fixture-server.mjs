// An MCP server with the tools, resources and prompts that the conformance suite's server scenarios expect.
// Questions are written as "input required"; the library puts them as requests of their own to clients of the session era.
// Over standard input and output, or with `--http` at an address that it prints.
import { createHmac, randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import {
  createMcpHandler,
  inputRequired,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ResourceNotFoundError,
  Server,
} from '@modelcontextprotocol/server';
import { createServer } from 'node:http';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

const image = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
const audio = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=';
const text = (value) => ({ type: 'text', text: value });
const says = (value) => ({ content: [text(value)] });
const picture = { type: 'image', data: image, mimeType: 'image/png' };
const nothing = { type: 'object', properties: {} };
const string = (description) => ({ type: 'string', description });

const form = (message, properties, required = Object.keys(properties)) =>
  inputRequired.elicit({ message, requestedSchema: { type: 'object', properties, required } });
const question = (message) => form(message, { name: { type: 'string' } });
const sampling = (prompt) => inputRequired.createMessage({ messages: [{ role: 'user', content: text(prompt) }], maxTokens: 100 });

const secret = randomBytes(32);
const seal = (value) => `${value}.${createHmac('sha256', secret).update(value).digest('base64url')}`;
function unseal(sealed) {
  const value = String(sealed).split('.')[0];
  if (seal(value) !== sealed) throw new ProtocolError(-32602, 'Invalid requestState');
  return value;
}

/** Asks once under the key, then goes on with the answer. */
const asking =
  (key, request, then) =>
  (_given, { mcpReq }) => {
    const answer = mcpReq.inputResponses?.[key];
    return answer === undefined ? inputRequired({ inputRequests: { [key]: request(_given) } }) : then(answer);
  };
const stated =
  (requests, then) =>
  (_given, { mcpReq }) => {
    const state = mcpReq.requestState();
    const answers = mcpReq.inputResponses ?? {};
    if (state !== undefined) unseal(state);
    const isAnswered = state !== undefined && Object.keys(requests).every((key) => answers[key] !== undefined);
    return isAnswered ? then(answers) : inputRequired({ inputRequests: requests, requestState: seal('round-1') });
  };
const completed = ({ action, content }) => says(`Elicitation completed: action=${action}, content=${JSON.stringify(content ?? {})}`);

const options = ['option1', 'option2', 'option3'];
const titled = (kind) =>
  [1, 2, 3].map((number) => ({ const: `value${number}`, title: `${['First', 'Second', 'Third'][number - 1]} ${kind}` }));
const enums = {
  untitledSingle: { type: 'string', enum: options },
  titledSingle: { type: 'string', oneOf: titled('Option') },
  legacyEnum: { type: 'string', enum: ['opt1', 'opt2', 'opt3'], enumNames: ['Option One', 'Option Two', 'Option Three'] },
  untitledMulti: { type: 'array', items: { type: 'string', enum: options } },
  titledMulti: { type: 'array', items: { anyOf: titled('Choice') } },
};
const defaults = {
  name: { type: 'string', default: 'John Doe' },
  age: { type: 'integer', default: 30 },
  score: { type: 'number', default: 95.5 },
  status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
  verified: { type: 'boolean', default: true },
};
const newest = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: { address: { $anchor: 'addressDef', type: 'object', properties: { street: { type: 'string' }, city: { type: 'string' } } } },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
};

let toolsAdded = 0;
let promptsAdded = 0;
/** Tells the client that a list has changed. */
const changed = { tools: () => undefined, prompts: () => undefined };

async function log(context) {
  for (const message of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
    await context.mcpReq.log('info', message);
    await pause(50);
  }
  return says('Logged.');
}

async function progress(_given, { mcpReq }) {
  for (const step of [0, 50, 100]) {
    const progressToken = mcpReq._meta?.progressToken;
    if (progressToken !== undefined) {
      await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress: step, total: 100 } });
    }
    await pause(50);
  }
  return says('Done.');
}

function capabilities(_given, { mcpReq }) {
  const declared = mcpReq.envelope?.['io.modelcontextprotocol/clientCapabilities'] ?? {};
  if (Object.keys(mcpReq.inputResponses ?? {}).length > 0) return says('Answered.');
  return inputRequired({
    inputRequests: {
      ...(declared.sampling === undefined ? {} : { sample: sampling('Say something.') }),
      ...(declared.elicitation === undefined ? {} : { ask: question('Who?') }),
    },
  });
}

function missing(_given, { mcpReq }) {
  const declared = mcpReq.envelope?.['io.modelcontextprotocol/clientCapabilities'] ?? {};
  if (declared.sampling === undefined) throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } });
  return says('The client can sample.');
}

function rounds(_given, { mcpReq }) {
  const state = mcpReq.requestState();
  const round = state === undefined ? 'start' : unseal(state);
  const answers = mcpReq.inputResponses ?? {};
  if (round === 'one' && answers.step1 !== undefined) {
    return inputRequired({
      inputRequests: { step2: form('Step 2: your favorite color?', { color: { type: 'string' } }) },
      requestState: seal('two'),
    });
  }
  if (round === 'two' && answers.step2 !== undefined) return says('All steps done.');
  return inputRequired({ inputRequests: { step1: question('Step 1: your name?') }, requestState: seal('one') });
}

const ok = { ok: { type: 'boolean' } };
const answered =
  (say) =>
  ({ content }) =>
    says(say(content ?? {}));
const embedded = {
  type: 'resource',
  resource: { uri: 'test://embedded-resource', mimeType: 'text/plain', text: 'This is an embedded resource content.' },
};
const mixed = { uri: 'test://mixed-content-resource', mimeType: 'application/json', text: '{"test":"data","value":123}' };

/** Name to handler, or to handler and input schema. */
const tools = {
  test_simple_text: () => says('This is a simple text response for testing.'),
  test_image_content: () => ({ content: [picture] }),
  test_audio_content: () => ({ content: [{ type: 'audio', data: audio, mimeType: 'audio/wav' }] }),
  test_embedded_resource: () => ({ content: [embedded] }),
  test_multiple_content_types: () => ({ content: [text('Multiple content types test:'), picture, { type: 'resource', resource: mixed }] }),
  test_tool_with_logging: (_given, context) => log(context),
  test_logging_tool: (_given, context) => log(context),
  test_tool_with_progress: progress,
  test_error_handling: () => ({ isError: true, content: [text('This tool intentionally returns an error for testing')] }),
  test_sampling: [
    asking(
      'answer',
      ({ prompt }) => sampling(String(prompt)),
      ({ content }) => says(`LLM response: ${content?.text ?? ''}`),
    ),
    { type: 'object', properties: { prompt: string('The prompt') }, required: ['prompt'] },
  ],
  test_elicitation: [
    asking(
      'answer',
      ({ message }) => form(String(message), { username: string("User's response"), email: string("User's email address") }),
      ({ action, content }) => says(`User response: action: ${action}, content: ${JSON.stringify(content ?? {})}`),
    ),
    { type: 'object', properties: { message: string('The message') }, required: ['message'] },
  ],
  test_elicitation_sep1034_defaults: asking('answer', () => form('Please check.', defaults, []), completed),
  test_elicitation_sep1330_enums: asking('answer', () => form('Please choose.', enums, []), completed),
  json_schema_2020_12_tool: [() => says('ok'), newest],
  test_input_required_result_elicitation: asking(
    'user_name',
    () => question('What is your name?'),
    answered(({ name }) => `Hello, ${name}!`),
  ),
  test_input_required_result_sampling: asking(
    'capital_question',
    () => sampling('What is the capital of France?'),
    ({ content }) => says(content?.text ?? ''),
  ),
  test_input_required_result_list_roots: asking(
    'client_roots',
    () => inputRequired.listRoots(),
    ({ roots }) => says(JSON.stringify(roots)),
  ),
  test_input_required_result_request_state: stated({ confirm: form('Please confirm', ok) }, () => says('state-ok')),
  test_input_required_result_tampered_state: stated({ confirm: form('Please confirm', ok) }, () => says('state-ok')),
  test_input_required_result_multiple_inputs: stated(
    { user_name: question('What is your name?'), greeting: sampling('Generate a greeting'), client_roots: inputRequired.listRoots() },
    () => says('Thank you for all three.'),
  ),
  test_input_required_result_multi_round: rounds,
  test_input_required_result_capabilities: capabilities,
  test_missing_capability: missing,
  test_streaming_elicitation: asking(
    'answer',
    () => question('Who?'),
    answered(({ name }) => `Hello, ${name}!`),
  ),
  test_trigger_tool_change: async () => {
    toolsAdded += 1;
    await changed.tools();
    return says('A tool was added.');
  },
  test_trigger_prompt_change: async () => {
    promptsAdded += 1;
    await changed.prompts();
    return says('A prompt was added.');
  },
};
const handlerOf = (tool) => (Array.isArray(tool) ? tool[0] : tool);

const resources = {
  'test://static-text': { mimeType: 'text/plain', text: 'This is the content of the static text resource.' },
  'test://static-binary': { mimeType: 'image/png', blob: image },
  'test://watched-resource': { mimeType: 'text/plain', text: 'Watched.' },
};
const argument = (name) => ({ name, required: true, description: `${name} of the test` });
const message = (content) => ({ role: 'user', content });
const prompts = {
  test_simple_prompt: { get: () => [message(text('This is a simple prompt for testing.'))] },
  test_prompt_with_arguments: {
    arguments: [argument('arg1'), argument('arg2')],
    get: ({ arg1, arg2 }) => [message(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`))],
  },
  test_prompt_with_embedded_resource: {
    arguments: [argument('resourceUri')],
    get: ({ resourceUri }) => [
      message({ type: 'resource', resource: { uri: resourceUri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' } }),
      message(text('Please process the embedded resource above.')),
    ],
  },
  test_prompt_with_image: { get: () => [message(picture), message(text('Please analyze the image above.'))] },
  test_input_required_result_prompt: {
    get: asking(
      'user_context',
      () => form('What context should the prompt use?', { context: { type: 'string' } }),
      ({ content }) => [message(text(`Context: ${content?.context ?? 'none'}`))],
    ),
  },
};
const added = (count, name) => Array.from({ length: count }, (_, index) => `${name}_${index + 1}`);

function newServer() {
  const server = new Server(
    { name: 'conformance-fixture', version: '1.0.0' },
    {
      capabilities: {
        tools: { listChanged: true },
        resources: { subscribe: true, listChanged: true },
        prompts: { listChanged: true },
        completions: {},
        logging: {},
      },
    },
  );
  server.setRequestHandler('tools/list', () => ({
    tools: [
      ...Object.entries(tools).map(([name, tool]) => ({
        name,
        description: `${name} of the suite.`,
        inputSchema: Array.isArray(tool) ? tool[1] : nothing,
      })),
      ...added(toolsAdded, 'test_added_tool').map((name) => ({ name, description: 'Added while running.', inputSchema: nothing })),
    ],
  }));
  server.setRequestHandler('tools/call', ({ params }, context) => {
    const tool = tools[params.name];
    if (tool === undefined) throw new ProtocolError(-32602, `Unknown tool ${params.name}`);
    return handlerOf(tool)(params.arguments ?? {}, context);
  });
  server.setRequestHandler('resources/list', () => ({
    resources: Object.entries(resources).map(([uri, { mimeType }]) => ({ uri, name: uri, mimeType })),
  }));
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [{ uriTemplate: 'test://template/{id}/data', name: 'template', mimeType: 'application/json' }],
  }));
  server.setRequestHandler('resources/read', ({ params: { uri } }) => {
    const id = /^test:\/\/template\/([^/]+)\/data$/u.exec(uri)?.[1];
    if (id !== undefined) {
      return {
        contents: [{ uri, mimeType: 'application/json', text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }) }],
      };
    }
    if (resources[uri] === undefined) throw new ResourceNotFoundError(uri);
    return { contents: [{ uri, ...resources[uri] }] };
  });
  server.setRequestHandler('resources/subscribe', () => ({}));
  server.setRequestHandler('resources/unsubscribe', () => ({}));
  server.setRequestHandler('prompts/list', () => ({
    prompts: [
      ...Object.entries(prompts).map(([name, prompt]) => ({
        name,
        description: `${name} of the suite.`,
        arguments: prompt.arguments ?? [],
      })),
      ...added(promptsAdded, 'test_added_prompt').map((name) => ({ name, description: 'Added while running.' })),
    ],
  }));
  server.setRequestHandler('prompts/get', ({ params }, context) => {
    const prompt = prompts[params.name];
    if (prompt === undefined) throw new ProtocolError(-32602, `Unknown prompt ${params.name}`);
    const result = prompt.get(params.arguments ?? {}, context);
    return Array.isArray(result) ? { messages: result } : result;
  });
  server.setRequestHandler('completion/complete', ({ params }) => ({
    completion: { values: ['test', 'testing'].filter((value) => value.startsWith(params.argument.value)), hasMore: false },
  }));
  return server;
}

function overStdio() {
  serveStdio(() => {
    const server = newServer();
    changed.tools = () => server.sendToolListChanged();
    changed.prompts = () => server.sendPromptListChanged();
    return server;
  });
}

function overHttp() {
  const handler = createMcpHandler(newServer);
  changed.tools = () => handler.notify.toolsChanged();
  changed.prompts = () => handler.notify.promptsChanged();
  const http = createServer(async (request, response) => {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const body = request.method === 'POST' ? { body: Buffer.concat(await request.toArray()) } : {};
    const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
    const url = `http://${request.headers.host}${request.url}`;
    const answer = await handler.fetch(new globalThis.Request(url, { method: request.method, headers, signal: gone.signal, ...body }));
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.flushHeaders();
    try {
      for await (const part of answer.body ?? []) response.write(part);
    } catch {
      // The client has gone.
    }
    response.end();
  });
  http.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${http.address().port}/mcp`));
  process.stdin.resume().on('end', () => process.exit(0));
}

if (process.argv.includes('--http')) overHttp();
else overStdio();
