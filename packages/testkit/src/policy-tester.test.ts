import { definePlugin, deny, matchTool, type HookTaps, type Plugin } from '@toolrack/contracts';
import { collectSuite, PolicyTester, type PolicyTable } from './index.js';

interface Taps {
  readonly policy?: HookTaps['policy'];
  readonly authorize?: HookTaps['authorize'];
  readonly approvalNeeded?: HookTaps['approvalNeeded'];
}
const policyOf = (taps: Taps): Plugin =>
  definePlugin({
    name: '@example/policy',
    version: '1.0.0',
    api: '^1',
    apply: (host) => {
      if (taps.policy !== undefined) host.hooks.policy.tap(taps.policy);
      if (taps.authorize !== undefined) host.hooks.authorize.tap(taps.authorize);
      if (taps.approvalNeeded !== undefined) host.hooks.approvalNeeded.tap(taps.approvalNeeded);
    },
  })();

const healthy: Taps = {
  policy: (tool, { run }) =>
    matchTool('mcp:*:delete_*', tool) && run.scope.agent === 'guest' ? deny('guests read only', { rule: 'r1' }) : undefined,
  authorize: ({ arguments: given }) => (given['path'] === '/etc' ? deny('outside the workspace') : undefined),
  approvalNeeded: (call, dossier) => {
    if (call.tool.name.startsWith('merge_')) dossier.require('merging needs a person');
  },
};
const table: PolicyTable = {
  allows: ['mcp:files:read_file', 'mcp:files:delete_file', { tool: 'mcp:files:delete_file', scope: { agent: 'owner' } }],
  denies: [
    { tool: 'mcp:files:delete_file', scope: { agent: 'guest' }, reason: 'guests read only', rule: 'r1' },
    { tool: 'mcp:files:write_file', arguments: { path: '/etc' }, reason: /workspace/u },
  ],
  asks: [{ tool: 'mcp:github:merge_pull', reason: /person/u }],
};

new PolicyTester().run('a healthy policy', policyOf(healthy), table);
new PolicyTester().run('a policy made for each case', () => policyOf(healthy), table);

const failures = async (taps: Taps, rows: PolicyTable = table): Promise<string> => {
  const outcomes = await collectSuite((runner) => {
    new PolicyTester({ runner }).run('mutant', policyOf(taps), rows);
  });
  return outcomes
    .filter(({ passed }) => !passed)
    .map(({ name, error }) => `${name}: ${String(error)}`)
    .join('\n');
};

