import { readFileSync } from 'node:fs';
import { DirectoryService } from '@toolrack/contracts';
import { createTestHost } from '@toolrack/testkit';
import defaultExport, { createTieredDirectory, directoryTiered } from './index.js';
import { listingHeader, renderListing } from './render-listing.js';
import { entries, entry, request, summary } from '../test/requests.js';

const original = { smallServerDescriptions: false, shortestBlocks: false };
const tokens = (text: string): number => Math.ceil(text.length / 4);
const five = [
  entry('github', 'create_issue', 'Open an issue. More.'),
  entry('github', 'list_issues'),
  entry('linear', 'create_issue', 'Create an issue in Linear'),
  entry('slack', 'post', 'Post a message!'),
  entry('weather', 'forecast', 'Forecast?', { kind: 'openclaw' }),
];

describe('the listing of Hermes', () => {
  it('has a header of 81 characters that names the two next steps [hermes:3.6]', () => {
    expect(listingHeader).toHaveLength(81);
    expect(listingHeader).toMatch(/tool_describe.*tool_call/u);
  });

  it('shows every tool with a short description while that fits [hermes:3.7] [hermes:3.8] [hermes:case-28] [hermes:3.1]', () => {
    const listing = createTieredDirectory().render(request(five));
    expect(listing).toEqual({
      text: [
        listingHeader,
        'github tools (2):',
        '- mcp__github__create_issue: Open an issue.',
        '- mcp__github__list_issues',
        'linear tools (1):',
        '- mcp__linear__create_issue: Create an issue in Linear',
        'slack tools (1):',
        '- mcp__slack__post: Post a message!',
        'weather tools (1):',
        '- forecast: Forecast?',
      ].join('\n'),
      form: 'full',
      listed: 5,
      omitted: 0,
    });
  });

  it('falls back to names, then to nothing, exactly at its token counts [hermes:3.9] [hermes:3.11] [hermes:3.13]', () => {
    const full = renderListing(request(five), 4000, original);
    const enough = tokens(full.text);
    expect(renderListing(request(five), enough, original).form).toBe('full');
    const names = renderListing(request(five), enough - 1, original);
    expect(names.form).toBe('names');
    expect(names.text).toContain('\ngithub tools (2):\nmcp__github__create_issue, mcp__github__list_issues\nlinear tools (1):\n');
    const least = tokens(names.text);
    expect(renderListing(request(five), least, original).text).toBe(names.text);
    expect(renderListing(request(five), least - 1, original)).toMatchObject({ form: 'mixed' });
    expect(renderListing(request(five), 30, original)).toEqual({ text: '', form: 'none', listed: 0, omitted: 5 });
  });

  it('collapses the largest server first and keeps the names of small ones [hermes:3.10] [hermes:3.12] [hermes:3.14]', () => {
    const list = [...entries('cloudflare', 300, 'Does a thing.'), entry('linear', 'create_issue', 'Creates one.')];
    const listing = renderListing(request(list), 200, original);
    expect(listing).toEqual({
      text: [
        listingHeader,
        'cloudflare tools (300): names not listed; find them with tool_search',
        'linear tools (1):',
        'mcp__linear__create_issue',
      ].join('\n'),
      form: 'mixed',
      listed: 1,
      omitted: 300,
    });
  });

  it('breaks ties of equally long blocks by label [hermes:3.12]', () => {
    const list = [...entries('bb', 40), ...entries('aa', 40)];
    const { text } = renderListing(request(list), 400, original);
    expect(text).toContain('aa tools (40): names not listed');
    expect(text).toContain('bb tools (40):\nmcp__bb__tool_0000, ');
  });

  it('gives 60 verbose tools names in 300 tokens and a summary in 45 [hermes:case-31] [hermes:3.13]', () => {
    const list = Array.from({ length: 60 }, (_, index) => entry('srv', `t${index}`, 'A very long description of what it does. '.repeat(4)));
    const named = list.map((item) => ({ ...item, callName: item.name }));
    expect(renderListing(request(named), 300, original).form).toBe('names');
    expect(renderListing(request(named), 45, original)).toMatchObject({ form: 'groups', listed: 0, omitted: 60 });
  });

  it('can jump from names to nothing where summaries are longer than names [hermes:3.15]', () => {
    const tiny = Array.from({ length: 6 }, (_, index) => entry(`s${index}`, 'a'));
    const forms = Array.from({ length: 100 }, (_, index) => renderListing(request(tiny), 100 - index, original).form);
    expect([...new Set(forms)]).toEqual(['full', 'names', 'none']);
  });

  it('gives the same bytes for reversed input [hermes:3.16] [hermes:case-29]', () => {
    for (const budget of [4000, 60, 45, 20]) {
      const forward = request(five, { sources: [summary('mcp:down', 0, { state: 'failed' })] });
      const backward = { ...forward, entries: [...five].reverse(), sources: [...forward.sources].reverse() };
      expect(renderListing(backward, budget, original)).toEqual(renderListing(forward, budget, original));
    }
  });

  it('names an operator label in heading and rows, once, in every form [hermes:3.2] [hermes:case-34]', () => {
    const list = [entry('gh', 'create', 'Creates.', { label: 'GitHub prod' }), entry('gh', 'list', '', { label: 'GitHub prod' })];
    const forms = [4000, 40, 39].map((budget) => renderListing(request(list), budget, original).text);
    expect(forms[0]).toContain('\ngh [GitHub prod] tools (2):\n- mcp__gh__create: GitHub prod — Creates.\n');
    for (const text of forms.filter((candidate) => candidate !== '')) expect(text.match(/\[GitHub prod\]/gu)).toHaveLength(1);
    const summarised = renderListing(
      request([...entries('cf', 90).map((item) => ({ ...item, source: { ...item.source, label: 'CF' } }))]),
      60,
      original,
    );
    expect(summarised.text).toContain('cf [CF] tools (90): names not listed');
    for (const label of ['', '  ', 'gh', 7 as unknown as string]) {
      const { text } = renderListing(request([entry('gh', 'create', 'Creates.', { label })]), 4000, original);
      expect(text).toContain('\ngh tools (1):\n- mcp__gh__create: Creates.');
    }
  });

  it('merges a server and a plugin of one label, the same way in any order', () => {
    const list = [entry('gh', 'a', '', { label: 'Work' }), entry('gh', 'b', 'B.', { kind: 'openclaw', label: 'Home' })];
    const { text } = renderListing(request(list), 4000, original);
    expect(text).toContain('\ngh [Home] tools (2):\n- b: Home — B.\n- mcp__gh__a: Work —');
    expect(renderListing(request([...list].reverse()), 4000, original).text).toBe(text);
  });

  it('takes the prefix of a tool set off and calls a source without owner other [hermes:3.1]', () => {
    const { text } = renderListing(request([entry('mcp-notion', 'a'), entry('client', 'b', '', { kind: 'client' })]), 4000, original);
    expect(text).toContain('\nnotion tools (1):');
    expect(text).toContain('\nother tools (1):');
  });

  it('has a line for each unavailable source among the groups, whatever the budget [hermes:3.17] [hermes:3.18]', () => {
    const sources = [
      summary('mcp:jira', 0, { state: 'failed', reason: 'spawn /usr/bin/secret ENOENT' }),
      summary('mcp:notion', 4, { state: 'unauthorised' }),
      summary('mcp:zoom', 0, { state: 'starting' }),
    ];
    for (const budget of [4000, 120]) {
      const { text } = renderListing(request(entries('linear', 90), { sources }), budget, original);
      const lines = text.split('\n');
      expect(lines[1]).toBe('jira (tools unavailable: it failed to start or to answer)');
      expect(lines).toContain('notion (4 tools unavailable: it needs a sign-in)');
      expect(lines.at(-1)).toBe('zoom (tools unavailable: it is still starting)');
      expect(text).not.toContain('secret');
    }
    const alone = renderListing(request([], { sources: sources.slice(0, 1) }), 4000, original);
    expect(alone.text).toBe(`${listingHeader}\njira (tools unavailable: it failed to start or to answer)`);
  });

  it('moves the tools of an unavailable source into its line [hermes:3.17]', () => {
    const listing = createTieredDirectory().render({
      ...request(entries('down', 3)),
      sources: [summary('mcp:down', 3, { state: 'failed' })],
    });
    expect(listing.text).toBe(`${listingHeader}\ndown (3 tools unavailable: it failed to start or to answer)`);
    expect([listing.listed, listing.omitted]).toEqual([0, 3]);
  });

  it('counts tools that may not be named and says where to find them', () => {
    const sources = [summary('mcp:wild', 12)];
    const { text, form, listed, omitted } = renderListing(request(entries('tame', 2), { sources }), 4000, original);
    expect(text).toContain('wild tools (12): names not listed; find them with tool_search');
    expect([form, listed, omitted]).toEqual(['mixed', 2, 12]);
    const part = renderListing({ ...request(entries('tame', 2)), sources: [summary('mcp:tame', 5)], deferred: 5 }, 4000, original);
    expect(part.text).toContain('- mcp__tame__tool_0001\ntame tools (3 more): names not listed');
    expect([part.form, part.omitted]).toEqual(['mixed', 3]);
  });
});

