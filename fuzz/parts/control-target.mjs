import { isJsonObject } from '@toolrack/contracts';
import { createRuntime } from '@toolrack/kernel';

import { check } from '../loop/check.mjs';
import { deniedText, policy, secret, sources } from './catalog.mjs';

/** Most bytes that one answer of this catalog may have; surfaces bound theirs far below. */
const mostAnswerBytes = 1_000_000;
const mostCalls = 4;

/**
 * Calls of the controls in two runtimes: one has denied tools, the other has none of them. Their answers are equal byte by byte, so no
 * answer tells what a denied tool is called, says or answers, or that there is one.
 */
export async function controlTarget(preset, addSecret) {
  const lines = [];
  const line = (message) => void lines.push(typeof message === 'string' ? message : JSON.stringify(message));
  const logger = { debug: line, info: line, warn: line, error: line };
  const boot = (hasDenied) =>
    createRuntime({
      plugins: preset({ policy, add: [sources(hasDenied)] }),
      trust: { 'mcp:github': 'trusted', 'mcp:vault': 'trusted' },
      logger,
    });
  const runtimes = await Promise.all([boot(true), boot(false)]);
  for (const runtime of runtimes) runtime.events.onAny((event) => lines.push(JSON.stringify({ ...event, reason: '' })));

  const run = async (input) => {
    const calls = read(input.toString());
    lines.length = 0;
    const answers = [];
    for (const runtime of runtimes) answers.push(await answer(runtime, calls));
    check(answers[0] === answers[1], `a denied tool can be told from none: ${difference(...answers)}`);
    if (!input.includes(deniedText)) check(!answers[0].includes(deniedText), 'an answer holds words of a denied tool');
    check(!lines.join('\n').includes(secret), 'a log line or an event holds a secret');
  };

  const answer = async (runtime, calls) => {
    const running = await runtime.startRun({ contextWindow: 200_000, model: { provider: 'p', id: 'm' } });
    const answers = [JSON.stringify([running.tools, running.prompt])];
    for (const [index, { name, arguments: given }] of calls.entries()) {
      const text = wellFormed(await running.call({ name, arguments: given, callId: `call-${index}` }));
      if (name === 'tool_search' || name === 'tool_describe') {
        const again = wellFormed(await running.call({ name, arguments: given, callId: `again-${index}` }));
        check(again === text, `asked twice, it answers differently: ${difference(text, again)}`);
      }
      answers.push(text);
    }
    await running.end();
    return answers.join('\n');
  };

  const read = (text) => {
    let value;
    try {
      value = JSON.parse(text);
    } catch {
      value = [{ name: 'tool_search', arguments: { query: text, queries: [text] } }];
    }
    const calls = (Array.isArray(value) ? value : [value]).slice(0, mostCalls);
    return calls.map((call) => {
      const { name, arguments: given } = isJsonObject(call) ? call : { name: 'tool_call', arguments: call };
      if (isJsonObject(given)) addSecret(given, secret);
      return { name: typeof name === 'string' ? name : 'tool_call', arguments: given };
    });
  };
  return { run, close: () => Promise.all(runtimes.map((runtime) => runtime.dispose())) };
}

function wellFormed(answer) {
  check(Array.isArray(answer.content) && typeof answer.isError === 'boolean', 'an answer has no content or no isError');
  for (const block of answer.content) check(isJsonObject(block) && typeof block.type === 'string', 'a block of an answer has no type');
  for (const block of answer.content) check(block.type !== 'text' || typeof block.text === 'string', 'a text block has no text');
  // The frame around an untrusted text has a random mark.
  const text = JSON.stringify(answer).replaceAll(/ id=\\"[\da-f]{16}\\">>>/gu, ' id=\\"\\">>>');
  check(text.length <= mostAnswerBytes, `an answer has ${text.length} characters`);
  return text;
}

function difference(left, right) {
  let at = 0;
  while (at < left.length && left[at] === right[at]) at += 1;
  return `…${left.slice(Math.max(0, at - 60), at + 120)}… and …${right.slice(Math.max(0, at - 60), at + 120)}…`;
}

/** Words for both dialects, so that mutations meet denied names. */
export const controlWords = [
  'tool_search',
  'tool_describe',
  'tool_call',
  'mcp:vault:read_vault_secret',
  'mcp:vault:create_issue',
  'mcp:github:delete_repository',
  'delete_repository',
  'read_vault_secret',
  'vault',
  'mcp__vault__read_vault_secret',
  'mcp__github__delete_repository',
  'mcp__github__create_issue',
  'mcp:github:create_issue',
  'mcp:files:read_file',
  'connectors__x__y',
];
