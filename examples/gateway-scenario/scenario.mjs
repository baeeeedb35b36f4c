// The gateway scenario: one task, the same plugin with 500 tools, once with every schema in the request and once with tool search.
// The model is a script behind a real HTTP service on this machine. Exit code 1 when one of the seven points does not hold.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';

import { activityLog, readActivity, summariseActivity } from '@toolrack/activity-log';
import { httpChatClient, runAgent } from '@toolrack/adapter-openai';
import { createRuntime } from '@toolrack/kernel';
import { openclaw } from '@toolrack/presets';
import { openclawSource } from '@toolrack/source-openclaw';

import { receipt } from './fake-plugin.mjs';
import { callOf, startScriptedOpenai, toolTexts } from './scripted-openai.mjs';

process.env.SCENARIO_SECRET = randomUUID();
const target = 'fake_archive_glacier';
const targetId = `openclaw:fake-catalog:${target}`;
const reference = 'GL-7';
const question = `Please archive the glacier ${reference} and tell me the receipt.`;
const controls = ['tool_call', 'tool_describe', 'tool_search'];
const folder = mkdtempSync(join(tmpdir(), 'toolrack-scenario-'));

/** With every schema at hand the model calls the tool itself. */
function directScript({ messages, tools }) {
  const [answered] = toolTexts(messages);
  if (answered !== undefined) return { role: 'assistant', content: `The receipt is ${JSON.parse(answered).receipt}.` };
  if (!tools.some((tool) => tool.function.name === target)) throw new Error(`${target} was not in the request`);
  return callOf('call_1', target, { reference });
}

/** With tool search it asks two questions at once, calls what the first one found, and answers. */
function searchScript({ messages }) {
  const [found, called] = toolTexts(messages);
  if (found === undefined) {
    const queries = [
      { query: 'archive a glacier', limit: 3 },
      { query: 'export the payroll', limit: 3 },
    ];
    return callOf('call_1', 'tool_search', { queries });
  }
  if (called === undefined) {
    const { id } = JSON.parse(found).results[0].candidates[0];
    return callOf('call_2', 'tool_call', { id, args: { reference } });
  }
  return { role: 'assistant', content: `The receipt is ${JSON.parse(called).result.details.receipt}.` };
}

/** One lane: a runtime of its own, one run, one task. */
async function lane(name, toolSearch, script) {
  const service = await startScriptedOpenai(script);
  const file = join(folder, `${name}.jsonl`);
  const source = openclawSource({ modules: [{ path: fileURLToPath(new URL('fake-plugin.mjs', import.meta.url)), owner: 'fake-catalog' }] });
  const runtime = await createRuntime({ plugins: openclaw({ ...toolSearch, add: [source, activityLog({ file })] }) });
  try {
    const run = await runtime.startRun({ agent: 'scenario', contextWindow: 200_000, model: { provider: 'openai', id: 'scripted' } });
    const outcome = await runAgent({ run, client: httpChatClient({ baseUrl: service.baseUrl }), model: 'scripted', question });
    await run.end();
    await runtime.dispose();
    const { records } = await readActivity(file);
    const [activity] = summariseActivity(records);
    return { outcome, requests: service.requests, activity, records };
  } finally {
    await runtime.dispose();
    await service.close();
  }
}

const failures = [];
let point = 0;
function prove(claim, holds, detail) {
  point += 1;
  console.log(`${holds ? 'proved' : 'FAILED'}  ${point}. ${claim}: ${detail}`);
  if (!holds) failures.push(point);
}

try {
  const direct = await lane('direct', { toolSearch: false }, directScript);
  const search = await lane('search', {}, searchScript);
  const shown = (result) => result.requests[0].tools.map((tool) => tool.function.name);
  const expected = receipt(target, reference);

  for (const [name, result] of Object.entries({ direct, search })) {
    const bytes = result.requests.map((request) => request.bytes);
    const total = bytes.reduce((sum, size) => sum + size, 0);
    console.log(
      `${name.padEnd(6)}  ${shown(result).length} tools shown, ${bytes.length} requests of ${bytes.join(', ')} bytes, ${total} in all`,
    );
  }
  console.log();

  const answered = (result) => result.outcome.end === 'answered' && result.outcome.answer.includes(expected);
  prove('direct mode can call the plugin’s tool', answered(direct), direct.outcome.answer);
  prove('tool search can call the same tool', answered(search), search.outcome.answer);

  const schemas = direct.requests[0].tools.filter((tool) => /^fake_/u.test(tool.function.name) && tool.function.parameters.properties);
  prove(
    'direct mode shows the plugin’s schemas to the model',
    schemas.length === 501,
    `${schemas.length} schemas, ${direct.requests[0].toolBytes} bytes`,
  );

  const names = shown(search).sort();
  const compact = JSON.stringify(names) === JSON.stringify(['fake_show_screen', ...controls].sort());
  prove('tool search shows the controls and the direct-only tools', compact, `${names.join(', ')}, ${search.requests[0].toolBytes} bytes`);

  const [large, small] = [direct.requests[0].bytes, search.requests[0].bytes];
  const isSmaller = search.requests.every((request) => request.bytes < large);
  prove('its requests are smaller', isSmaller, `${small} bytes instead of ${large} (${((100 * small) / large).toFixed(1)} %)`);

  const counts = ({ activity }) => [activity.visible, activity.searches, activity.describes, activity.calls, activity.failedCalls];
  const sources = ({ activity }) => JSON.stringify(activity.callsBySource);
  const isCounted =
    String(counts(direct)) === '501,0,0,1,0' &&
    String(counts(search)) === '4,2,0,1,0' &&
    [direct, search].every((result) => sources(result) === '{"openclaw":1}' && result.activity.callRecords[0].toolId === targetId);
  const told = (result) =>
    `${result.activity.visible} schemas, ${result.activity.searches} searches, ${result.activity.calls} call of ${result.activity.callRecords[0]?.toolId}`;
  prove('the session logs show the expected calls', isCounted, `direct: ${told(direct)}; search: ${told(search)}`);

  const order = search.outcome.calls.map((call) => call.function.name).join(' → ');
  const queries = search.records.filter((record) => record.type === 'search').map((record) => record.query);
  const call = search.records.find((record) => record.type === 'call');
  const isBatch =
    order === 'tool_search → tool_call' && queries.length === 2 && call.parentToolCallId === 'call_2' && call.servedBy === 'source';
  prove('two queries in one tool_search, then the tool through tool_call', isBatch, `${order}; queries: ${queries.join(', ')}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(failures.length === 0 ? '\nAll seven points hold.' : `\nNot proved: ${failures.join(', ')}.`);
process.exitCode = failures.length === 0 ? 0 : 1;
