import assert from 'node:assert/strict';
import {
  type ContentBlock,
  type SourceListing,
  type ToolDefinition,
  type ToolDescriptor,
  type ToolResult,
  type ToolSource,
  type ToolSourceCall,
  ToolrackError,
} from '@toolrack/contracts';
import { fixtureRun } from './fixture-run.js';
import { fixtureTool } from './fixture-tool.js';
import type { SourceCallCase } from './source-suite.js';

const states = ['configured', 'known', 'starting', 'started', 'failed', 'unauthorised', 'skipped'];
const definitionKeys = ['name', 'title', 'description', 'inputSchema', 'outputSchema', 'annotations', 'exposure', 'execution'];

// A function of its own, so that the type of the value stays as it is.
function assertArray(value: readonly unknown[], what: string): void {
  assert.ok(Array.isArray(value), `${what} is an array`);
}

/** Fails when a value holds what JSON cannot: functions, symbols, big integers, numbers that are not finite. */
export function assertJsonSafe(value: unknown, what: string): void {
  const visit = (part: unknown, path: string): void => {
    const kind = typeof part;
    assert.ok(kind !== 'function' && kind !== 'symbol' && kind !== 'bigint', `${what}: ${path} is a ${kind}`);
    if (kind === 'number') assert.ok(Number.isFinite(part), `${what}: ${path} is not a finite number`);
    if (kind !== 'object' || part === null) return;
    for (const [key, child] of Object.entries(part as object)) visit(child, `${path}.${key}`);
  };
  visit(value, '$');
}

function assertDefinition(tool: ToolDefinition): void {
  assert.ok(typeof tool.name === 'string' && tool.name !== '', 'a tool has a non-empty name');
  const where = `the tool ${JSON.stringify(tool.name)}`;
  for (const key of Object.keys(tool)) assert.ok(definitionKeys.includes(key), `${where} has the unknown key ${key}`);
  for (const key of ['title', 'description'] as const) {
    assert.ok(tool[key] === undefined || typeof tool[key] === 'string', `${where}: ${key} is text`);
  }
  for (const key of ['inputSchema', 'outputSchema'] as const) {
    const schema: unknown = tool[key];
    const fits = schema === undefined || typeof schema === 'boolean' || (typeof schema === 'object' && schema !== null);
    assert.ok(fits && !Array.isArray(schema), `${where}: ${key} is a JSON Schema`);
  }
  assert.ok([undefined, 'catalog', 'direct-only'].includes(tool.exposure), `${where}: exposure`);
  assert.ok([undefined, 'parallel', 'sequential'].includes(tool.execution), `${where}: execution`);
  assertJsonSafe(tool, where);
}

/** Fails unless the listing has the promised shape. */
export function assertListing(listing: SourceListing): void {
  assert.ok(typeof listing === 'object' && listing !== null, 'a listing is an object');
  assertArray(listing.tools, 'tools');
  for (const tool of listing.tools) assertDefinition(tool);
  const names = listing.tools.map(({ name }) => name);
  assert.equal(new Set(names).size, names.length, 'names are unique in one source');
  assert.ok(listing.state === undefined || states.includes(listing.state), `the state ${String(listing.state)} is unknown`);
  for (const problem of listing.problems ?? []) {
    assert.ok(typeof problem.tool === 'string' && typeof problem.reason === 'string', 'a problem names tool and reason');
    assert.ok(problem.reason !== '', 'a problem says why');
  }
}

function assertBlock(block: ContentBlock, where: string): void {
  assert.ok(typeof block === 'object' && block !== null, `${where} is an object`);
  if (block.type === 'text') assert.equal(typeof block.text, 'string', `${where}.text is text`);
  else if (block.type === 'image' || block.type === 'audio') {
    assert.equal(typeof block.data, 'string', `${where}.data is text`);
    assert.equal(typeof block.mimeType, 'string', `${where}.mimeType is text`);
  } else if (block.type === 'resource_link') assert.equal(typeof block.uri, 'string', `${where}.uri is text`);
  else if (block.type === 'resource') assert.equal(typeof block.resource, 'object', `${where}.resource is an object`);
  else assert.fail(`${where} has the unknown type ${JSON.stringify((block as { type?: unknown }).type)}`);
}

/** Fails unless the blocks are in MCP's shapes. */
export function assertContent(content: readonly ContentBlock[], where = 'content'): void {
  assertArray(content, where);
  content.forEach((block, index) => {
    assertBlock(block, `${where}[${String(index)}]`);
  });
}

/** Fails unless the result has the promised shape. */
export function assertResult(result: ToolResult): void {
  assert.ok(typeof result === 'object' && result !== null, 'a result is an object');
  assertContent(result.content);
  assert.ok(result.isError === undefined || typeof result.isError === 'boolean', 'isError is a boolean');
  assert.ok(result.terminate === undefined || typeof result.terminate === 'boolean', 'terminate is a boolean');
}

/** Fails unless the reason is a `ToolrackError` with one of the codes. */
export function assertErrorCode(reason: unknown, codes: readonly string[], what: string): void {
  assert.ok(ToolrackError.is(reason), `${what}: rejects with a ToolrackError, not ${String(reason)}`);
  assert.ok(codes.includes(reason.code), `${what}: the code is ${reason.code}, not ${codes.join(' or ')}`);
}

/** The descriptor that the kernel would make of a listed tool. */
export function descriptorOf(source: ToolSource, tool: ToolDefinition): ToolDescriptor {
  return fixtureTool({
    source: { kind: source.kind, owner: source.owner },
    ...tool,
    description: tool.description ?? '',
    trust: source.trust ?? 'untrusted',
  });
}

let counter = 0;

/** Lists, then builds the call of a listed tool. */
export async function prepareCall(
  source: ToolSource,
  request: SourceCallCase,
  signal: AbortSignal = new AbortController().signal,
): Promise<ToolSourceCall> {
  const listing = await source.list({ signal: new AbortController().signal });
  const definition = listing.tools.find(({ name }) => name === request.tool);
  assert.ok(definition !== undefined, `the tool ${request.tool} is listed`);
  const tool = descriptorOf(source, definition);
  counter += 1;
  return {
    tool,
    name: tool.name,
    arguments: request.arguments,
    callId: `suite-call-${String(counter)}`,
    run: fixtureRun(),
    signal,
    onProgress: () => undefined,
  };
}
