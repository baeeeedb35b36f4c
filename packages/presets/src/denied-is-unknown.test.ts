import { definePlugin, ToolSources, type CallAnswer, type Plugin, type Run, type Runtime, type ToolDefinition } from '@toolrack/contracts';
import { createRuntime } from '@toolrack/kernel';
import { createPolicyRules, policyWith, type PolicyRules } from '@toolrack/policy';
import { rankerBm25 } from '@toolrack/ranker-bm25';
import { rankerLexical } from '@toolrack/ranker-lexical';

import { hermes, openclaw, standard } from './index.js';

type Dialect = 'openclaw' | 'hermes';

/** The one tool that is denied, and a name of the same shape that nobody has. */
const deniedName = 'qzx_grimp';
const unknownName = 'qzx_blorp';
const schema = (word: string) => ({
  type: 'object',
  properties: { [word]: { type: 'string', description: `the ${word} to use` } },
  required: [word],
});
const ordinary: readonly ToolDefinition[] = ['invoice', 'ticket', 'branch', 'report', 'sensor'].flatMap((noun) =>
  ['create', 'list', 'delete'].map((verb) => ({
    name: `${verb}_${noun}`,
    description: `${verb} a ${noun} of the team`,
    inputSchema: schema(noun),
  })),
);
const secret: ToolDefinition = { name: deniedName, description: 'Purge the quarterly payroll archive', inputSchema: schema('payroll') };

const servers = (files: readonly ToolDefinition[]): Plugin =>
  definePlugin({
    name: 'test-servers',
    version: '1.0.0',
    api: '^1',
    apply: (host) =>
      host.contribute(ToolSources, {
        kind: 'mcp',
        owner: 'files',
        trust: 'trusted',
        list: async () => ({ tools: files }),
        call: async ({ name }) => ({ content: [{ type: 'text', text: `ran ${name}` }] }),
      }),
  })();

const combinations: readonly (readonly [name: string, dialect: Dialect, plugins: (add: readonly Plugin[]) => readonly Plugin[]])[] = [
  ['standard, lexical', 'openclaw', (add) => standard({ without: ['@toolrack/policy'], add })],
  [
    'standard, BM25',
    'openclaw',
    (add) => standard({ without: ['@toolrack/policy', '@toolrack/ranker-lexical'], add: [...add, rankerBm25()] }),
  ],
  ['openclaw, BM25', 'openclaw', (add) => openclaw({ without: ['@toolrack/policy'], add })],
  [
    'openclaw, lexical',
    'openclaw',
    (add) => openclaw({ without: ['@toolrack/policy', '@toolrack/ranker-bm25'], add: [...add, rankerLexical()] }),
  ],
  ['openclaw in directory mode', 'openclaw', (add) => openclaw({ without: ['@toolrack/policy'], toolSearch: { mode: 'directory' }, add })],
  ['hermes, lexical', 'hermes', (add) => hermes({ without: ['@toolrack/policy'], add })],
  ['hermes, BM25', 'hermes', (add) => hermes({ without: ['@toolrack/policy', '@toolrack/ranker-lexical'], add: [...add, rankerBm25()] })],
];

const boot = (
  plugins: (add: readonly Plugin[]) => readonly Plugin[],
  rules: PolicyRules,
  tools: readonly ToolDefinition[],
): Promise<Runtime> => createRuntime({ plugins: plugins([policyWith(rules), servers(tools)]), trust: { 'mcp:*': 'trusted' } });

/** Everything that a model can ask about a name, through every control and past them. */
function questions(dialect: Dialect, name: string): readonly (readonly [control: string, given: unknown])[] {
  const id = `mcp:files:${name}`;
  const called = `mcp__files__${name}`;
  const spellings = [name, name.toUpperCase(), ` ${name}`, name.replace('_', '-'), name.slice(0, -1), `${name}s`, called, id];
  if (dialect === 'hermes') {
    return [
      ...[name, id, `${name} payroll`, 'purge the quarterly payroll archive', 'payroll'].map(
        (query) => ['tool_search', { queries: [query] }] as const,
      ),
      ...spellings.map((one) => ['tool_describe', { names: [one] }] as const),
      ['tool_describe', { names: [called, 'mcp__files__list_branch', called] }],
      ...spellings.map((one) => ['tool_call', { calls: [{ name: one, arguments: { payroll: 'x' } }] }] as const),
      [
        'tool_call',
        {
          calls: [
            { name: called, arguments: {} },
            { name: 'mcp__files__list_branch', arguments: { branch: 'b' } },
          ],
        },
      ],
      ['tool_call', { name: called, arguments: { payroll: 'x' } }],
      ...spellings.map((one) => [one, { payroll: 'x' }] as const),
    ];
  }
  return [
    ...[name, id, `${name} payroll`, 'purge the quarterly payroll archive', 'payroll'].map((query) => ['tool_search', { query }] as const),
    ['tool_search', { queries: [{ query: name }, { query: 'payroll' }] }],
    ...[id, ...spellings].map((one) => ['tool_describe', { id: one }] as const),
    ...[id, ...spellings].map((one) => ['tool_call', { id: one, args: { payroll: 'x' } }] as const),
    ['tool_call', { id, args: {} }],
    ['tool_call', { id, payroll: 'x' }],
    ...spellings.map((one) => [one, { payroll: 'x' }] as const),
  ];
}

