import { jest } from '@jest/globals';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { ContentProviders, definePlugin, ToolSources, type JsonObject, type Runtime, type Trust } from '@toolrack/contracts';
import { createRuntime } from '@toolrack/kernel';
import { hermes, standard } from '@toolrack/presets';
import { hostileMarks, leaksIn, leaksInJson, neededJoiners, poisonedAnswers, poisonedContent, poisonedSource } from '@toolrack/testkit';
import { serveHttp, type HttpHandle } from './http/serve-http.js';

jest.setTimeout(120_000);

const presets = { standard, hermes } as const;
const eras = ['auto', 'legacy'] as const;
const cases = (['standard', 'hermes'] as const).flatMap((preset) =>
  (['trusted', 'untrusted'] as const).flatMap((trust) => eras.map((era) => [preset, trust, era] as const)),
);

/** The messages in the body of an answer: JSON, or a stream of events with JSON in them. */
function messagesIn(body: string): readonly unknown[] {
  if (!body.includes('data:')) return body === '' ? [] : [JSON.parse(body) as unknown];
  return body.split('\n').flatMap((line) => (/^data: ?\{/u.test(line) ? [JSON.parse(line.slice(5)) as unknown] : []));
}

describe('text of a stranger through the gateway', () => {
  const bodies: Promise<string>[] = [];
  const asked: JsonObject[] = [];
  let runtime: Runtime;
  let source: ReturnType<typeof poisonedSource>;
  let handle: HttpHandle;
  let client: Client;

  async function connect(preset: keyof typeof presets, trust: Trust, era: (typeof eras)[number]): Promise<void> {
    source = poisonedSource({ owner: 'stranger', trust });
    const plugin = definePlugin({
      name: 'test-strangers',
      version: '1.0.0',
      api: '^1',
      apply: (host) => {
        host.contribute(ToolSources, source);
        host.contribute(ContentProviders, poisonedContent('stranger'));
      },
    })();
    runtime = await createRuntime({ plugins: presets[preset]({ add: [plugin] }), trust: { 'mcp:*': trust } });
    handle = await serveHttp(runtime, { drainTimeoutMs: 200 });
    client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: era }, capabilities: { elicitation: {} } });
    client.setRequestHandler('elicitation/create', ({ params }) => {
      asked.push(params as unknown as JsonObject);
      const { properties } = (params as { requestedSchema: { properties: Record<string, { enum?: string[] }> } }).requestedSchema;
      const [name = ''] = Object.keys(properties);
      return { action: 'accept' as const, content: { [name]: 'x', one: properties['one']?.enum?.[0] ?? '' } };
    });
    const fetchAndKeep: typeof fetch = async (url, init) => {
      const response = await fetch(url, init);
      if (init?.method === 'POST') bodies.push(response.clone().text());
      return response;
    };
    await client.connect(new StreamableHTTPClientTransport(new URL(handle.url), { fetch: fetchAndKeep }));
  }
  afterEach(async () => {
    await client.close();
    await handle.close();
    await runtime.dispose();
    bodies.length = 0;
    asked.length = 0;
  });

  /** Everything that was sent to the client, looked through; answers how many messages that were. */
  async function expectClean(): Promise<number> {
    const messages = (await Promise.all(bodies)).flatMap(messagesIn);
    expect(leaksInJson(messages)).toEqual([]);
    return messages.length;
  }

  it.each(cases)(
    'holds nothing hidden and no control token in definitions, answers, errors, progress and logs (%s, %s, %s) [issue7:4]',
    async (preset, trust, era) => {
      await connect(preset, trust, era);
      if (era === 'legacy') await client.setLoggingLevel('debug');
      const { tools } = await client.listTools();
      const direct = tools.find(({ name }) => name.endsWith('shown_directly'));
      expect(direct?.outputSchema).toBeDefined();
      const progress: string[] = [];
      const call = (name: string, given: JsonObject): Promise<unknown> =>
        client
          .callTool({ name, arguments: given }, { onprogress: ({ message }) => void progress.push(message ?? '') })
          .catch((error: unknown) => error);
      const reference = preset === 'hermes' ? 'mcp__stranger__poisoned' : 'mcp:stranger:poisoned';
      for (const how of poisonedAnswers) {
        await call(direct?.name ?? '', { how });
        await call(
          'tool_call',
          preset === 'hermes' ? { calls: [{ name: reference, arguments: { how } }] } : { id: reference, args: { how } },
        );
      }
      await call('tool_search', preset === 'hermes' ? { queries: ['poisoned', 'nothing like it'] } : { query: 'poisoned' });
      await call('tool_describe', preset === 'hermes' ? { names: [reference] } : { id: reference });
      await call('poisoned', {});
      expect(source.calls).toHaveLength(8);
      expect(progress.length).toBeGreaterThan(0);
      for (const message of progress) expect(leaksIn(message)).toEqual([]);
      expect(leaksIn(client.getInstructions() ?? '')).toEqual([]);
      expect(await expectClean()).toBeGreaterThan(10);
      expect((await Promise.all(bodies)).join('')).toContain(neededJoiners[0]);
    },
  );

  it.each(eras)(
    'holds none in resources, prompts, completions and questions, and each leads back to its own (%s) [issue7:4]',
    async (era) => {
      await connect('standard', 'trusted', era);
      const { resources } = await client.listResources();
      expect(new Set(resources.map(({ uri }) => uri)).size).toBe(Math.ceil(hostileMarks.length / 10) + 1);
      for (const [index, { uri }] of resources.entries()) {
        const { contents } = await client.readResource({ uri });
        expect(contents[0]).toMatchObject({ uri, text: expect.stringMatching(new RegExp(`^${String(index)} `, 'u')) });
      }
      await client.listResourceTemplates();
      await expect(client.readResource({ uri: 'toolrack://stranger/test://other' })).rejects.toMatchObject({ code: -32_050 });
      const { prompts } = await client.listPrompts();
      for (const [index, { name }] of prompts.entries()) {
        const { messages } = await client.getPrompt({ name });
        expect(messages[0]?.content).toMatchObject({ text: expect.stringMatching(new RegExp(`^${String(index)} true `, 'u')) });
      }
      await client.complete({ ref: { type: 'ref/prompt', name: prompts[0]?.name ?? '' }, argument: { name: 'a', value: '' } });
      expect(asked).toHaveLength(prompts.length);
      expect(leaksInJson(asked)).toEqual([]);
      await expectClean();
    },
  );
});
