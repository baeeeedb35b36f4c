import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { jest } from '@jest/globals';
import { ToolrackError, type JsonObject, type Run, type Runtime } from '@toolrack/contracts';
import { createRuntime } from '@toolrack/kernel';
import { standard } from '@toolrack/presets';
import { mcpSource, type McpServerOptions } from '@toolrack/source-mcp';

jest.setTimeout(120_000);

interface SchemaCase {
  readonly id: string;
  readonly title: string;
  readonly tools: readonly (JsonObject & { readonly name: string })[];
  readonly calls: readonly {
    readonly arguments: JsonObject;
    readonly verdict: 'accept' | 'reject' | 'reject_or_budget';
    /** What reaches the server instead of the arguments. */
    readonly deliver?: JsonObject;
    /** Place that the refusal names. */
    readonly path?: string;
    readonly maxMs?: number;
  }[];
  readonly results?: readonly { readonly structuredContent: JsonObject; readonly verdict: 'accept' | 'reject' }[];
  readonly mustKeep: readonly string[];
}

const fixture = (name: string) => fileURLToPath(new URL(`../test/fixtures/${name}`, import.meta.url));
const cases = JSON.parse(readFileSync(fixture('schema-cases.json'), 'utf8')) as readonly SchemaCase[];
const server = (tools: readonly JsonObject[], results: readonly JsonObject[] = []): McpServerOptions => ({
  command: process.execPath,
  args: [fixture('catalog-server.mjs'), JSON.stringify(tools), JSON.stringify(results)],
  trust: 'trusted',
});
/** The spellings of draft-07 that servers use. */
const drafts = ['http', 'https'].flatMap((scheme) => ['', '#'].map((end) => `${scheme}://json-schema.org/draft-07/schema${end}`));

/** Every public report of a schema, on a real server behind the real kernel: what is called and what reaches the server. */
describe('a server whose schema is odd', () => {
  let runtime: Runtime;
  let run: Run;
  beforeAll(async () => {
    const answers = (results: SchemaCase['results']) => (results ?? []).map(({ structuredContent }) => ({ structuredContent }));
    const drafted = cases.find(({ results }) => results !== undefined) as SchemaCase;
    const redrafted = (draft: string): readonly JsonObject[] =>
      drafted.tools.map((tool) => JSON.parse(JSON.stringify(tool).replaceAll(/http:[^"]*draft-07[^"]*/gu, draft)) as JsonObject);
    const servers = Object.fromEntries([
      // Here a tool that promises a form of its results keeps its promise.
      ...cases.map((each) => [each.id, server(each.tools, answers(each.results?.slice(0, 1)))] as const),
      ...drafts.map((draft, index) => [`draft-${index}`, server(redrafted(draft), answers(drafted.results))] as const),
    ]);
    runtime = await createRuntime({
      plugins: standard({ add: [mcpSource({ servers })] }),
      validateUntrusted: true,
      limits: { discoveryTimeoutMs: 60_000 },
    });
    run = await runtime.startRun();
  });
  afterAll(async () => runtime.dispose());

  /** The arguments that reached the server, or why the call was refused before that. */
  async function call(id: string, given: JsonObject): Promise<{ readonly reached: unknown } | { readonly refusal: ToolrackError }> {
    try {
      const { content, isError } = await run.callTool(id, { arguments: given });
      const [block] = content;
      expect(isError ?? false).toBe(false);
      return { reached: block?.type === 'text' ? JSON.parse(block.text) : undefined };
    } catch (error) {
      if (!ToolrackError.is(error)) throw error;
      return { refusal: error };
    }
  }

  it.each(cases.map((each) => [each.title, each.id, each] as const))('is used as well as it can be: %s [%s]', async (_title, id, each) => {
    const listed = run.entries.filter(({ tool }) => tool.source.owner === id).map(({ tool }) => tool.name);
    expect(listed).toEqual(expect.arrayContaining([...each.mustKeep]));
    const [odd, healthy] = each.tools.map(({ name }) => `mcp:${id}:${name}`) as [string, string];
    for (const { arguments: given, verdict, deliver = given, path, maxMs } of each.calls) {
      const began = performance.now();
      const outcome = await call(odd, given);
      if (maxMs !== undefined) expect(performance.now() - began).toBeLessThan(maxMs);
      if (verdict === 'accept') expect(outcome).toEqual({ reached: deliver });
      if (verdict === 'reject') expect(outcome).toMatchObject({ refusal: { code: 'ERR_CALL_ARGUMENTS' } });
      if (path !== undefined) expect(JSON.stringify('refusal' in outcome && outcome.refusal.fields['issues'])).toContain(`"path":"${path}`);
    }
    // Its neighbour is none the worse for it: right arguments reach it, wrong ones do not.
    expect(await call(healthy, { q: 'x' })).toEqual({ reached: { q: 'x' } });
    expect(await call(healthy, {})).toMatchObject({ refusal: { code: 'ERR_CALL_ARGUMENTS' } });
  });

  it.each(drafts.map((draft, index) => [draft, index] as const))(
    'has its results checked by its own draft: %s [schema-108]',
    async (_draft, index) => {
      const { tools, results = [] } = cases.find(({ id }) => id === 'schema-108') as SchemaCase;
      for (const { verdict } of results) {
        const called = run.callTool(`mcp:draft-${index}:${tools[0]?.name ?? ''}`, { arguments: { cmd: 'ls' } });
        if (verdict === 'accept') expect((await called).isError ?? false).toBe(false);
        else await expect(called).rejects.toMatchObject({ code: 'ERR_CALL_OUTPUT' });
      }
    },
  );

  it('names what was mended in its definition', () => {
    const problems = (id: string) =>
      run.catalog.sources.find((source) => source.id === `mcp:${id}`)?.problems?.map(({ tool, reason }) => `${tool}: ${reason}`) ?? [];
    expect(problems('schema-101')).toEqual([
      expect.stringMatching(/upload_design_md: outputSchema#\/properties\/screen\/\$ref leads to nothing/),
    ]);
    expect(problems('schema-105')).toHaveLength(2);
    expect(problems('schema-110')).toEqual([expect.stringMatching(/dnsProvider-createRecord: .*exclusiveMinimum/)]);
    expect(problems('schema-118')).toEqual([expect.stringMatching(/get_next_tasks: .*no type/)]);
    expect(problems('schema-120')).toEqual([expect.stringMatching(/no_schema: .*no inputSchema/)]);
    expect(problems('schema-139')).toHaveLength(2);
    expect(problems('schema-116')).toEqual([]);
  });
});
