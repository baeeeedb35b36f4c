// The client under test: the MCP source, as a runtime drives it. The suite starts it with the address of a server.
import { createRuntime } from '@toolrack/kernel';
import { standard } from '@toolrack/presets';
import { mcpSource } from '@toolrack/source-mcp';
import { ContentProviders } from '@toolrack/contracts';
import { signedIn } from './sign-in.mjs';

const url = process.argv[2];
const scenario = process.env.MCP_CONFORMANCE_SCENARIO ?? '';
const given = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? '{}');
// The suite stops the shell around a client that takes too long, not the client.
setTimeout(() => process.exit(1), 20_000).unref();
const signal = AbortSignal.timeout(15_000);

/** Fills a form in as a person would who accepts every default. */
function accept({ requestedSchema }) {
  const fields = Object.entries(requestedSchema?.properties ?? {});
  return { action: 'accept', content: Object.fromEntries(fields.map(([name, field]) => [name, field.default ?? sample(field)])) };
}

function sample(schema) {
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.type === 'number' || schema.type === 'integer') return 5;
  if (schema.type === 'boolean') return true;
  return schema.type === 'array' ? [] : schema.type === 'object' ? {} : 'test';
}

const peer = {
  elicitationModes: ['form', 'url'],
  elicit: async (request) => accept(request),
  sample: async () => ({ role: 'assistant', content: { type: 'text', text: 'An answer.' }, model: 'test' }),
  listRoots: async () => ({ roots: [{ uri: 'file:///test' }] }),
};

/** A runtime with the one server, its tools and its source. */
async function open(options) {
  const plugins = standard({ toolSearch: false, add: [mcpSource({ clientQuestions: true, ...options })] });
  const runtime = await createRuntime({ plugins, limits: { discoveryTimeoutMs: 10_000 } });
  const run = await runtime.startRun();
  for (const { id, state, reason } of run.catalog.sources) console.log(`${id}: ${state} ${reason ?? ''}`);
  const close = async () => {
    await run.end();
    await runtime.dispose();
  };
  return { runtime, run, close };
}

if (scenario.startsWith('auth/')) await workSignedIn();
else await work();
process.exit(0);

async function work() {
  const { runtime, run, close } = await open({ servers: { conformance: { url, trust: 'trusted', start: 'eager' } } });
  const byName = new Map(run.entries.map(({ tool }) => [tool.name, tool]));
  const calls =
    given.toolCalls ??
    [...byName.values()].map(({ name, inputSchema }) => ({
      name,
      arguments: Object.fromEntries((inputSchema.required ?? []).map((key) => [key, sample(inputSchema.properties?.[key] ?? {})])),
    }));
  for (const call of calls) {
    const tool = byName.get(call.name);
    if (tool === undefined) continue;
    const answer = await run
      .callTool(tool.id, { arguments: call.arguments, peer, signal })
      .catch((error) => ({ isError: true, content: error.message }));
    console.log(call.name, JSON.stringify(answer.content).slice(0, 200));
  }
  if (scenario === 'http-standard-headers') await readContent(runtime);
  await close();
}

/** Lists and calls everything, and signs in whenever the server wants it. */
async function workSignedIn() {
  const { options, perform } = signedIn(url, given, scenario);
  let opened = await open(options());
  const reopen = async () => {
    await opened.close();
    opened = await open(options());
  };
  try {
    await perform(async () => {
      const source = opened.run.catalog.sources.find(({ id }) => id === 'mcp:conformance');
      if (source.state !== 'started') throw Object.assign(new Error(source.reason), { fields: { state: source.state } });
    }, reopen);
    for (const { id } of opened.run.entries.map(({ tool }) => tool)) {
      await perform(async () => opened.run.callTool(id, { arguments: {}, peer, signal }), reopen);
    }
  } finally {
    await opened.close();
  }
}

async function readContent(runtime) {
  for (const provider of runtime.contributions(ContentProviders)) {
    for (const { uri } of await provider.listResources({ signal })) await provider.readResource(uri, { signal });
    for (const { name } of await provider.listPrompts({ signal })) await provider.getPrompt(name, {}, { signal });
  }
}