describe('the improvements', () => {
  it('keeps descriptions of small servers in the mixed form while there is room [hermes:3.14]', () => {
    const list = [...entries('cloudflare', 300, 'Does a thing.'), entry('linear', 'create_issue', 'Creates one.')];
    const improved = { ...original, smallServerDescriptions: true };
    const listing = renderListing(request(list), 200, improved);
    expect(listing.form).toBe('mixed');
    expect(listing.text).toContain('\nlinear tools (1):\n- mcp__linear__create_issue: Creates one.');
    for (let budget = 40; budget < 80; budget++) {
      expect(tokens(renderListing(request(list), budget, improved).text)).toBeLessThanOrEqual(budget);
    }
  });

  it('does not use a summary that is longer than the names [hermes:3.15]', () => {
    const list = [...entries('cloudflare', 300), entry('a', 'b')];
    const budget = tokens(
      `${listingHeader}\ncloudflare tools (300): names not listed; find them with tool_search\na tools (1):\nmcp__a__b`,
    );
    const improved = { ...original, shortestBlocks: true };
    expect(renderListing(request(list), budget, improved)).toMatchObject({ form: 'mixed', listed: 1 });
    const tiny = Array.from({ length: 6 }, (_, index) => entry(`s${index}`, 'a'));
    expect(renderListing(request([...entries('z', 99), ...tiny]), 90, improved).text).toContain('s0 tools (1):\nmcp__s0__a');
  });
});

