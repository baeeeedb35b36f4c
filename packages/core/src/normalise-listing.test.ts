import fc from 'fast-check';
import type { ToolProblem } from '@toolrack/contracts';
import { findNamed, mergeListings, normaliseListing } from './index.js';

const source = { kind: 'mcp', owner: 'a' };

function listed(definitions: readonly unknown[], owner = 'a') {
  const problems: ToolProblem[] = [];
  const dropped: string[] = [];
  const context = { source: { kind: 'mcp', owner }, trust: 'trusted' as const, problems };
  const tools = normaliseListing(definitions, context, { dropped: (tool, reason) => dropped.push(`${tool}: ${reason}`) });
  return { tools, problems, dropped };
}

describe('normaliseListing', () => {
  it('tells of what is odd in the order of the definitions and keeps the first of two with one name', () => {
    const definitions: unknown[] = [{ name: 'b', description: 5 }, 'nothing'];
    // A list may have holes.
    definitions[3] = { name: 'b' };
    definitions[4] = { name: '' };
    definitions[5] = { name: 'c', inputSchema: [] };
    const { tools, problems, dropped } = listed(definitions);
    expect(tools.map(({ id, description }) => [id, description])).toEqual([
      ['mcp:a:b', ''],
      ['mcp:a:c', ''],
    ]);
    expect(problems).toEqual([
      { tool: 'b', reason: 'its description is not a string and was dropped' },
      { tool: '#2', reason: 'the definition is not an object' },
      { tool: 'b', reason: 'the source lists this name twice; the first definition is used' },
      { tool: '#5', reason: 'it has no name' },
      { tool: 'c', reason: 'its input schema is not a schema and was dropped' },
    ]);
    expect(dropped).toEqual([
      '#2: the definition is not an object',
      'b: the source lists this name twice; the first definition is used',
      '#5: it has no name',
    ]);
    expect(Object.isFrozen(tools)).toBe(true);
  });

  it('lets a tap change or refuse each tool before its name counts as given', () => {
    const problems: ToolProblem[] = [];
    const tap = (tool: { readonly description: string }) =>
      tool.description === 'bad' ? { reason: 'no', plugin: 'p' } : { tool: { ...tool, description: `${tool.description}!` } as never };
    const definitions = [
      { name: 'x', description: 'bad' },
      { name: 'x', description: 'good' },
    ];
    const tools = normaliseListing(definitions, { source, trust: 'trusted', problems }, { tap, dropped: () => undefined });
    expect(tools.map(({ description }) => description)).toEqual(['good!']);
    expect(problems).toEqual([{ tool: 'x', reason: 'no' }]);
  });

  it('is a copy: what a source changes afterwards changes no tool', () => {
    const definition = { name: 'x', inputSchema: { type: 'object', properties: { p: { type: 'string' } } } };
    const { tools } = listed([definition]);
    const digest = tools[0]?.digest;
    definition.inputSchema.properties.p.type = 'number';
    definition.name = 'y';
    expect(tools[0]).toMatchObject({ name: 'x', inputSchema: { properties: { p: { type: 'string' } } } });
    expect(listed([definition]).tools[0]?.digest).not.toBe(digest);
  });
});

describe('lists of sources', () => {
  const names = fc.uniqueArray(
    fc.string({ minLength: 1, maxLength: 4, unit: 'binary' }).filter((name) => name.trim() !== ''),
    { maxLength: 30 },
  );

  it('are sorted by id by code unit, also taken together, and find each tool by its name', () => {
    const sources = fc.uniqueArray(fc.record({ owner: fc.stringMatching(/^[ -9;-~]{1,3}$/u), names }), {
      selector: ({ owner }) => owner,
      maxLength: 6,
    });
    fc.assert(
      fc.property(sources, (list) => {
        const listings = list.map(({ owner, names: given }) => ({
          id: `mcp:${owner}`,
          tools: listed(
            given.map((name) => ({ name })),
            owner,
          ).tools,
        }));
        const ids = mergeListings(listings).map(({ id }) => id);
        expect(ids).toEqual(list.flatMap(({ owner, names: given }) => given.map((name) => `mcp:${owner}:${name}`)).sort());
        for (const [place, { tools }] of listings.entries()) {
          for (const name of list[place]?.names ?? []) expect(findNamed(tools, name)?.name).toBe(name);
          expect(findNamed(tools, ' ')).toBeUndefined();
        }
      }),
    );
  });
});
