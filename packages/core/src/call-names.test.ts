import fc from 'fast-check';
import type { ToolDescriptor } from '@toolrack/contracts';
import { assignCallNames, normaliseTool, type CallNameClaim } from './index.js';

function tool(owner: string, name: string): ToolDescriptor {
  const normalised = normaliseTool({ name }, { kind: 'mcp', owner }, 'trusted');
  if ('reason' in normalised) throw new Error(normalised.reason);
  return normalised.tool;
}
/** The call names by id. */
function assignTo(claims: readonly CallNameClaim[], reserved: readonly string[] = []): Record<string, string> {
  const callNames = assignCallNames(claims, (each) => each.name, new Set(reserved));
  return Object.fromEntries(claims.map((claim, place) => [claim.tool.id, callNames[place] as string]));
}
const assign = (tools: readonly ToolDescriptor[], reserved?: readonly string[]): Record<string, string> =>
  assignTo(
    tools.map((each) => ({ tool: each, visibility: 'catalog' as const })),
    reserved,
  );

describe('assignCallNames', () => {
  it('keeps free names and gives all claimants of one name their owner in front', () => {
    expect(assign([tool('a', 'search'), tool('b', 'search'), tool('a', 'fetch')])).toEqual({
      'mcp:a:search': 'a__search',
      'mcp:b:search': 'b__search',
      'mcp:a:fetch': 'fetch',
    });
  });

  it('lets a tool that is shown directly keep its name, and a trusted one before a stranger', () => {
    const [core, stranger] = [tool('core', 'read'), { ...tool('gh', 'read'), trust: 'untrusted' as const }];
    const direct = [
      { tool: stranger, visibility: 'catalog' as const },
      { tool: core, visibility: 'direct' as const },
    ];
    expect(assignTo(direct)).toEqual({
      'mcp:core:read': 'read',
      'mcp:gh:read': 'gh__read',
    });
    const off = direct.map((claim) => ({ ...claim, visibility: 'direct' as const }));
    expect(assignTo(off)).toEqual({
      'mcp:core:read': 'read',
      'mcp:gh:read': 'gh__read',
    });
  });

  it('begins the name of a tool in another script with its owner', () => {
    const names = Object.values(assign([tool('notes', '日本'), tool('notes', '検索'), tool('数', '検索')]));
    expect(names.filter((name) => /^notes_[0-9a-f]{8}$/u.test(name))).toHaveLength(2);
    expect(names.filter((name) => /^tool_[0-9a-f]{8}$/u.test(name))).toHaveLength(1);
  });

  it('never gives away a reserved name', () => {
    expect(assign([tool('evil', 'tool_search')], ['tool_search'])).toEqual({ 'mcp:evil:tool_search': 'evil__tool_search' });
  });

  it('tells names apart that differ only in what providers refuse', () => {
    const names = assign([tool('a', 'x.y'), tool('a', 'x/y'), tool('a', 'x_y')]);
    expect(new Set(Object.values(names)).size).toBe(3);
  });

  it("names the tools of one source as if there were others that are in nobody's way", () => {
    const names = fc.uniqueArray(
      fc.oneof(fc.constantFrom('tool_call', 'x_y', 'x.y', 'x/y', '日本'), fc.stringMatching(/^[A-Za-z0-9_-]{1,70}$/u)),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(names, (list) => {
        const made = list.map((name) => tool('a', name));
        const other = tool('b', `other-${'x'.repeat(20)}`);
        const { [other.id]: _other, ...together } = assign([...made, other], ['tool_call']);
        expect(assign(made, ['tool_call'])).toEqual(together);
      }),
    );
  });

  it('is unique, valid and independent of the order for any names', () => {
    const tools = fc.uniqueArray(
      fc.record({
        owner: fc.stringMatching(/^[a-z-]{1,4}$/u),
        name: fc.string({ minLength: 1, maxLength: 80 }).filter((name) => name.trim() !== ''),
      }),
      {
        selector: ({ owner, name }) => `${owner}:${name}`,
        maxLength: 20,
      },
    );
    fc.assert(
      fc.property(tools, (list) => {
        const made = list.map(({ owner, name }) => tool(owner, name));
        const names = assign(made, ['tool_call']);
        expect(Object.keys(names)).toHaveLength(new Set(made.map(({ id }) => id)).size);
        for (const name of Object.values(names)) expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/u);
        expect(new Set(Object.values(names)).size).toBe(Object.keys(names).length);
        expect(assign([...made].reverse(), ['tool_call'])).toEqual(names);
      }),
    );
  });
});