/** An answer without what differs from call to call anyway. */
const shapeOf = ({ content, details, isError }: CallAnswer): string =>
  JSON.stringify({ content, details, isError }).replaceAll(
    /"(?:durationMs|callId|parentToolCallId|toolCallId)":(?:"[^"]*"|[\d.]+)/gu,
    '"x":0',
  );
const ask = async (run: Run, [name, given]: readonly [string, unknown]): Promise<string> =>
  shapeOf(await run.call({ name, arguments: given, callId: 'm1' }));

describe.each(combinations)('with %s', (_name, dialect, plugins) => {
  it('a tool that is denied leaves no trace: every answer is that of a runtime which does not have it [issue7:denied]', async () => {
    const rules = createPolicyRules({ rules: [{ deny: deniedName, reason: 'not for this team', public: true }] });
    await using having = await boot(plugins, rules, [...ordinary, secret]);
    await using lacking = await boot(plugins, createPolicyRules(), ordinary);
    const [one, two] = [await having.startRun(), await lacking.startRun()];
    expect([one.tools, one.prompt, one.catalog, one.entries]).toEqual([two.tools, two.prompt, two.catalog, two.entries]);
    for (const name of [deniedName, unknownName]) {
      for (const question of questions(dialect, name))
        expect([question, await ask(one, question)]).toEqual([question, await ask(two, question)]);
    }
    expect(await one.search({ text: 'payroll', limit: 5 })).toEqual(await two.search({ text: 'payroll', limit: 5 }));
    expect(one.describe(`mcp:files:${deniedName}`)).toBeUndefined();
  });

  it('a tool that is denied is answered as an unknown one, word for word [issue7:denied]', async () => {
    const rules = createPolicyRules({ rules: [{ deny: deniedName }] });
    await using runtime = await boot(plugins, rules, [...ordinary, secret]);
    const run = await runtime.startRun();
    const theirs = questions(dialect, unknownName);
    for (const [index, question] of questions(dialect, deniedName).entries()) {
      const [denied, unknown] = [await ask(run, question), await ask(run, theirs[index] as never)];
      expect([question, anonymous(denied)]).toEqual([question, anonymous(unknown)]);
      expect(denied).not.toContain('the payroll to use');
    }
  });

  it('a tool that is denied while a run has it cannot be described or called, in the words for an unknown one [issue7:denied]', async () => {
    const rules = createPolicyRules();
    await using runtime = await boot(plugins, rules, [...ordinary, secret]);
    const run = await runtime.startRun();
    rules.replace({ rules: [{ deny: deniedName }] });
    const exact = (name: string) => questions(dialect, name).filter(([control, given]) => isExact(dialect, control, given, name));
    // A name that is near to none, so that no suggestion is due.
    const theirs = exact('wvk_zzzzz');
    for (const [index, question] of exact(deniedName).entries()) {
      const [denied, unknown] = [await ask(run, question), await ask(run, theirs[index] as never)];
      expect([question, anonymous(denied)]).toEqual([question, anonymous(unknown)]);
    }
    expect((await run.search({ text: 'payroll', limit: 5 })).hits).toEqual([]);
  });
});

/** A describe or call of the tool by the one reference that a search of the dialect gives. */
function isExact(dialect: Dialect, control: string, given: unknown, name: string): boolean {
  const reference = dialect === 'hermes' ? `mcp__files__${name}` : `mcp:files:${name}`;
  return (control === 'tool_describe' || control === 'tool_call') && JSON.stringify(given).includes(JSON.stringify(reference));
}

/** The same text for either name. */
function anonymous(text: string): string {
  return text
    .replaceAll(/qzx(.?)(?:grimp?|blorp?)|wvk(.?)zzzzz?/giu, '<name$1$2>')
    .replaceAll(/"(?:qzx|wvk)"/gu, '"<word>"')
    .replaceAll(/"(?:grimp|blorp|zzzzz|grim|blor)s?"/gu, '"<word>"');
}
