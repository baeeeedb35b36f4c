import fc from 'fast-check';

import { nearNames } from './near-names.js';

const entries = (...names: string[]) => names.map((callName) => ({ callName, tool: undefined as never, direct: false, searchable: true }));
const tools = entries(
  'mcp__github__list_dependabot_alerts',
  'mcp__github__create_issue',
  'mcp__github__create_issue_comment',
  'mcp__cloudflare__get_accounts_storage_kv_namespaces',
  'forecast',
);

describe('nearNames', () => {
  it.each([
    ['dependabot_list_alerts', ['mcp__github__list_dependabot_alerts']],
    ['get_kv_namespaces', ['mcp__cloudflare__get_accounts_storage_kv_namespaces']],
    ['mcp__other__create_issue', ['mcp__github__create_issue', 'mcp__github__create_issue_comment']],
    ['Create Isue', ['mcp__github__create_issue']],
    ['forcast', ['forecast']],
    ['issue', []],
    ['zzz', []],
    ['', []],
    ['__', []],
    ['x'.repeat(10_000), []],
  ])('finds for %s the names that are alike, best first', (name, expected) => {
    expect(nearNames(name, tools)).toEqual(expected);
  });

  it('never throws and suggests at most three', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string({ minLength: 1 })), (name, names) => {
        const found = nearNames(name, entries(...names));
        expect(found.length).toBeLessThanOrEqual(3);
        expect(found.every((each) => names.includes(each))).toBe(true);
      }),
    );
  });
});
