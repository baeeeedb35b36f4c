// Four third-party MCP servers behind three control tools: `npm start` from the root of the repository.
// `npm start -- --once` stops after the turn; `--port NUMBER` chooses the port that is served on.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';

import { serveHttp } from '@toolrack/gateway';
import { createRuntime } from '@toolrack/kernel';
import { standard } from '@toolrack/presets';
import { mcpSource } from '@toolrack/source-mcp';

const { values: options } = parseArgs({ options: { once: { type: 'boolean' }, port: { type: 'string', default: '0' } } });
const require = createRequire(import.meta.url);

/** How to start a server that is installed as an npm package: its own program, run by this Node. */
function installed(name, ...args) {
  const manifest = require.resolve(`@modelcontextprotocol/server-${name}/package.json`);
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8'));
  const program = typeof bin === 'string' ? bin : Object.values(bin)[0];
  return { command: process.execPath, args: [join(dirname(manifest), program), ...args], trust: 'trusted' };
}

const folder = mkdtempSync(join(tmpdir(), 'toolrack-quickstart-'));
writeFileSync(join(folder, 'hello.txt'), 'Hello from a real file.\n');
const servers = {
  everything: installed('everything'),
  filesystem: installed('filesystem', folder),
  memory: { ...installed('memory'), env: { MEMORY_FILE_PATH: join(folder, 'memory.jsonl') } },
  'sequential-thinking': installed('sequential-thinking'),
};

console.log(`Starting ${Object.keys(servers).length} MCP servers …`);
const runtime = await createRuntime({ plugins: standard({ add: [mcpSource({ servers })] }) });
const stopped = new Promise((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, resolve);
});
try {
  process.exitCode = (await showTurn()) ? 0 : 1;
  if (!options.once && process.exitCode === 0) await serve();
} finally {
  await runtime.dispose();
  rmSync(folder, { recursive: true, force: true });
}

/** Starts a run as an agent would and walks one search → describe → call. True when the real server answered. */
async function showTurn() {
  const run = await runtime.startRun({ agent: 'quickstart', contextWindow: 200_000 });
  console.log('\nSources');
  for (const source of run.catalog.sources) {
    const reason = source.reason === undefined ? '' : `  ${source.reason}`;
    console.log(`  ${source.id.padEnd(24)} ${source.state.padEnd(10)} ${String(source.tools).padStart(3)} tools${reason}`);
  }
  showSaving(run);

  const search = await call(run, 'tool_search', { query: 'read a text file', limit: 3 });
  const found = search.details.candidates.map((candidate) => candidate.id);
  console.log(`  → ${found.join(', ')}`);
  const id = found.find((candidate) => candidate === 'mcp:filesystem:read_text_file');
  if (id === undefined) return fail('the search did not find the tool that reads files');

  const described = await call(run, 'tool_describe', { id });
  console.log(`  → ${text(described).replaceAll(/\s+/gu, ' ').slice(0, 140)} …`);

  const answer = await call(run, 'tool_call', { id, args: { path: join(folder, 'hello.txt') } });
  const isReal = !answer.isError && text(answer).includes('Hello from a real file.');
  console.log(`  → ${JSON.stringify(answer.details?.result?.content?.[0]?.text ?? text(answer))}`);
  await run.end();
  return isReal || fail('the answer did not come from the file');
}

/** What the model is shown, against all definitions as they are. */
function showSaving(run) {
  const bytes = (value) => Buffer.byteLength(typeof value === 'string' ? value : JSON.stringify(value));
  const shown = bytes(run.prompt) + bytes(run.tools);
  const all = bytes(run.entries.map(({ tool: { name, description, inputSchema } }) => ({ name, description, inputSchema })));
  const percent = Math.round((100 * (all - shown)) / all);
  console.log(`\nPrompt: ${shown} bytes for ${run.tools.length} tools and a directory, instead of ${all} for ${run.catalog.total} tools:`);
  console.log(`        ${all - shown} bytes saved (${percent} %)\n\nOne turn`);
}

async function call(run, name, callArguments) {
  console.log(`  ${name} ${JSON.stringify(callArguments)}`);
  return run.call({ name, arguments: callArguments });
}

function text(answer) {
  return answer.content.map((block) => block.text ?? '').join('\n');
}

function fail(reason) {
  console.error(`\nFailed: ${reason}.`);
  return false;
}

/** Serves the same tools to any MCP client on this machine, until Ctrl-C. */
async function serve() {
  const gateway = await serveHttp(runtime, { port: Number(options.port) });
  console.log(`\nServing all of it as one MCP server at ${gateway.url} (Ctrl-C stops)`);
  await stopped;
  console.log('\nStopping …');
  await gateway.close();
}
