import { createMcpHandler, fromJsonSchema, McpServer } from '@modelcontextprotocol/server';
import type { JsonObject } from '@toolrack/contracts';
import { never, openSources } from '../test/harness.js';
import { serveHttp } from '../test/http-server.js';
import { answerFetch } from '../test/web-handler.js';
import { paramHeaderFault } from './param-header-fault.js';

const header = (name: unknown, type: unknown = 'string'): JsonObject => ({ type, 'x-mcp-header': name }) as JsonObject;
const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({ type: 'object', properties, ...more });

describe('the annotations for headers', () => {
  it.each([
    ['none', object({ a: { type: 'string' } })],
    ['several, nested ones too', object({ a: header('A'), b: header('B-2', 'integer'), c: object({ d: header('D', 'boolean') }) })],
    ['a parameter that is called so', object({ 'x-mcp-header': { type: 'number' }, properties: { type: 'object' } })],
    ['data that looks like one', object({ a: { type: 'object', default: { 'x-mcp-header': 7 }, const: { 'x-mcp-header': '' } } })],
  ])('may be %s', (_what, schema) => {
    expect(paramHeaderFault(schema)).toBeUndefined();
  });

  it.each([
    ['empty', object({ a: header('') }), /"a" has an x-mcp-header that is empty/],
    ['no text', object({ a: header(7) }), /empty or not a text/],
    ['of characters that a header name has not', object({ a: header('My Region') }), /cannot be part of a header name/],
    ['with a line break', object({ a: header('A\r\nB') }), /cannot be part/],
    ['not ASCII', object({ a: header('Größe') }), /cannot be part/],
    ['on a number', object({ a: header('A', 'number') }), /not a string, integer or boolean/],
    ['on an object', object({ a: header('A', 'object') }), /not a string, integer or boolean/],
    ['on something without a type', object({ a: { 'x-mcp-header': 'A' } }), /not a string, integer or boolean/],
    [
      'twice in any case',
      object({ a: header('Region'), b: object({ c: header('REGION') }) }),
      /"b\.c" has the x-mcp-header "REGION" of another/,
    ],
    ['on the whole', { ...object({}), 'x-mcp-header': 'A' }, /on parameters alone/],
    ['in items', object({ a: { type: 'array', items: header('A') } }), /on parameters alone/],
    ['in a branch', object({}, { anyOf: [object({ a: header('A') })] }), /on parameters alone/],
    ['in a definition', object({}, { $defs: { a: header('A') } }), /on parameters alone/],
  ])('may not be %s', (_what, schema, reason) => {
    expect(paramHeaderFault(schema)).toMatch(reason);
  });
});

it('a tool with invalid annotations is left out with its reason where headers are sent, and its neighbours stay', async () => {
  const handler = createMcpHandler(() => {
    const mcp = new McpServer({ name: 'modern', version: '1.0.0' }, { capabilities: { tools: {} } });
    for (const [name, type] of [
      ['good', 'string'],
      ['bad', 'number'],
    ] as const) {
      mcp.registerTool(name, { inputSchema: fromJsonSchema(object({ a: header('A', type) })) }, async () =>
        Promise.resolve({ content: [] }),
      );
    }
    return mcp;
  });
  const server = await serveHttp(async (request, response) => answerFetch(handler, server.url, request, response));
  const sources = openSources({ servers: { s: { url: server.url } } });
  try {
    const { tools, problems } = await sources.get('s').list({ signal: never });
    expect(tools.map(({ name }) => name)).toEqual(['good']);
    expect(problems).toEqual([{ tool: 'bad', reason: expect.stringMatching(/it is left out: the parameter "a"/) }]);
  } finally {
    await sources.dispose();
    await server.close();
  }
});
