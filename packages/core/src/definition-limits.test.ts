import { normaliseListing, normaliseTool, readArguments } from './index.js';

const source = { kind: 'mcp', owner: 'a' };
const named = (count: number, schema: unknown): Record<string, unknown> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, schema]));
const nested = (levels: number): unknown => {
  let schema: unknown = {};
  for (let level = 0; level < levels; level += 1) schema = { items: schema };
  return schema;
};
const reasonOf = (definition: object, limits?: object): string | undefined => {
  const made = normaliseTool({ name: 't', ...definition }, source, 'trusted', undefined, limits as never);
  return 'reason' in made ? made.reason : undefined;
};
const cpuMs = (work: () => void): number => {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};

describe('the size of a definition', () => {
  it.each<[string, object, RegExp]>([
    [
      '50,000 properties',
      { inputSchema: { type: 'object', properties: named(50_000, { type: 'string' }) } },
      /^its input schema is too large: more than 20000 values/u,
    ],
    ['a million values in an output schema', { outputSchema: { enum: Array(1_000_000).fill(0) } }, /^its output schema is too large/u],
    ['a schema 30,000 levels deep', { inputSchema: nested(30_000) }, /^its input schema is too large: nested deeper than 128 levels/u],
    ['annotations 30,000 levels deep', { annotations: nested(30_000) }, /^its annotations are too large/u],
    [
      'a megabyte of descriptions',
      { description: 'x'.repeat(1_000_000) },
      /1000000 characters, at most 500000 \(limits\.maxDefinitionCharacters\)/u,
    ],
    [
      'two schemas that are too large together',
      { inputSchema: { enum: Array(12_000).fill(0) }, outputSchema: { enum: Array(12_000).fill(0) } },
      /values, at most 20000 \(limits\.maxDefinitionValues\)/u,
    ],
  ])('is bounded: %s loses the tool alone, with its reason, within a quarter of a second [issue7:6]', (_what, definition, reason) => {
    const problems: { readonly tool: string; readonly reason: string }[] = [];
    let names: readonly string[] = [];
    const spent = cpuMs(() => {
      const context = { source, trust: 'trusted' as const, problems };
      names = normaliseListing([{ name: 'healthy' }, { name: 'hostile', ...definition }], context, { dropped: () => undefined }).map(
        ({ name }) => name,
      );
    });
    expect(names).toEqual(['healthy']);
    expect(problems).toEqual([{ tool: 'hostile', reason: expect.stringMatching(reason) as string }]);
    expect(spent).toBeLessThan(1_000);
  });

  it('leaves room for several times the largest real definition, and for 128 levels', () => {
    expect(
      reasonOf({ inputSchema: { type: 'object', properties: named(4_000, { type: 'string', description: 'x'.repeat(70) }) } }),
    ).toBeUndefined();
    expect(reasonOf({ inputSchema: nested(120) })).toBeUndefined();
  });

  it('is what the options say', () => {
    const limits = { maxDefinitionCharacters: 10, maxDefinitionValues: 100 };
    expect(reasonOf({ description: 'x'.repeat(11) }, limits)).toContain('at most 10');
    expect(reasonOf({ inputSchema: { required: [] } }, limits)).toBeUndefined();
    expect(reasonOf({ inputSchema: { enum: Array(101).fill(0) } }, { ...limits, maxDefinitionValues: 200 })).toBeUndefined();
  });
});

describe('arguments', () => {
  const made = normaliseTool({ name: 't' }, source, 'trusted');
  if ('reason' in made) throw new Error(made.reason);
  const { tool } = made;

  it.each<[string, unknown, RegExp]>([
    ['100,000 levels', nested(100_000), /must be smaller: nested deeper than 128 levels/u],
    ['200,000 members', named(200_000, 1), /must be smaller: more than 50000 values \(limits\.maxArgumentValues\)/u],
    ['a list', [], /must be object/u],
  ])('of %s are refused at once [issue7:6]', (_what, value, message) => {
    const spent = cpuMs(() => expect(() => readArguments(tool, value)).toThrow(message));
    expect(spent).toBeLessThan(1_000);
  });

  it('with a member __proto__ are what they say and change nothing', () => {
    const read = readArguments(tool, JSON.parse('{"__proto__":{"polluted":true},"constructor":1}'));
    expect(JSON.stringify(read)).toBe('{"__proto__":{"polluted":true},"constructor":1}');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});