describe('directoryTiered', () => {
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as Record<string, string>;

  it('is the default export and named and versioned as its package', () => {
    expect(defaultExport).toBe(directoryTiered);
    expect(directoryTiered()).toMatchObject({ name: manifest['name'], version: manifest['version'] });
  });

  it('provides the directory', async () => {
    await using host = await createTestHost(directoryTiered({ listingMaxTokens: 200 }));
    expect(host.service(DirectoryService).render(request(entries('x', 200))).form).toBe('groups');
  });

  it('lists nothing while off, and on does not override the budget [hermes:2.10] [hermes:2.11]', () => {
    expect(createTieredDirectory({ listing: 'off' }).render(request(five))).toEqual({ text: '', form: 'none', listed: 0, omitted: 5 });
    const tight = { listingMaxTokens: 200, thresholdPct: 1 };
    const list = entries('x', 200, 'Long description here.');
    const [on, auto] = (['on', 'auto'] as const).map((listing) =>
      createTieredDirectory({ ...tight, listing }).render(request(list, { contextWindow: 6000 })),
    );
    expect(on).toEqual(auto);
    expect(on?.form).toBe('groups');
    expect(createTieredDirectory({ thresholdPct: 0 }).render(request(five, { contextWindow: 200_000 }))).toMatchObject({
      text: '',
      form: 'none',
    });
  });
});
