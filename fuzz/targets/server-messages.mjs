import { isJsonObject, SecretMask } from '@toolrack/contracts';
import { readCallResult } from '../../packages/source-mcp/dist/call-result.js';
import { restoreParts, setAsideParts } from '../../packages/source-mcp/dist/lenient-message.js';
import { LineReader } from '../../packages/source-mcp/dist/line-reader.js';
import { readTool } from '../../packages/source-mcp/dist/tool-definition.js';
import { parseWireLine } from '../../packages/source-mcp/dist/wire-message.js';

import { check } from '../loop/check.mjs';
import { secret } from '../parts/catalog.mjs';

export const words = ['jsonrpc', '2.0', 'result', 'error', 'toolResult', 'structuredContent', 'contents', '\n', secret];

/** What a server writes, from bytes in pieces to messages, lists and results. */
export async function create() {
  const mask = new SecretMask([secret, 'canary']);
  const limit = 20_000;

  const linesOf = (pieces) => {
    const lines = [];
    const reader = new LineReader(
      (line) => lines.push(line),
      limit,
      (dropped) => {
        const answer = dropped.answer(limit);
        if (answer !== undefined) check(isJsonObject(JSON.parse(answer)), 'the answer to an oversized message is no message');
        lines.push(undefined);
      },
    );
    for (const piece of pieces) reader.push(piece);
    reader.end();
    return lines;
  };

  const message = (line) => {
    const messages = parseWireLine(line);
    if (messages === undefined) return;
    for (const each of messages) {
      check(each.jsonrpc === '2.0', 'a message is none of JSON-RPC 2.0');
      if (!('result' in each)) continue;
      const sent = written(each.result);
      setAsideParts(each);
      const restored = restoreParts(each.result);
      if (sent !== undefined && !sent.includes('toolrack/') && !sent.includes('protocolVersion')) {
        check(JSON.stringify(sorted(restored)) === JSON.stringify(sorted(JSON.parse(sent))), 'a result is not restored as it was');
      }
      result(restored);
    }
  };

  const result = (restored) => {
    const { content, isError } = readCallResult(restored);
    check(Array.isArray(content) && [undefined, true].includes(isError), 'a result without content');
    for (const block of content) check(isJsonObject(block) && typeof block.type === 'string', 'a block without a type');
    if (Array.isArray(restored.tools)) restored.tools.forEach((entry, index) => readTool(entry, index));
  };

  const run = async (input) => {
    const third = Math.floor(input.length / 3);
    const lines = linesOf([input]);
    const inPieces = linesOf([input.subarray(0, third), input.subarray(third, third * 2), input.subarray(third * 2)]);
    check(JSON.stringify(inPieces) === JSON.stringify(lines), 'what is read depends on how the bytes arrive');
    for (const line of lines) if (line !== undefined) message(line);
    const text = input.toString();
    check(!mask.apply(text).includes(secret), 'a masked text holds the secret');
    mask.applyToTail(text.slice(0, 2_000));
  };
  return { run };
}

/** As JSON; `undefined` for what is nested so deeply that the engine reads it and cannot write it. */
function written(value) {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const sorted = (value) => Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)));