describe('PolicyTester', () => {
  it('passes a healthy policy', async () => {
    expect(await failures(healthy)).toBe('');
  });

  let turn = 0;
  it.each<[string, Taps, RegExp]>([
    ['allows everything', {}, /taps neither/u],
    ['never denies', { ...healthy, policy: () => undefined }, /is not denied/u],
    ['denies everything', { ...healthy, policy: () => deny('no') }, /is denied at list/u],
    ['returns false instead of a denial', { ...healthy, policy: (() => false) as never }, /neither undefined nor deny/u],
    ['returns a look-alike of a denial', { ...healthy, policy: () => ({ reason: 'x', isPublic: false }) }, /neither undefined nor deny/u],
    ['returns a promise', { ...healthy, policy: (async () => undefined) as never }, /neither undefined nor deny/u],
    ['gives an empty reason', { ...healthy, policy: () => deny(' ') }, /no reason/u],
    [
      'gives another reason',
      { ...healthy, policy: (tool, question) => healthy.policy?.(tool, question) && deny('because', { rule: 'r1' }) },
      /the reason is "because"/u,
    ],
    [
      'names another rule',
      { ...healthy, policy: (tool, question) => healthy.policy?.(tool, question) && deny('guests read only', { rule: 'r2' }) },
      /the rule/u,
    ],
    [
      'denies at call only',
      { ...healthy, policy: (tool, question) => (question.phase === 'call' ? healthy.policy?.(tool, question) : undefined) },
      /not denied at list/u,
    ],
    ['answers by chance', { ...healthy, policy: () => (turn++ % 2 === 0 ? deny('odd') : undefined) }, /differently/u],
    [
      'looks at the run instead of the scope',
      { ...healthy, policy: (_tool, { run }) => (Number(run.runId.split('-')[1]) % 2 === 0 ? deny('even') : undefined) },
      /two runs of equal scopes|is denied/u,
    ],
    [
      'reads untrusted schemas',
      { ...healthy, policy: (tool) => (Object.keys(tool.inputSchema as object).length > 5 ? deny('big') : undefined) },
      /schema of an untrusted tool/u,
    ],
    [
      'swallows the failure of reading them',
      {
        ...healthy,
        policy: (tool, question) => {
          try {
            Object.keys(tool.inputSchema as object);
          } catch {
            /* hidden */
          }
          return healthy.policy?.(tool, question);
        },
      },
      /read the schema/u,
    ],
    [
      'asks for everything',
      {
        ...healthy,
        approvalNeeded: (_call, dossier) => {
          dossier.require('always');
        },
      },
      /needs an approval/u,
    ],
    ['asks for nothing', { ...healthy, approvalNeeded: () => undefined }, /needs no approval/u],
    [
      'asks without a reason',
      {
        ...healthy,
        approvalNeeded: (_call, dossier) => {
          dossier.require('');
        },
      },
      /without a reason/u,
    ],
  ])('fails a policy that %s', async (_name, taps, message) => {
    expect(await failures(taps)).toMatch(message);
  });

  it.each<[string, object, RegExp]>([
    ['an unknown half', { ...table, maybe: [] }, /unknown key "maybe"/u],
    ['an empty half', { ...table, allows: [] }, /allows is empty/u],
    ['an empty asks', { ...table, asks: [] }, /asks is empty/u],
    ['a missing half', { allows: table.allows }, /lacks the key "denies"/u],
    ['an unknown key of a case', { ...table, allows: [{ tool: 'mcp:a:b', agent: 'x' }] }, /allows\[0\] has the unknown key "agent"/u],
    ['an unknown part of a scope', { ...table, allows: [{ tool: 'mcp:a:b', scope: { user: 'x' } }] }, /unknown key "user"/u],
    ['a denial without a reason', { ...table, denies: [{ tool: 'mcp:a:b' }] }, /lacks the key "reason"/u],
    ['a denial as a bare id', { ...table, denies: ['mcp:a:b'] }, /must be an object/u],
    ['a reason for an allowed tool', { ...table, allows: [{ tool: 'mcp:a:b', reason: 'x' }] }, /unknown key "reason"/u],
    ['a tool that is no id', { ...table, allows: ['read_file'] }, /no id of the form/u],
    ['an unknown phase', { ...table, allows: [{ tool: 'mcp:a:b', phase: 'start' }] }, /phase must be one of/u],
    ['the same case twice', { ...table, allows: ['mcp:a:b', { name: 'again', tool: 'mcp:a:b' }] }, /twice/u],
    [
      'the same name twice',
      {
        ...table,
        allows: [
          { name: 'x', tool: 'mcp:a:b' },
          { name: 'x', tool: 'mcp:a:c' },
        ],
      },
      /twice/u,
    ],
    ['the same case in two halves', { allows: ['mcp:a:b'], denies: [{ tool: 'mcp:a:b', reason: 'x' }] }, /twice/u],
  ])('refuses %s', (_name, rows, message) => {
    const tester = new PolicyTester({ runner: { describe: (_title, body) => body(), it: () => undefined } });
    expect(() => tester.run('x', policyOf(healthy), rows as PolicyTable)).toThrow(message);
  });
  it('refuses unknown options', () => {
    expect(() => new PolicyTester({ strict: true } as never)).toThrow(/"strict"/u);
  });
});
