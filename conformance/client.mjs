// The client under test: the MCP source, as a runtime drives it. The suite starts it with the address of a server.
import { createRuntime } from '@toolrack/kernel';
import { standard } from '@toolrack/presets';
import { mcpSource } from '@toolrack/source-mcp';
import { ContentProviders } from '@toolrack/contracts';

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
  elicit: async (request) => accept(request),
  sample: async () => ({ role: 'assistant', content: { type: 'text', text: 'An answer.' }, model: 'test' }),
  listRoots: async () => ({ roots: [{ uri: 'file:///test' }] }),
};

const runtime = await createRuntime({
  plugins: standard({ toolSearch: false, add: [mcpSource({ servers: { conformance: { url, trust: 'trusted', start: 'eager' } } })] }),
  limits: { discoveryTimeoutMs: 10_000 },
});
const run = await runtime.startRun();
for (const source of run.catalog.sources) console.log(`${source.id}: ${source.state} ${source.reason ?? ''}`);
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
if (scenario === 'http-standard-headers') await readContent();
await run.end();
await runtime.dispose();
process.exit(0);

async function readContent() {
  for (const provider of runtime.contributions(ContentProviders)) {
    for (const { uri } of await provider.listResources({ signal })) await provider.readResource(uri, { signal });
    for (const { name } of await provider.listPrompts({ signal })) await provider.getPrompt(name, {}, { signal });
  }
}
