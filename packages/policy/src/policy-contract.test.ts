import { PolicyTester } from '@toolrack/testkit';
import { policy } from './index.js';

const readOnly = { id: 'mcp:files:stat', annotations: { readOnlyHint: true } };

new PolicyTester().run(
  'policy keeps the contract of a policy',
  policy({
    rules: [
      { deny: 'mcp:*:delete_*', agents: ['guest'], reason: 'guests read only' },
      { deny: '*', sources: 'mcp:files', annotations: { destructiveHint: true }, sessions: 'review-*' },
      { deny: 'mcp:pay:*', arguments: { amount: { above: 1000 } }, reason: 'too much', public: true },
      { ask: 'mcp:pay:*', arguments: { amount: { above: 100 } }, reason: 'more than 100' },
      { allow: 'mcp:docs:*', tenants: 'readers', except: '*_draft' },
    ],
  }),
  {
    allows: [
      'openclaw:core:read',
      { tool: 'mcp:github:delete_repo', scope: { agent: 'editor', tenant: 'writers' } },
      { tool: readOnly, scope: { session: 'review-1', tenant: 'writers' } },
      { tool: 'mcp:docs:find', scope: { tenant: 'readers' } },
      { tool: 'mcp:pay:send', scope: { tenant: 'writers' }, arguments: { amount: 5 } },
    ].map((row) => (typeof row === 'string' ? { tool: row, scope: { tenant: 'writers' } } : row)),
    denies: [
      {
        tool: 'mcp:github:delete_repo',
        scope: { agent: 'guest', tenant: 'writers' },
        reason: 'guests read only',
        rule: 'deny mcp:*:delete_* (agents guest)',
      },
      { tool: 'mcp:files:write', scope: { session: 'review-1', tenant: 'writers' }, reason: /destructiveHint true/ },
      { tool: 'mcp:pay:send', scope: { tenant: 'writers' }, arguments: { amount: 1001 }, reason: 'too much' },
      { tool: 'mcp:docs:find_draft', scope: { tenant: 'readers' }, reason: 'No allow rule names this tool.' },
      { tool: 'mcp:docs:find', reason: 'No allow rule names this tool.', rule: 'allow list' },
    ],
    asks: [{ tool: 'mcp:pay:send', scope: { tenant: 'writers' }, arguments: { amount: 500 }, reason: 'more than 100' }],
  },
);
