// What a whole task costs in a model's context: every tool shown, against each preset with search, describe and call.
// node benchmarks/cost/run.mjs [--short] [--write]   (--write renews RESULTS.md)
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cpus } from 'node:os';
import { definePlugin, ToolSources } from '@toolrack/contracts';
import { createRuntime } from '@toolrack/kernel';
import { hermes, openclaw, standard } from '@toolrack/presets';
import { readSet } from '../ranking/data-sets.mjs';
import { mean, randomNumbers, table } from '../ranking/measures.mjs';

const short = process.argv.includes('--short');
const sizes = short ? [20, 100] : [20, 100, 1000, 5000];
/** Sizes at which the break-even is looked for. */
const ladder = short ? [20, 60] : [5, 10, 15, 20, 30, 40, 60, 80, 100];
const mostQueries = short ? 5 : 25;
const system = 'You are a helpful agent. Use the tools that you have.';
const result = 'x'.repeat(400);
const bytes = (value) => Buffer.byteLength(typeof value === 'string' ? value : JSON.stringify(value), 'utf8');
/** A rule of thumb for JSON and English in the tokenisers of today; the ratio of two estimates does not depend on it. */
const tokens = (count) => Math.round(count / 4);

const random = randomNumbers(11);
const shuffle = (values) =>
  values
    .map((value) => [random(), value])
    .sort((left, right) => left[0] - right[0])
    .map(([, value]) => value);

/** Tools of real servers first, then generated and pooled ones; the tools that the queries ask for lead the list. */
function allTools() {
  const agent = readSet('mcp-agent');
  const gold = new Set(shuffle(agent.queries).flatMap((query) => query.gold));
  const known = new Map(agent.documents.map((document) => [document.id, document]));
  const rest = shuffle(agent.documents.filter(({ id }) => !gold.has(id)));
  const others = shuffle(
    ['bfcl', 'sealtools'].flatMap((name) => readSet(name).documents.map((each) => ({ ...each, id: `${name}/${each.id}` }))),
  );
  const tools = [...[...gold].map((id) => known.get(id)), ...rest, ...others].filter((tool) => tool !== undefined);
  const seen = new Set();
  return tools.filter(({ source, name }) => !seen.has(`${source.owner}:${name}`) && seen.add(`${source.owner}:${name}`));
}
const everything = allTools();
const queries = readSet('mcp-agent').queries;

/** Two thirds of a small catalog answer a query, so that there is something to distract. */
const catalogOf = (size) => [...everything.slice(0, Math.min(130, Math.ceil(size * 0.67))), ...everything.slice(130)].slice(0, size);

function sourcePlugin(tools, trust) {
  const owners = Map.groupBy === undefined ? groupBy(tools) : Map.groupBy(tools, ({ source }) => source.owner || 'misc');
  return definePlugin({
    name: 'bench-source',
    version: '1.0.0',
    api: '^1',
    apply: (host) => {
      for (const [owner, own] of owners) {
        const list = own.map(({ name, description, inputSchema }) => ({
          name,
          description,
          inputSchema: inputSchema ?? { type: 'object' },
        }));
        const call = async () => ({ content: [{ type: 'text', text: result }] });
        host.contribute(ToolSources, {
          kind: 'bench',
          owner: owner.replace(/[^A-Za-z0-9_-]+/g, '-'),
          trust,
          list: async () => ({ tools: list }),
          call,
        });
      }
    },
  })();
}

function groupBy(tools) {
  const groups = new Map();
  for (const tool of tools) groups.set(tool.source.owner || 'misc', [...(groups.get(tool.source.owner || 'misc') ?? []), tool]);
  return groups;
}

function placeholder(schema) {
  if (schema?.enum !== undefined) return schema.enum[0];
  const type = Array.isArray(schema?.type) ? schema.type[0] : schema?.type;
  return { number: 1, integer: 1, boolean: true, array: [], object: {} }[type] ?? 'value';
}
const argumentsOf = ({ inputSchema }) =>
  Object.fromEntries((inputSchema?.required ?? []).map((key) => [key, placeholder(inputSchema.properties?.[key])]));

/** Bytes that the model reads over all requests of a task, and at the end of it. */
function account(fixed, messages) {
  let context = fixed;
  let read = context;
  for (const message of messages) {
    context += message;
    read += context;
  }
  return { read, last: context, requests: messages.length + 1 };
}

/** One task over a run: search, describe, call, as a model would that knows what it wants; or the call alone when the tool is shown. */
async function task(run, { query, gold }, tools) {
  const wanted = tools.find(({ id }) => gold.includes(id));
  const entry = run.entries.find(({ tool }) => tool.name === wanted.name && tool.description === wanted.description);
  const fixed = bytes(system) + bytes(run.prompt) + bytes(run.tools) + bytes(query);
  const shown = run.tools.find(({ name }) => name === entry.callName);
  const messages = [];
  const ask = async (name, args) => {
    const answer = await run.call({ name, arguments: args });
    if (answer.isError && name !== 'tool_call') throw new Error(`${name} failed: ${JSON.stringify(answer.content)}`);
    messages.push(bytes({ name, arguments: args }) + bytes(answer.content.map(({ text }) => text ?? '').join('\n')));
    return answer;
  };
  if (shown !== undefined) await ask(shown.name, argumentsOf(wanted));
  else {
    const isHermes = run.tools.some(
      ({ name, inputSchema }) =>
        name === 'tool_search' && inputSchema.properties?.queries !== undefined && inputSchema.properties?.query === undefined,
    );
    const found = await ask('tool_search', isHermes ? { queries: [query] } : { query });
    const isFound = found.content.some(({ text }) => text?.includes(isHermes ? entry.callName : entry.tool.id));
    await ask('tool_describe', isHermes ? { names: [entry.callName] } : { id: entry.tool.id });
    await ask(
      'tool_call',
      isHermes ? { calls: [{ name: entry.callName, arguments: argumentsOf(wanted) }] } : { id: entry.tool.id, args: argumentsOf(wanted) },
    );
    return { ...account(fixed, messages), isFound };
  }
  return { ...account(fixed, messages), isFound: true };
}

