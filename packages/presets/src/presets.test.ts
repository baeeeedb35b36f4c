import { definePlugin, isPlugin, ToolrackError } from '@toolrack/contracts';

import { composePlugins, hermes, openclaw, standard } from './index.js';

const plugin = (name: string, version = '1.0.0') => definePlugin({ name, version, api: '^1', apply: () => undefined })();
const names = (plugins: readonly { name: string }[]) => plugins.map(({ name }) => name);

const partsWith = (ranker: string, ...more: readonly string[]): string[] => [
  '@toolrack/policy',
  '@toolrack/source-client',
  ranker,
  '@toolrack/directory-budgeted',
  '@toolrack/surface-openclaw',
  ...more,
];

describe.each([
  ['standard', standard, '@toolrack/ranker-lexical', ['@toolrack/secret-guard', '@toolrack/result-store']],
  ['openclaw', openclaw, '@toolrack/ranker-bm25', []],
])('%s()', (_name, preset, ranker, more) => {
  const parts = partsWith(ranker, ...more);

  it('is a flat array of configured plugins', () => {
    expect(names(preset())).toEqual(parts);
    expect(preset().every(isPlugin)).toBe(true);
  });

  it('hands the policy and the toolSearch block to their plugins', () => {
    const rules = [{ deny: 'mcp:*:delete_*' }];
    const plugins = preset({ policy: { rules }, toolSearch: { mode: 'directory' }, surface: { lean: true } });
    expect(plugins.find(({ name }) => name === '@toolrack/policy')?.options).toEqual({ rules });
    expect(plugins.find(({ name }) => name === '@toolrack/surface-openclaw')?.options).toMatchObject({
      toolSearch: { mode: 'directory' },
      lean: true,
    });
  });

  it('swaps the ranker by leaving one out and adding another', () => {
    const plugins = preset({ without: [ranker], add: [plugin('@acme/ranker')] });
    expect(names(plugins)).toEqual([...parts.filter((name) => name !== ranker), '@acme/ranker']);
  });

  it('refuses invalid rules before anything boots', () => {
    expect(() => preset({ policy: { rules: [{ deny: 'a', allow: 'b' }] } })).toThrow(ToolrackError);
  });
});

describe('what the presets say about untrusted sources', () => {
  const directory = (plugins: readonly { name: string; options: object }[]) =>
    plugins.find(({ name }) => name === '@toolrack/directory-budgeted')?.options;

  it('is their names and tool counts with standard()', () => {
    expect(directory(standard())).toEqual({ untrusted: 'sources' });
  });

  it('is nothing but a notice with openclaw()', () => {
    expect(directory(openclaw())).toEqual({ untrusted: 'notice' });
  });

  it('is what the caller says instead, as is how the directory is drawn', () => {
    const asOpenclaw = openclaw({ directory: { strategy: 'original' } });
    expect(directory(asOpenclaw)).toEqual({ untrusted: 'notice', strategy: 'original' });
    expect(directory(standard({ directory: { untrusted: 'notice', maxCharacters: 4_000 } }))).toEqual({
      untrusted: 'notice',
      maxCharacters: 4_000,
    });
  });
});

describe('what a run may pin', () => {
  const pins = (plugins: readonly { name: string; options: object }[]) =>
    (plugins.find(({ name }) => name === '@toolrack/surface-openclaw')?.options as { pinsTrusted?: boolean }).pinsTrusted;

  it('is any trusted tool with standard() and first-party tools alone with openclaw()', () => {
    expect([pins(standard()), pins(openclaw())]).toEqual([true, undefined]);
  });
});

describe('an allow list that leaves nothing', () => {
  const refuses = (plugins: readonly { name: string; options: object }[]) =>
    (plugins.find(({ name }) => name === '@toolrack/surface-openclaw')?.options as { refusesEmptyAllow?: boolean }).refusesEmptyAllow;

  it('is refused at the start of a run with openclaw() alone', () => {
    expect([refuses(standard()), refuses(openclaw())]).toEqual([false, undefined]);
  });
});

describe('hermes()', () => {
  it('is a flat array with the tiered listing, the Hermes recipe and the Hermes surface', () => {
    expect(names(hermes())).toEqual([
      '@toolrack/policy',
      '@toolrack/source-client',
      '@toolrack/ranker-lexical',
      '@toolrack/directory-tiered',
      '@toolrack/surface-hermes',
    ]);
    expect(hermes().find(({ name }) => name === '@toolrack/ranker-lexical')?.options).toEqual({ recipe: 'hermes' });
  });

  it('hands one tool_search block to the listing and to the surface', () => {
    const plugins = hermes({ toolSearch: { threshold_pct: 2, listing_max_tokens: '900' }, connectors: false });
    const of = (name: string) => plugins.find((each) => each.name === name)?.options;
    expect(of('@toolrack/directory-tiered')).toMatchObject({ thresholdPct: 2, listingMaxTokens: 900 });
    expect(of('@toolrack/surface-hermes')).toEqual({ toolSearch: { threshold_pct: 2, listing_max_tokens: '900' }, connectors: false });
  });

  it('turns every improvement of the dialect on at once, and none by itself', () => {
    const of = (plugins: ReturnType<typeof hermes>, name: string) => plugins.find((each) => each.name === name)?.options;
    const improved = hermes({ improved: true, toolSearch: { threshold_pct: 2 } });
    expect(of(improved, '@toolrack/directory-tiered')).toMatchObject({
      smallServerDescriptions: true,
      shortestBlocks: true,
      thresholdPct: 2,
    });
    expect(of(improved, '@toolrack/surface-hermes')).toMatchObject({ localBatches: true });
    expect(of(hermes(), '@toolrack/directory-tiered')).not.toHaveProperty('shortestBlocks');
    expect(of(hermes(), '@toolrack/surface-hermes')).toEqual({});
  });

  it('breaks on no slip in the block', () => {
    for (const toolSearch of [null, true, false, 7, 'x', [], { defer: 'x', enabled: {} }]) expect(hermes({ toolSearch })).toHaveLength(5);
  });
});

describe('composePlugins', () => {
  const preset = [plugin('a'), plugin('b')];

  it('keeps the order of the preset and puts added plugins after it', () => {
    expect(names(composePlugins(preset, { add: [plugin('c'), plugin('d')], without: ['a'] }))).toEqual(['b', 'c', 'd']);
  });

  it('lets an added plugin take the place of the one with its name', () => {
    const composed = composePlugins(preset, { add: [plugin('a', '2.0.0')] });
    expect(composed.map(({ name, version }) => `${name}@${version}`)).toEqual(['a@2.0.0', 'b@1.0.0']);
  });

  it('does not hide that one plugin is added twice', () => {
    expect(names(composePlugins(preset, { add: [plugin('a', '2.0.0'), plugin('a', '3.0.0')] }))).toEqual(['a', 'b', 'a']);
  });

  it('refuses to leave out what is not there and names what is', () => {
    expect(() => composePlugins(preset, { without: ['c'] })).toThrow(/"c" is not a plugin of the preset, which has a, b/u);
  });

  it('returns the preset as it is without changes', () => {
    expect(composePlugins(preset)).toEqual(preset);
  });
});
