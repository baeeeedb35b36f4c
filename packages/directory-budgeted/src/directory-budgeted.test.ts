import { DirectoryService, type DirectoryListing, type DirectoryRequest } from '@toolrack/contracts';
import { createTestHost } from '@toolrack/testkit';
import { readFileSync } from 'node:fs';
import { entries, entry, guidance, request, summary } from '../test/requests.js';
import { createBudgetedDirectory, directoryBudgeted, type DirectoryBudgetedOptions } from './index.js';

function render(given: DirectoryRequest, options: DirectoryBudgetedOptions = {}): DirectoryListing {
  return createBudgetedDirectory(options).render(given);
}

function rowsOf(text: string): string[] {
  return text.split('\n').filter((line) => line.startsWith('- '));
}

const strategies = ['fair', 'original'] as const;
const long = 'Reads a file from the workspace and gives its text back, with line numbers and a limit. '.repeat(4);

describe('directoryBudgeted', () => {
  it('provides the directory under its package name and version', async () => {
    await using host = await createTestHost(directoryBudgeted());
    const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
    expect(host.plugin).toMatchObject({ name: manifest.name, version: manifest.version });
    expect(host.service(DirectoryService).render(request(entries(2, 'x'))).listed).toBe(2);
  });

  it('writes heading, rows, blank line, notice and guidance [openclaw:24.1]', () => {
    const { text, form } = render(request([entry('openclaw:mail:send', 'Sends mail.'), entry('openclaw:core:find', '')]));
    expect(form).toBe('full');
    expect(text).toBe(
      [
        'Tools you can find with search:',
        '- find (core): no description',
        '- send (mail): Sends mail.',
        '',
        'MCP and client tools that policy allows may exist too; search finds them.',
        guidance.complete,
      ].join('\n'),
    );
  });

  it('says one fixed line of 38 characters when nothing is deferred [openclaw:24.1]', () => {
    for (const strategy of strategies) {
      const listing = render(request([]), { strategy });
      expect(listing).toEqual({ text: 'No tools are available through search.', form: 'none', listed: 0, omitted: 0 });
      expect(listing.text).toHaveLength(38);
    }
  });

  it('collapses white space, and leaves out an owner that is no identifier [openclaw:24.2]', () => {
    const odd = {
      ...entry('openclaw:a:one', '  two\n\tlines\u0000 here '),
      source: { kind: 'openclaw', owner: 'My Owner' },
    };
    expect(rowsOf(render(request([odd])).text)).toEqual(['- one: two lines here']);
  });

  it('gives no row to names that are no identifiers or not unique, and counts them as omitted [openclaw:24.2] [openclaw:24.3]', () => {
    const names = ['ok', 'a.b:c-d_e', `x${'y'.repeat(127)}`, `x${'y'.repeat(128)}`, '_lead', 'sp ace', 'new\nline', 'dup'];
    const list = [...names.map((name) => entry(`openclaw:a:${name}`)), entry('openclaw:b:dup')];
    const { text, listed, omitted } = render(request(list, { deferred: list.length + 3 }));
    expect(rowsOf(text).map((row) => row.split(' ')[1])).toEqual(['a.b:c-d_e', 'ok', names[2]]);
    expect(listed).toBe(3);
    expect(omitted).toBe(list.length + 3 - 3);
    expect(text).toContain('9 additional tools omitted. ' + guidance.partial);
  });

  it('says one omitted tool in the singular', () => {
    expect(render(request(entries(1, 'x'), { deferred: 2 })).text).toContain('1 additional tool omitted. ');
  });

  it('sorts by name by code unit, then by id [openclaw:24.2]', () => {
    const list = ['beta', 'Alpha', 'alpha', 'é', 'Zeta'].map((name) => entry(`openclaw:a:${name}`));
    const names = rowsOf(render(request(list)).text).map((row) => row.split(' ')[1]);
    expect(names).toEqual(['Alpha', 'Zeta', 'alpha', 'beta']);
  });

  it('is byte-identical for any insertion order [openclaw:case-94]', () => {
    const list = [...entries(40, long), ...entries(40, long, 'other').map((one) => ({ ...one, name: `o_${one.name}` }))];
    const sources = [summary('mcp:b', 4), summary('mcp:a', 3)];
    for (const strategy of strategies) {
      const options = { strategy, maxCharacters: 4000, untrusted: 'sources' } as const;
      const forward = render(request(list, { sources }), options);
      expect(render(request([...list].reverse(), { sources: [...sources].reverse() }), options)).toEqual(forward);
    }
  });

  it.each([
    [200_000, 18_000],
    [32_768, 3_276],
    [8_000, 800],
    [4_000, 768],
    [undefined, 18_000],
  ])('keeps a window of %s tokens within %i characters and uses them [openclaw:24.4]', (contextWindow, budget) => {
    const { text } = render(request(entries(3000, long), contextWindow === undefined ? {} : { contextWindow }));
    expect(text.length).toBeLessThanOrEqual(budget);
    expect(text.length).toBeGreaterThan(budget - 40);
  });

  it('keeps the first of 200 tools at 32,768 tokens and drops the last [openclaw:case-100]', () => {
    for (const strategy of strategies) {
      const { text, listed, omitted, form } = render(request(entries(200, long), { contextWindow: 32_768 }), {
        strategy,
      });
      expect(text.length).toBeLessThanOrEqual(3_276);
      expect(text).toContain('- tool_00000 (core)');
      expect(text).not.toContain('tool_00199');
      expect([listed + omitted, form]).toEqual([200, 'names']);
    }
  });

  it('shortens 40 long descriptions to less than half at 32,768 tokens and keeps all names [openclaw:case-101]', () => {
    for (const strategy of strategies) {
      const full = render(request(entries(40, long)), { strategy });
      const short = render(request(entries(40, long), { contextWindow: 32_768 }), { strategy });
      expect(short.text.length).toBeLessThan(full.text.length / 2);
      expect(short.listed).toBe(40);
      expect(render(request(entries(40, long), { contextWindow: 32_768 }), { strategy })).toEqual(short);
      expect(render(request(entries(40, long)), { strategy })).toEqual(full);
    }
  });

  it('gives the same bytes again after a narrower catalog was drawn [openclaw:case-103]', () => {
    const before = render(request(entries(60, long), { contextWindow: 8_000 }));
    const narrower = render(request(entries(59, long), { contextWindow: 8_000 }));
    expect(before.text.length).toBeLessThanOrEqual(800);
    expect(narrower.text).not.toContain('tool_00059');
    expect(render(request(entries(60, long), { contextWindow: 8_000 }))).toEqual(before);
  });

  it('cuts before an emoji and never through it [openclaw:case-98]', () => {
    const list = Array.from({ length: 8 }, (_, index) => entry(`openclaw:a:t${index}`, 'x'.repeat(170 + index) + '😀'.repeat(9)));
    for (const strategy of strategies) {
      const { text } = render(request(list), { strategy });
      expect(text).not.toMatch(/\p{Cs}/u);
      for (const row of rowsOf(text)) expect(row).toMatch(/^- t\d \(a\): x+(😀)*\.\.\.$/u);
    }
  });

  it('shows lone surrogates of a description as replacement characters', () => {
    expect(rowsOf(render(request([entry('openclaw:a:t', 'a\uD800b')])).text)).toEqual(['- t (a): a\uFFFDb']);
  });

  it('reads a description once and nothing else of a tool [openclaw:24.7] [openclaw:case-95] [openclaw:case-97]', () => {
    let reads = 0;
    const watched = new Proxy(entry('openclaw:a:t'), {
      get(target, key) {
        if (key === 'description') reads += 1;
        if (!['id', 'name', 'source', 'description'].includes(String(key))) throw new Error(`read ${String(key)}`);
        return Reflect.get(target, key) as unknown;
      },
    });
    render(request([watched], { sources: [] }));
    expect(reads).toBe(1);
  });

  it('cuts at 180, then at 64, then to names in the original strategy [openclaw:24.5]', () => {
    const at = (maxCharacters: number): string[] =>
      rowsOf(render(request(entries(10, 'd'.repeat(500))), { strategy: 'original', maxCharacters }).text);
    expect(at(18_000)[0]).toBe(`- tool_00000 (core): ${'d'.repeat(177)}...`);
    expect(at(1_800)[0]).toBe(`- tool_00000 (core): ${'d'.repeat(61)}...`);
    expect(at(800)[0]).toBe('- tool_00000 (core)');
  });

  it('leaves the room unused that the original strategy cannot share, and uses it by default [openclaw:24.6]', () => {
    const list = entries(200, 'Creates, reads, changes and removes an entry of the calendar of a person or a group, with reminders.');
    const original = render(request(list), { strategy: 'original' });
    const fair = render(request(list));
    expect([original.form, fair.form]).toEqual(['shortened', 'shortened']);
    const crowded = entries(250, long);
    expect(render(request(crowded), { strategy: 'original' }).form).toBe('names');
    const shared = render(request(crowded));
    expect(shared.form).toBe('shortened');
    expect(shared.text.length).toBeGreaterThan(18_000 * 0.99);
    expect(fair.text.length).toBeGreaterThan(18_000 * 0.99);
  });

  it('keeps short descriptions whole and cuts the long ones at one level', () => {
    const list = [...entries(20, 'Short one.'), ...entries(20, long, 'b').map((one) => ({ ...one, name: `b_${one.name}` }))];
    const rows = rowsOf(render(request(list), { maxCharacters: 3_000 }).text);
    expect(rows.filter((row) => row.endsWith(': Short one.'))).toHaveLength(20);
    const lengths = new Set(rows.filter((row) => row.endsWith('...')).map((row) => row.length));
    expect(Math.max(...lengths) - Math.min(...lengths)).toBeLessThanOrEqual(1);
  });

  it('describes some rows when not all can have a useful description', () => {
    const { text, form, listed } = render(request(entries(40, long)), { maxCharacters: 1_500 });
    expect([form, listed]).toEqual(['mixed', 40]);
    expect(rowsOf(text).filter((row) => row.includes(': '))).not.toHaveLength(0);
  });

  it('takes turns between owners when names must go, so that no owner vanishes', () => {
    const owners = ['a', 'm', 'z'];
    const list = [
      ...entries(900, 'x', 'a'),
      ...entries(3, 'x', 'm').map((one) => ({ ...one, name: `u_${one.name}` })),
      ...entries(3, 'x', 'z').map((one) => ({ ...one, name: `z_${one.name}` })),
    ];
    const count = (text: string): number[] => owners.map((owner) => text.split(`(${owner})`).length - 1);
    expect(count(render(request(list), { maxCharacters: 1_500 }).text).slice(1)).toEqual([3, 3]);
    expect(count(render(request(list), { maxCharacters: 1_500, strategy: 'original' }).text).slice(1)).toEqual([0, 0]);
  });

  it('never goes over a budget that is smaller than the guidance', () => {
    const wordy = { complete: 'c'.repeat(600), partial: `${'p'.repeat(300)}😀${'p'.repeat(300)}` };
    for (const maxCharacters of [256, 305, 620, 700]) {
      const { text, listed } = render(request(entries(9, 'x'), { guidance: wordy, deferred: 10 }), { maxCharacters });
      expect(text.length).toBeLessThanOrEqual(maxCharacters);
      expect(text).not.toMatch(/\p{Cs}/u);
      expect(text).toContain('ppp');
      expect(listed).toBe(maxCharacters === 700 ? listed : 0);
    }
  });

  it('says nothing for a source whose tools all have rows', () => {
    const { text } = render(request(entries(3, 'x')), { untrusted: 'sources' });
    expect(text).toBe(
      `Tools you can find with search:\n${[0, 1, 2].map((n) => `- tool_0000${n} (core): x`).join('\n')}\n\n${guidance.complete}`,
    );
  });

  it('names each source with deferred tools without rows, with its count and a state that is not started, and those that are not there', () => {
    const sources = [
      summary('mcp:github', 26, { label: 'GitHub\nEnterprise' }),
      summary('mcp:everything', 1, { state: 'known' }),
      summary('mcp:down', 0, { state: 'failed' }),
      summary('mcp:left-out', 0, { state: 'skipped' }),
      summary('mcp:empty', 0),
      summary('openclaw:core', 2),
      summary('mcp:twin', 4),
      summary('client:twin', 5),
    ];
    const { text, omitted } = render(request(entries(2, 'x'), { sources, deferred: 38 }), { untrusted: 'sources' });
    expect(text.split('\n\n').slice(1)).toEqual([
      [
        'More tools, by source; search finds them:',
        '- client:twin: 5 tools',
        '- down: failed',
        '- everything: 1 tool (known)',
        '- GitHub Enterprise: 26 tools',
        '- mcp:twin: 4 tools',
      ].join('\n'),
      `36 additional tools omitted. ${guidance.partial}`,
    ]);
    expect(omitted).toBe(36);
  });

  it('lists sources alone when no deferred tool may have a row', () => {
    const { text, form } = render(request([], { sources: [summary('mcp:x', 3)], deferred: 3 }), {
      untrusted: 'sources',
    });
    expect(form).toBe('none');
    expect(text).toBe(`More tools, by source; search finds them:\n- x: 3 tools\n\n3 additional tools omitted. ${guidance.partial}`);
  });

  it('names a source that is not there even when there is no tool at all, so that nobody takes it for nothing', () => {
    const { text } = render(request([], { sources: [summary('mcp:x', 0, { state: 'unauthorised' })], deferred: 0 }), {
      untrusted: 'sources',
    });
    expect(text).toContain('- x: unauthorised');
  });

  it('counts what is left of a source whose names did not all fit', () => {
    const { text, listed } = render(request(entries(1000, 'x')), { untrusted: 'sources', maxCharacters: 2_000 });
    expect(text).toContain(`- core: ${1000 - listed} tools`);
    expect(text.length).toBeLessThanOrEqual(2_000);
  });

  it('bounds a long list of sources and still names tools', () => {
    const sources = Array.from({ length: 900 }, (_, index) => summary(`mcp:server-${index}`, 5));
    const list = entries(500, 'x');
    const { text, listed } = render(request(list, { sources, deferred: 5000 }), { untrusted: 'sources' });
    expect(text.length).toBeLessThanOrEqual(18_000);
    expect(text).toMatch(/\n- \d+ more sources\n/);
    expect(listed).toBeGreaterThan(300);
    expect(text.match(/server-/g)?.length).toBeGreaterThan(100);
  });
});
