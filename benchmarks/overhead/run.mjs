// What Toolrack itself costs: boot, the start of a turn whose catalog has not changed, and one call over calling the source directly.
// node benchmarks/overhead/run.mjs [--short] [--write]   (--write renews RESULTS.md)
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cpus } from 'node:os';
import { definePlugin, ToolSources } from '@toolrack/contracts';
import { createRuntime } from '@toolrack/kernel';
import { standard } from '@toolrack/presets';

const short = process.argv.includes('--short');
const rounds = short ? 300 : 3000;
const require = createRequire(import.meta.url);
const version = (name) => require(`${name}/package.json`).version;

/** Realistic definitions: 2 to 6 parameters, some 46 words each. */
function definitions(count) {
  const verbs = ['create', 'list', 'get', 'update', 'delete', 'search', 'export', 'archive'];
  const nouns = ['invoice', 'customer', 'ticket', 'branch', 'deployment', 'calendar event', 'message', 'report', 'sensor', 'playlist'];
  return Array.from({ length: count }, (_, index) => {
    const [verb, noun] = [verbs[index % verbs.length], nouns[Math.floor(index / verbs.length) % nouns.length]];
    const parameters = Array.from({ length: 2 + (index % 5) }, (_unused, position) => [
      `${noun.replaceAll(' ', '_')}_field_${position}`,
      { type: position % 2 ? 'number' : 'string', description: `Field ${position} of the ${noun} that is to be used by the tool` },
    ]);
    return {
      name: `${verb}_${noun.replaceAll(' ', '_')}_${index}`,
      description: `${verb} a ${noun} of tenant ${index % 97} and answer with its identifier, its state and the time of the last change.`,
      inputSchema: { type: 'object', properties: Object.fromEntries(parameters), required: [parameters[0][0]] },
    };
  });
}

function sourceOf(count) {
  const tools = definitions(count);
  const answer = { content: [{ type: 'text', text: 'ok' }] };
  return { kind: 'bench', owner: 'main', trust: 'trusted', list: async () => ({ tools }), call: async () => answer };
}
const plugin = (source) =>
  definePlugin({ name: 'bench-source', version: '1.0.0', api: '^1', apply: (host) => host.contribute(ToolSources, source) })();
const open = (source) => createRuntime({ plugins: [...standard(), plugin(source)], trust: { 'bench:*': 'trusted' } });

async function sample(count, work) {
  for (let warm = 0; warm < Math.min(count, 300); warm++) await work();
  const times = [];
  for (let round = 0; round < count; round++) {
    const started = performance.now();
    await work();
    times.push(performance.now() - started);
  }
  times.sort((left, right) => left - right);
  return { p50: times[Math.floor(count * 0.5)], p95: times[Math.floor(count * 0.95)] };
}

const rows = [];
const target = (label, value, limit) => {
  rows.push([
    label,
    `${value.toFixed(3)} ms`,
    limit === undefined ? '' : `at most ${limit} ms`,
    limit === undefined ? '' : value <= limit ? 'met' : 'MISSED',
  ]);
};

for (const count of [1_000, 10_000]) {
  const started = performance.now();
  const source = sourceOf(count);
  const runtime = await open(source);
  const booted = performance.now();
  const run = await runtime.startRun({ agent: 'bench' });
  void run.prompt;
  target(`boot, ${count} tools`, booted - started);
  target(`first turn start (list, check, name, draw), ${count} tools`, performance.now() - booted);

  const turn = await sample(rounds, async () => {
    const next = await runtime.startRun({ agent: 'bench' });
    void next.prompt;
    void next.tools;
    await next.end();
  });
  target(`cached turn start and end, ${count} tools, p50`, turn.p50, count === 10_000 ? 1 : undefined);
  target(`cached turn start and end, ${count} tools, p95`, turn.p95);

  const tool = run.entries[0].tool;
  const callArguments = { [tool.inputSchema.required[0]]: 'x' };
  const direct = await sample(rounds, () => source.call());
  const through = await sample(rounds, () => run.callTool(tool.id, { arguments: callArguments }));
  const control = await sample(rounds, () => run.call({ name: 'tool_call', arguments: { id: tool.id, args: callArguments } }));
  target(`one call through the pipeline over the source itself, ${count} tools, p50`, through.p50 - direct.p50, 0.2);
  target(`one call through tool_call over the source itself, ${count} tools, p50`, control.p50 - direct.p50, 0.2);
  target(`one call through tool_call, ${count} tools, p95`, control.p95);
  await runtime.dispose();
}

const machine = `${cpus().length} × ${cpus()[0].model.trim()}, Node ${process.version}, ${process.platform}; @toolrack/kernel ${version('@toolrack/kernel')}, ${rounds} rounds`;
const table = ['| what | measured | target | |', '| --- | ---: | --- | --- |', ...rows.map((row) => `| ${row.join(' | ')} |`)].join('\n');
console.log(`${machine}\n${table}`);
if (process.argv.includes('--write')) {
  writeFileSync(
    new URL('./RESULTS.md', import.meta.url),
    `# Overhead of the kernel\n\n\`npm run benchmark:overhead\` on ${machine} (${new Date().toISOString().slice(0, 10)}).\n\n${table}\n`,
  );
}
process.exitCode = rows.some((row) => row[3] === 'MISSED') && !short ? 1 : 0;
