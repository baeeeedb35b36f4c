// A runtime inside an agent loop. The loop is what you would write for OpenAI's chat API; only the model is a script.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createRuntime } from '@toolrack/kernel';
import { standard } from '@toolrack/presets';
import { mcpSource } from '@toolrack/source-mcp';
import { scriptedModel } from './scripted-model.mjs';

// A real MCP server, installed as a package and started over stdio.
const manifest = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/package.json');
const program = Object.values(JSON.parse(readFileSync(manifest, 'utf8')).bin)[0];
const everything = { command: process.execPath, args: [join(dirname(manifest), program)], trust: 'trusted' };

const runtime = await createRuntime({ plugins: standard({ add: [mcpSource({ servers: { everything } })] }) });
const model = scriptedModel();

/** One task from question to answer. */
async function runAgent(question) {
  const run = await runtime.startRun({ agent: 'demo', contextWindow: 128_000, model: { provider: 'openai', id: 'scripted' } });
  const tools = run.tools.map(({ name, description, inputSchema }) => ({
    type: 'function',
    function: { name, description, parameters: inputSchema },
  }));
  const messages = [
    { role: 'system', content: `You are a helpful assistant.\n\n${run.prompt}` },
    { role: 'user', content: question },
  ];
  try {
    for (let turn = 0; turn < 10; turn += 1) {
      const { message } = await model.complete({ messages, tools });
      messages.push(message);
      if (message.tool_calls === undefined) return { answer: message.content, messages, tools };
      // Calls of one turn may run side by side; Toolrack keeps exclusive tools apart.
      const results = await Promise.all(message.tool_calls.map((call) => carryOut(run, call)));
      messages.push(...results);
    }
    throw new Error('the model did not come to an end');
  } finally {
    await run.end();
  }
}

/** A failure is an answer for the model, never an exception; arguments may be the raw text. */
async function carryOut(run, { id, function: { name, arguments: text } }) {
  const answer = await run.call({ name, arguments: text, callId: id });
  const content = answer.content.map((block) => (block.type === 'text' ? block.text : `[${block.type}]`)).join('\n');
  console.log(`  ${name} ${text}\n    → ${content.replaceAll(/\s+/gu, ' ').slice(0, 110)}`);
  return { role: 'tool', tool_call_id: id, content };
}

const called = [];
runtime.events.on('call:completed', ({ toolId, durationMs }) => called.push({ toolId, durationMs }));
try {
  const question = 'What is 19 plus 23?';
  console.log(question);
  const { answer, messages, tools } = await runAgent(question);
  console.log(answer.replaceAll(/\s+/gu, ' '));
  assert.match(answer, /\b42\b/u);
  assert.deepEqual(
    tools.map((tool) => tool.function.name),
    ['tool_search', 'tool_describe', 'tool_call'],
  );
  assert.equal(messages.filter((message) => message.role === 'tool').length, 3);
  assert.deepEqual(
    called.map(({ toolId }) => toolId),
    ['mcp:everything:get-sum'], // events name the real tool, never a control
  );
} finally {
  await runtime.dispose();
}
