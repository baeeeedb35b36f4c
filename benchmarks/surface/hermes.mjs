// What a model's search, describe and call cost over Hermes' surface, at 100, 1,000 and 10,000 tools, against Hermes Agent itself.
// node benchmarks/surface/hermes.mjs [--short] [--write]   (--write renews RESULTS-hermes.md)
import { definePlugin, ToolSources } from '@toolrack/contracts';
import { createRuntime } from '@toolrack/kernel';
import { hermes } from '@toolrack/presets';
import { ask, eachSize, report, toolText, warmTimes, wordsOf } from './measuring.mjs';

/**
 * Milliseconds of one whole control call of Hermes Agent (September 2026) at the median, on a machine of this class (Python 3.11, 2 shared
 * cores; thread CPU time, 3 runs, least and most of them). It rebuilds its catalog and all statistics on each call.
 */
const peer = { 100: [1.3, 2.4], 1000: [16, 24], 10000: [227, 245] };
/** What is asked of this product at 10,000 tools with an unchanged catalog: so many times faster, even than the best run of the original. */
const asked = 100;

/** Tools of one server in the words of an MCP server: about 30 words and 2 to 6 parameters each. */
function toolsOf(count, server) {
  const tools = [];
  for (let index = server; index < count; index += 20) {
    const { name, description, schema } = toolText(index, (noun) => `A field of the ${noun}`);
    tools.push({ name, description, inputSchema: schema });
  }
  return tools;
}

/** Twenty servers with all the tools between them. */
const servers = definePlugin({
  name: '@bench/servers',
  version: '1.0.0',
  api: '^1',
  optionsSchema: { type: 'object', properties: { count: { type: 'integer' } } },
  apply(host, { count }) {
    for (let server = 0; server < 20; server += 1) {
      const tools = toolsOf(count, server);
      host.contribute(ToolSources, {
        kind: 'mcp',
        owner: `server${server}`,
        trust: 'trusted',
        list: async () => ({ tools }),
        call: async () => ({ content: [{ type: 'text', text: 'ok' }] }),
      });
    }
  },
});

/** Keywords of one tool, other ones each time, so that no cache of answers can help. */
function queryOf(count, index) {
  return wordsOf((index * 7919) % count).join(' ');
}

async function measure(count) {
  const started = performance.now();
  const runtime = await createRuntime({ plugins: hermes({ add: [servers({ count })] }), trust: { '@bench/servers': 'trusted' } });
  const run = await runtime.startRun({ agent: 'bench', contextWindow: 200_000 });
  void run.tools;
  await ask(run, 'tool_search', { queries: [queryOf(count, 0)] });
  const cold = performance.now() - started;
  if (run.entries.length !== count) throw new Error(`${run.entries.length} tools instead of ${count}`);

  const warm = await warmTimes(async (index) => {
    const query = queryOf(count, index);
    const begin = performance.now();
    const searched = await ask(run, 'tool_search', { queries: [query] });
    const found = performance.now();
    const [name] = searched.details.results[0].matches;
    if (name === undefined) throw new Error(`nothing found for ${query}`);
    const before = performance.now();
    const described = await ask(run, 'tool_describe', { names: [name] });
    const known = performance.now();
    const [field] = described.details.tools[name].parameters.required;
    const ready = performance.now();
    await ask(run, 'tool_call', { calls: [{ name, arguments: { [field]: 'x' } }] });
    const end = performance.now();
    const times = { search: found - begin, describe: known - before, call: end - ready };
    return { ...times, all: times.search + times.describe + times.call };
  });
  await runtime.dispose();
  return { cold, ...warm };
}

const rows = [];
let missed = 0;
await eachSize(import.meta.url, measure, (count, best) => {
  const [least, most] = peer[count];
  const tell = (label, path, isCompared = false) => {
    const value = best(path);
    const isAsked = isCompared && count === 10_000;
    const isMissed = isAsked && least / value < asked;
    if (isMissed) missed += 1;
    rows.push([
      count.toLocaleString('en'),
      label,
      `${value.toFixed(3)} ms`,
      isCompared ? `${least}–${most} ms` : '',
      isCompared ? `${(least / value).toFixed(0)} ×` : '',
      isAsked ? `at least ${asked} ×: ${isMissed ? 'MISSED' : 'met'}` : '',
    ]);
  };
  tell('cold: boot, list, first search', 'cold');
  tell('search, p50', 'search.p50', true);
  tell('search, p95', 'search.p95');
  tell('describe, p50', 'describe.p50', true);
  tell('call, p50', 'call.p50', true);
  tell('search → describe → call together, p50', 'all.p50', true);
  tell('search → describe → call together, p95', 'all.p95');
});

report(import.meta.url, {
  results: './RESULTS-hermes.md',
  title: "Search, describe and call over Hermes' surface",
  packages: ['kernel', 'surface-hermes', 'ranker-lexical', 'directory-tiered'],
  peer: 'Hermes, one call',
  rows,
  notes: `The preset \`hermes()\` over twenty servers with an unchanged catalog, each step through \`run.call\` as a model makes it (validation, policy and hooks included). Hermes rebuilds its catalog on every control call; its figures are one whole search call at the median (thread CPU time, the least and the most of 3 runs, Python 3.11 on a machine of the same class). They were not measured in the same session. Ratios are taken against its best run; a describe, a call and all three steps together are compared with one search call of it.`,
  missed,
});