const presets = [
  ['standard(), untrusted sources', standard, 'untrusted', {}],
  ['standard(), trusted sources', standard, 'trusted', {}],
  ['openclaw(), trusted sources', openclaw, 'trusted', {}],
  ['hermes(), trusted sources', hermes, 'trusted', {}],
];

async function measure(tools, [, preset, trust, options]) {
  const runtime = await createRuntime({ plugins: [...preset(options), sourcePlugin(tools, trust)], trust: { 'bench:*': trust } });
  const run = await runtime.startRun({ agent: 'bench', contextWindow: 200_000 });
  const ids = new Set(tools.map(({ id }) => id));
  const answerable = queries.filter(({ gold }) => gold.every((id) => ids.has(id))).slice(0, mostQueries);
  const tasks = [];
  for (const query of answerable) tasks.push(await task(run, query, tools));
  const all = run.entries.map(({ tool, callName }) => ({ name: callName, description: tool.description, inputSchema: tool.inputSchema }));
  const direct = answerable.map(({ query, gold }) => {
    const wanted = tools.find(({ id }) => gold.includes(id));
    return account(bytes(system) + bytes(all) + bytes(query), [
      bytes({ name: wanted.name, arguments: argumentsOf(wanted) }) + result.length,
    ]);
  });
  await runtime.dispose();
  const sum = (list, key) => mean(list.map((each) => each[key]));
  const totals = (list) => ({ read: sum(list, 'read'), last: sum(list, 'last'), requests: sum(list, 'requests') });
  return {
    tasks: totals(tasks),
    direct: totals(direct),
    found: mean(tasks.map(({ isFound }) => Number(isFound))),
    count: answerable.length,
  };
}

/** The size from which on the preset costs less, between the steps of the ladder. */
function breakEven(points, key) {
  const place = points.findIndex(({ tasks, direct }) => tasks[key] < direct[key]);
  if (place < 0) return `over ${ladder.at(-1)}`;
  if (place === 0) return `at most ${ladder[0]}`;
  const gap = ({ tasks, direct }) => direct[key] - tasks[key];
  const [before, after] = [gap(points[place - 1]), gap(points[place])];
  return String(Math.round(ladder[place - 1] + ((ladder[place] - ladder[place - 1]) * -before) / (after - before)));
}

const number = (value) => Math.round(value).toLocaleString('en');
const rows = [];
for (const size of sizes) {
  const tools = catalogOf(size);
  let isFirst = true;
  for (const preset of presets) {
    const { tasks, direct, found } = await measure(tools, preset);
    const line = (name, { read, last, requests }, share) => [
      size.toLocaleString('en'),
      name,
      requests.toFixed(1),
      number(read),
      number(tokens(read)),
      number(tokens(last)),
      share === undefined ? '' : `${(100 * share).toFixed(0)} %`,
      `${(direct.read / read).toFixed(1)} ×`,
    ];
    if (isFirst) rows.push(line('every tool shown', direct));
    isFirst = false;
    rows.push(line(preset[0], tasks, found));
  }
}
const even = [];
for (const preset of presets) {
  const points = [];
  for (const size of ladder) points.push(await measure(catalogOf(size), preset));
  even.push([preset[0], breakEven(points, 'read'), breakEven(points, 'last')]);
}

const require = createRequire(import.meta.url);
const version = (name) => `${name} ${require(`${name}/package.json`).version}`;
const machine = `${cpus().length} × ${cpus()[0].model.trim()}, Node ${process.version}; ${['@toolrack/kernel', '@toolrack/presets'].map(version).join(', ')}`;
const head = ['tools', 'exposure', 'requests', 'bytes read', 'tokens read', 'tokens at the end', 'tool in the answer', 'less than shown'];
const evenHead = ['exposure', 'tools, by everything read', 'tools, by the context at the end'];
const text = `# What a task costs in the context

\`node benchmarks/cost/run.mjs\` on ${machine} (${new Date().toISOString().slice(0, 10)}).

A task is one question that one call answers. With every tool shown it takes two requests to the model (call, answer), with a search four (search, describe, call, answer), and
each request reads the context so far again: "read" adds that up, "at the end" is the context of the last request, which is about what a prompt cache leaves to pay.
The context holds the tools that are shown, the text of the preset with its directory, the question, calls and answers (the result of the tool has 400 bytes).
Tokens are bytes / 4. The tools are those of \`benchmarks/ranking\`: 872 of real MCP servers, then pooled and generated ones; the questions are those of mcp-agent.
"Tool in the answer" is the share of searches whose answer holds the right tool; the others would need another search, which is not counted.

${table(head, rows)}

## From how many tools on a search costs less

${table(evenHead, even)}
`;
process.stdout.write(text);
if (process.argv.includes('--write')) writeFileSync(new URL('./RESULTS.md', import.meta.url), text);
