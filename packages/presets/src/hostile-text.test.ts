import {
  approval,
  definePlugin,
  isJsonObject,
  type CallAnswer,
  type JsonObject,
  type Run,
  ToolSources,
  type Trust,
} from '@toolrack/contracts';
import { createRuntime } from '@toolrack/kernel';
import {
  hostileMarks,
  leaksIn,
  leaksInJson,
  neededJoiners,
  poison,
  poisonedAnswers,
  poisonedNames,
  poisonedSource,
  poisonedTool,
} from '@toolrack/testkit';

import { presets } from '../test/case-runtime.js';

interface Poisoned extends AsyncDisposable {
  readonly run: Run;
  readonly source: ReturnType<typeof poisonedSource>;
  /** Calls a tool through the control, by the reference that a model was shown. */
  call(reference: string, given: JsonObject): Promise<CallAnswer>;
  /** References and texts of a search. */
  search(query: string): Promise<{ readonly references: readonly string[]; readonly answer: CallAnswer }>;
  describe(reference: string): Promise<CallAnswer>;
}

const asJson = (text: string): unknown =>
  JSON.parse(text.slice(Math.max(0, text.search(/[[{]\n|\{"/u))).replace(/\n<<<END[^]*$/u, '')) as unknown;
const textOf = ({ content }: CallAnswer): string => content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');

async function poisoned(
  preset: keyof typeof presets,
  trust: Trust,
  options: { readonly asks?: boolean; readonly mode?: string } = {},
): Promise<Poisoned> {
  const source = poisonedSource({ owner: 'stranger', trust });
  const broken = {
    kind: 'mcp',
    owner: 'broken',
    trust,
    list: () => Promise.reject(new Error(poison('reason'))),
    call: () => Promise.reject(new Error()),
  };
  const plugin = definePlugin({
    name: 'test-strangers',
    version: '1.0.0',
    api: '^1',
    apply: (host) => {
      host.contribute(ToolSources, source);
      host.contribute(ToolSources, broken);
      if (options.asks !== true) return;
      host.hooks.approvalNeeded.tap((_call, dossier) => dossier.require('a person must see it'));
      host.hooks.approve.tap(() => approval('deny', { reason: poison('reason of an approver') }));
    },
  })();
  const mode = options.mode === undefined ? {} : { toolSearch: { mode: options.mode } };
  const runtime = await createRuntime({ plugins: presets[preset]({ add: [plugin], ...mode } as object), trust: { 'mcp:*': trust } });
  const run = await runtime.startRun();
  const control = (name: string, given: JsonObject): Promise<CallAnswer> => run.call({ name, arguments: given });
  const isHermes = preset === 'hermes';
  return {
    run,
    source,
    call: (reference, given) =>
      control('tool_call', isHermes ? { calls: [{ name: reference, arguments: given }] } : { id: reference, args: given }),
    describe: (reference) => control('tool_describe', isHermes ? { names: [reference] } : { id: reference }),
    search: async (query) => {
      const answer = await control('tool_search', isHermes ? { queries: [query], limit: 20 } : { query, limit: 20 });
      const found = asJson(textOf({ ...answer, content: answer.content.slice(0, 1) }));
      const references = isHermes
        ? (found as { results: { matches: string[] }[] }).results.flatMap(({ matches }) => matches)
        : (found as { id: string }[]).map(({ id }) => id);
      return { references, answer };
    },
    [Symbol.asyncDispose]: () => runtime.dispose(),
  };
}

const cases = (['standard', 'openclaw', 'hermes'] as const).flatMap((preset) =>
  (['trusted', 'untrusted'] as const).map((trust) => [preset, trust] as const),
);

describe.each(cases)('text of a stranger (%s, %s)', (preset, trust) => {
  /** What a model reads of an answer; in Hermes' dialect the details are the same object. */
  const read = (answer: CallAnswer): readonly string[] => {
    const { error } = isJsonObject(answer.details) ? answer.details : {};
    const { toolId: _id, ...words } = isJsonObject(error) ? error : {};
    const { error: _error, ...values } = isJsonObject(answer.details) ? answer.details : {};
    return leaksInJson([answer.content, words, preset === 'hermes' ? values : '']);
  };

  it('holds nothing hidden and no control token in what a model is shown first [issue7:4]', async () => {
    for (const mode of preset === 'hermes' ? [undefined] : ['tools', 'directory']) {
      await using stranger = await poisoned(preset, trust, mode === undefined ? {} : { mode });
      const { run } = stranger;
      expect(leaksInJson([run.tools, run.prompt])).toEqual([]);
      expect(run.tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['tool_search', expect.stringMatching(/shown_directly$/u)]));
    }
  });

  it('holds none in any answer of any control, and keeps the joiners that scripts and emoji need [issue7:4]', async () => {
    await using stranger = await poisoned(preset, trust);
    const { references, answer } = await stranger.search('poisoned');
    const [reference = ''] = references.filter((each) => each.endsWith(poisonedTool));
    const described = await stranger.describe(reference);
    const answers = [answer, described, await stranger.search('nothing has these words').then((miss) => miss.answer)];
    for (const how of poisonedAnswers) {
      answers.push(await stranger.call(reference, { how }), await stranger.run.call({ name: poisonedTool, arguments: { how } }));
      answers.push(
        await stranger.run.call({
          name: stranger.run.tools.find(({ name }) => name.endsWith('shown_directly'))?.name ?? '',
          arguments: { how },
        }),
      );
    }
    answers.push(await stranger.call(reference, { how: 'no such value' }), await stranger.call(`${reference}x`, {}));
    answers.push(
      await stranger.call('get_alike', {}),
      await stranger.describe(poison('reference')),
      await stranger.call(poison('call'), {}),
    );
    answers.push(await stranger.run.call({ name: poison('name'), arguments: {} }));
    for (const each of answers) expect(read(each)).toEqual([]);
    expect(stranger.source.calls.length).toBeGreaterThanOrEqual(8);
    const seen = answers.map(textOf).join('\n');
    for (const text of neededJoiners) expect(seen).toContain(text);
  });

  it('holds none in what an approver says [issue7:4]', async () => {
    await using stranger = await poisoned(preset, trust, { asks: true });
    const [reference = ''] = (await stranger.search('poisoned')).references.filter((each) => each.endsWith(poisonedTool));
    const answer = await stranger.call(reference, { how: 'result' });
    expect([answer.isError, stranger.source.calls.length]).toEqual([true, 0]);
    expect(textOf(answer)).toContain('reason of an approver');
    expect(read(answer)).toEqual([]);
  });

  it('makes no tool unreachable and none stand for another: each is called by what a model is shown [issue7:4]', async () => {
    await using stranger = await poisoned(preset, trust);
    const queries = [...hostileMarks.map((_mark, index) => `mark${String(index)}`), 'alike', 'get', 'ike'];
    const shown = new Set<string>();
    for (const query of queries) {
      const { references, answer } = await stranger.search(query);
      expect(read(answer)).toEqual([]);
      for (const reference of references) shown.add(reference);
    }
    for (const reference of shown) {
      expect(leaksIn(reference)).toEqual([]);
      const before = stranger.source.calls.length;
      const answer = await stranger.call(reference, { how: 'result' });
      expect([reference, answer.isError, stranger.source.calls.length]).toEqual([reference, false, before + 1]);
      expect(read(answer)).toEqual([]);
      expect(read(await stranger.describe(reference))).toEqual([]);
    }
    const reached = stranger.source.calls.map(({ name }) => name);
    expect(new Set(reached).size).toBe(reached.length);
    expect(poisonedNames.filter((name) => !reached.includes(name))).toEqual([]);
  });

  it('leaves what a call sends as it is, and gives the tool its own names and values back [issue7:4]', async () => {
    await using stranger = await poisoned(preset, trust);
    const [reference = ''] = (await stranger.search('poisoned')).references.filter((each) => each.endsWith(poisonedTool));
    const described = asJson(textOf(await stranger.describe(reference)));
    const found = preset === 'hermes' ? (described as { tools: Record<string, JsonObject> }).tools[reference] : (described as JsonObject);
    const { properties } = found?.['parameters'] as { properties: Record<string, { enum?: string[] }> };
    const [, ownName = ''] = Object.keys(properties);
    const given = { how: properties['how']?.enum?.at(-1) ?? '', [ownName]: poison('what the user wrote') };
    await stranger.call(reference, given);
    expect(stranger.source.calls.at(-1)?.arguments).toEqual({
      how: poison('allowed value'),
      [poison('name of a parameter')]: poison('what the user wrote'),
    });
  });
});
