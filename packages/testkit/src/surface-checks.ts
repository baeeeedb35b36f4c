import assert from 'node:assert/strict';
import { type CallAnswer, errorAnswer, type ModelTool, type Surface, type SurfaceSession, ToolrackError } from '@toolrack/contracts';
import { assertContent } from './source-checks.js';
import { outcome } from './timeouts.js';

const namePattern = /^[A-Za-z0-9_-]{1,64}$/u;

/** Fails unless the tools may be shown to a model as they are. `skipSchemas` names tools whose schema is not looked at. */
export function assertModelTools(tools: readonly ModelTool[], skipSchemas: ReadonlySet<string> = new Set()): void {
  const names = tools.map(({ name }) => name);
  assert.equal(new Set(names).size, names.length, `tool names are unique: ${names.join(', ')}`);
  for (const { name, description, inputSchema } of tools) {
    assert.match(name, namePattern, 'a tool name has at most 64 characters of [A-Za-z0-9_-]');
    assert.equal(typeof description, 'string', `the description of ${name} is text`);
    if (skipSchemas.has(name)) continue;
    assert.ok(typeof inputSchema === 'object' && inputSchema !== null, `the schema of ${name} is an object`);
    assert.equal((inputSchema as { type?: unknown }).type, 'object', `the schema of ${name} has the type object`);
    assert.deepEqual(JSON.parse(JSON.stringify(inputSchema)), JSON.parse(JSON.stringify({ ...inputSchema })));
  }
}

/** Fails unless the answer has the promised shape. */
export function assertCallAnswer(answer: CallAnswer): void {
  assert.ok(typeof answer === 'object' && answer !== null, 'an answer is an object');
  assertContent(answer.content);
  assert.equal(typeof answer.isError, 'boolean', 'isError is a boolean');
}

/** Calls a control. A `ToolrackError` becomes the failed answer that the kernel makes of it; anything else fails. */
export async function callControl(surface: Surface, name: string, callArguments: unknown, session: SurfaceSession): Promise<CallAnswer> {
  const ended = await outcome(() => surface.call(name, callArguments, session));
  if (ended.status === 'rejected') {
    const what = `${name}(${JSON.stringify(callArguments)?.slice(0, 200) ?? 'undefined'})`;
    assert.ok(ToolrackError.is(ended.reason), `${what} throws ${String(ended.reason)}, which is no ToolrackError`);
    return errorAnswer(ended.reason);
  }
  assertCallAnswer(ended.value);
  return ended.value;
}

/** The text blocks of an answer, joined by line breaks. */
export function answerText(answer: CallAnswer): string {
  return answer.content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
}

/** The shape of a refusal: its kind and its first sentence with the tool's names taken out. */
export function refusalShape(answer: CallAnswer, names: readonly string[]): string {
  const details = answer.details as { error?: { code?: unknown; kind?: unknown } } | undefined;
  let text = answerText(answer);
  for (const name of names) text = text.replaceAll(name, '‹tool›');
  const sentence = text.split(/(?<=[.!?:])\s|\n/u)[0] ?? '';
  return JSON.stringify({ isError: answer.isError, code: details?.error?.code, kind: details?.error?.kind, sentence });
}
