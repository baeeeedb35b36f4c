// What a model's search, describe and call cost over OpenClaw's surface, at 100, 1,000 and 10,000 tools, against OpenClaw itself.
// node benchmarks/surface/run.mjs [--short] [--write]   (--write renews RESULTS.md)
import { createRuntime } from '@toolrack/kernel';
import { openclaw } from '@toolrack/presets';
import { openclawSource } from '@toolrack/source-openclaw';
import { ask, eachSize, nouns, report, things, toolText, verbs, warmTimes } from './measuring.mjs';

/** OpenClaw 2026.9.6 on a machine of this class (Node 24, 2 shared cores), in milliseconds: a warm search, and all tools registered with the first search answered. */
const peer = { 100: { warm: 0.08, cold: 9.3 }, 1000: { warm: 0.73, cold: 82 }, 10000: { warm: 15.3, cold: 765 } };
/** What is asked of this product at 10,000 tools: so many times faster than OpenClaw. */
const asked = { warm: 5, cold: 2 };

/** Tools of about 46 words with 2 to 6 parameters, as in the peer's measurement. */
function tools(count) {
  return Array.from({ length: count }, (_unused, index) => {
    const describe = (noun, position) => `Field ${position} of the ${noun} that the tool is to use`;
    const { schema, ...tool } = toolText(index, describe);
    return { ...tool, parameters: schema, execute: async () => ({ content: [{ type: 'text', text: 'ok' }], details: { ok: true } }) };
  });
}

/** Different words each time, so that no cache of answers can help. */
function queryOf(index) {
  return `${verbs[(index * 7) % 10]} the ${nouns[(index * 3) % 20]} of a ${things[(index * 11) % 20]}`;
}

async function measure(count) {
  const modules = [{ tools: tools(count), owner: 'bench' }];
  const cpu = () => (process.cpuUsage().user + process.cpuUsage().system) / 1000;
  const spent = [cpu()];
  const started = performance.now();
  const runtime = await createRuntime({ plugins: openclaw({ add: [openclawSource({ modules })] }) });
  const booted = performance.now();
  spent.push(cpu());
  const run = await runtime.startRun({ agent: 'bench', contextWindow: 200_000 });
  void run.tools;
  const listed = performance.now();
  spent.push(cpu());
  await ask(run, 'tool_search', { query: queryOf(0) });
  const searched = performance.now();
  spent.push(cpu());
  if (run.entries.length !== count) throw new Error(`${run.entries.length} tools instead of ${count}`);

  const warm = await warmTimes(async (index) => {
    const begin = performance.now();
    const { details } = await ask(run, 'tool_search', { query: queryOf(index), limit: 8 });
    const found = performance.now();
    const hit = details.candidates?.[0];
    if (hit === undefined) throw new Error(`nothing found for ${queryOf(index)}`);
    const described = await ask(run, 'tool_describe', { id: hit.id });
    const known = performance.now();
    const [field] = described.details.parameters.required;
    await ask(run, 'tool_call', { id: hit.id, args: { [field]: 'x' } });
    const end = performance.now();
    return { search: found - begin, describe: known - found, call: end - known, all: end - begin };
  });
  await runtime.dispose();
  return {
    boot: booted - started,
    list: listed - booted,
    firstSearch: searched - listed,
    cold: searched - started,
    cpu: { boot: spent[1] - spent[0], list: spent[2] - spent[1], firstSearch: spent[3] - spent[2], cold: spent[3] - spent[0] },
    ...warm,
  };
}

const rows = [];
let missed = 0;
await eachSize(import.meta.url, measure, (count, best) => {
  const tell = (label, path, openclawMs, times) => {
    const value = best(path);
    const isMissed = times !== undefined && value > openclawMs / times;
    if (isMissed) missed += 1;
    const ratio = openclawMs === undefined ? '' : `${(openclawMs / value).toFixed(1)} ×`;
    const goal = times === undefined ? '' : `at least ${times} ×: ${isMissed ? 'MISSED' : 'met'}`;
    const theirs = openclawMs === undefined ? '' : `${openclawMs} ms`;
    rows.push([count.toLocaleString('en'), label, `${value.toFixed(3)} ms`, theirs, ratio, goal]);
  };
  const goal = count === 10_000 ? asked : {};
  tell('cold: boot, list, first search', 'cold', peer[count].cold, goal.cold);
  tell('… of it boot', 'boot');
  tell('… of it start of the run (list, check, name, draw)', 'list');
  tell('… of it first search (index)', 'firstSearch');
  tell('CPU time of the cold start, all threads', 'cpu.cold');
  tell('… of it boot', 'cpu.boot');
  tell('… of it start of the run', 'cpu.list');
  tell('… of it first search', 'cpu.firstSearch');
  tell('warm search, p50', 'search.p50', peer[count].warm, goal.warm);
  tell('warm search, p95', 'search.p95');
  tell('warm describe, p50', 'describe.p50');
  tell('warm call, p50', 'call.p50');
  tell('search → describe → call, p50', 'all.p50');
  tell('search → describe → call, p95', 'all.p95');
});

report(import.meta.url, {
  results: './RESULTS.md',
  title: "Search, describe and call over OpenClaw's surface",
  packages: ['kernel', 'surface-openclaw', 'ranker-bm25'],
  peer: 'OpenClaw',
  rows,
  notes: `The preset \`openclaw()\` over first-party tools in OpenClaw's shape, each step through \`run.call\` as a model makes it. OpenClaw's figures are those of 2026.9.6 on a machine of the same class (Node 24, 2 shared cores): a warm search (200 queries, the best of several repeats of each, as here), and the time to register all tools and answer the first search, without starting a program. They were not measured in the same session. On a machine that is busy with other work the wall-clock times of a cold start say little; its CPU time says more.`,
  missed,
});
