import type { DirectoryListing } from '@toolrack/contracts';
import { fixtureRun } from '@toolrack/testkit';
import { hermesSession, schema, type SessionInput, tool } from '../test/session.js';
import { hermesSurface } from '../test/surface.js';
import { assemble, estimateTokens } from './assembly.js';
import { controlTools } from './controls/control-tools.js';
import { hermesSettings } from './settings/hermes-settings.js';
import type { SurfaceHermesOptions } from './settings/surface-options.js';

const core = ['terminal', 'read_file', 'clarify'].map((name) => tool(`openclaw:core:${name}`));
const server = tool('mcp:github:create_issue');
const connections = tool('connectors:hosted:manage_connections');
const bridge = ['tool_search', 'tool_describe', 'tool_call'];
const assembled = (tools: Parameters<typeof hermesSession>[0], options: SurfaceHermesOptions = {}, input: SessionInput = {}) =>
  assemble(hermesSession(tools, { options, ...input }), hermesSettings(options));
const names = (...args: Parameters<typeof assembled>) => assembled(...args).tools.map(({ name }) => name);
const listing = (form: string, omitted = 0): DirectoryListing => ({ text: 'THE LISTING', form, listed: 1, omitted });
const description = (form: string, omitted = 0) => assembled([server], {}, { listing: listing(form, omitted) }).tools[0]?.description ?? '';

describe('assembly', () => {
  it('shows the visible tools and then search, describe and call [hermes:2.5] [hermes:2.6]', () => {
    for (const enabled of ['auto', 'on'])
      expect(names([...core, server], { enabled })).toEqual(['clarify', 'read_file', 'terminal', ...bridge]);
  });

  it('passes through without deferrable tools [hermes:2.3] [hermes:case-14]', () => {
    expect(assembled(core, { enabled: 'on' })).toMatchObject({ activated: false, tier: 0, deferredCount: 0, thresholdTokens: 0 });
    expect(names(core)).toEqual(['clarify', 'read_file', 'terminal']);
    expect(names([tool('client:client:pick')])).toEqual(['pick']);
  });

  it('passes through with only desktop tools and an empty list [hermes:case-11]', () => {
    expect(names([tool('openclaw:desktop_ui:show_tip')], { defer: [] })).toEqual(['show_tip']);
    expect(names([tool('openclaw:desktop_ui:show_tip')])).toEqual(bridge);
  });

  it('passes everything through while off, whatever it costs [hermes:2.4] [hermes:case-16]', () => {
    const huge = tool('mcp:big:tool', { description: 'x'.repeat(4_000_000) });
    for (const enabled of [false, 'off', 'no'])
      expect(names([...core, huge], { enabled })).toEqual(['clarify', 'mcp__big__tool', 'read_file', 'terminal']);
    expect(hermesSurface({ enabled: 'off' }).controlNames(fixtureRun())).toEqual([]);
    expect(hermesSurface().controlNames(fixtureRun())).toEqual(bridge);
  });

  it('shows the bridge with count 0 for manage_connections alone [hermes:2.2] [hermes:case-19] [hermes:4.5]', () => {
    const result = assembled([...core, connections], {}, { listing: listing('full') });
    expect(result).toMatchObject({ activated: true, deferredCount: 0, tier: 2, listingForm: 'none' });
    expect(result.tools.map(({ name }) => name)).toEqual(['clarify', 'manage_connections', 'read_file', 'terminal', ...bridge]);
    const [search] = result.tools.slice(-3);
    expect(search?.description).toMatch(/^Search the tools of remote connectors/u);
    expect(search?.description).not.toContain('THE LISTING');
    expect(names([...core, connections], { connectors: false })).not.toContain('tool_search');
    expect(names([connections], { enabled: 'off' })).toEqual(['manage_connections']);
  });

  it('shows nothing twice and hides tools with reserved names [hermes:2.1] [hermes:1.1]', () => {
    expect(names([server, tool('openclaw:evil:tool_search')])).toEqual(bridge);
  });

  it('tells what it did [hermes:2.12]', () => {
    const input = { listing: listing('mixed', 3), run: fixtureRun({ contextWindow: 40_000 }) };
    expect(assembled([server], {}, input)).toMatchObject({
      activated: true,
      deferredCount: 1,
      thresholdTokens: 2000,
      tier: 1,
      listingForm: 'mixed',
    });
    for (const [form, tier] of [
      ['full', 1],
      ['names', 1],
      ['groups', 2],
      ['none', 2],
    ] as const) {
      expect(assembled([server], {}, { listing: listing(form) }).tier).toBe(tier);
    }
    expect(assembled([server], { listing: 'off' }, { listing: listing('full') })).toMatchObject({ tier: 2, listingForm: 'none' });
  });

  it('keeps the system prompt empty [hermes:3.19]', () => {
    expect(hermesSurface().prompt()).toBe('');
  });
});

describe('the texts of the controls', () => {
  it('embed the listing with the count [hermes:3.19] [hermes:4.5]', () => {
    expect(description('full')).toMatch(/^Search 1 more tools[\s\S]*\n\nTHE LISTING$/u);
    expect(assembled([server], { listing: 'off' }, { listing: listing('full') }).tools[0]?.description).not.toContain('LISTING');
    const bare = assembled([server], {}, { listing: { text: '', form: 'none', listed: 0, omitted: 1 } }).tools[0]?.description;
    expect(bare).toMatch(/need no search\.$/u);
  });

  it('frame full and names: all is listed, an exact name skips search [hermes:3.20]', () => {
    for (const form of ['full', 'names']) {
      expect(description(form)).toMatch(/Every deferred ability is listed below.*skip tool_search/u);
      expect(description(form)).not.toMatch(/names not listed|FIRST/u);
    }
  });

  it('frame mixed: tools of collapsed servers exist and must be searched [hermes:3.21]', () => {
    for (const text of [description('mixed', 5), description('names', 5)]) {
      expect(text).toMatch(/skip tool_search.*"names not listed", the tools exist as well: find them with tool_search/u);
    }
  });

  it('frame groups: search first, no generic substitute [hermes:3.22]', () => {
    expect(description('groups', 5)).toMatch(/search here FIRST: neither call the ability missing nor take a generic tool/u);
    expect(description('groups', 5)).not.toContain('Every deferred');
  });

  it('say how to search and what comes next [hermes:4.6] [hermes:4.8] [hermes:4.9]', () => {
    const [search, describeTool, call] = assembled([server]).tools;
    for (const part of [
      'several queries',
      'one per capability',
      'keywords, not questions',
      'no tool contains empties the query',
      'grouped by query',
    ]) {
      expect(search?.description).toContain(part);
    }
    expect(search?.description.indexOf('`tool_describe`')).toBeLessThan(search?.description.indexOf('`tool_call`') ?? 0);
    expect(search?.description).toContain('listed directly need no search');
    expect(describeTool?.description).toMatch(/Needed before `tool_call` when the parameters.*one call/u);
    for (const part of [
      'one entry per invocation',
      'exactly one entry',
      'connectors__',
      'rejected',
      'input order',
      'Policy, hooks and approvals',
    ]) {
      expect(call?.description).toContain(part);
    }
  });

  it('mention manage_connections only when it is in the session [hermes:4.7] [hermes:case-104]', () => {
    expect(description('full')).not.toMatch(/manage_connections|connectors__/u);
    const text = assembled([server, connections]).tools.find(({ name }) => name === 'tool_search')?.description;
    expect(text).toMatch(/`connectors__`.*`manage_connections`/u);
    const off = assembled([server, connections], { connectors: false }).tools.find(({ name }) => name === 'tool_search')?.description;
    expect(off).not.toContain('connectors__');
  });

  it('describe local batches when they are on [hermes:8.16]', () => {
    const call = assembled([server], { localBatches: true }).tools[2];
    expect(call?.description).toContain('run one after another');
    expect(call?.description).not.toContain('exactly one entry');
  });

  it('declare the parameters, with constants for the limit [hermes:4.1] [hermes:4.2] [hermes:4.3] [hermes:4.4] [hermes:16.3]', () => {
    const [search, describeTool, call] = assembled([server], { search_default_limit: 9, max_search_limit: 40 }).tools;
    expect(search?.inputSchema).toMatchObject({
      type: 'object',
      properties: { queries: { type: 'array', items: { type: 'string' } }, limit: { type: 'integer' } },
      required: ['queries'],
    });
    expect(JSON.stringify(search?.inputSchema)).toMatch(/5 by default.*25 by default/u);
    expect(describeTool?.inputSchema).toMatchObject({
      properties: { names: { type: 'array', items: { type: 'string' } } },
      required: ['names'],
    });
    expect(call?.inputSchema).toMatchObject({
      properties: {
        calls: {
          type: 'array',
          items: {
            type: 'object',
            properties: { name: { type: 'string' }, arguments: { type: 'object' } },
            required: ['name', 'arguments'],
          },
        },
      },
      required: ['calls'],
    });
    expect(JSON.stringify([search, describeTool, call].map((each) => each?.inputSchema))).not.toContain('additionalProperties');
  });

  it('stay under 4,500 tokens with the largest listing of the defaults [hermes:case-32]', () => {
    const input = { listing: { text: 'x'.repeat(16_000), form: 'mixed', listed: 90, omitted: 410 } };
    const [search] = assembled([server, connections], {}, input).tools.filter(({ name }) => name === 'tool_search');
    expect(estimateTokens([{ type: 'function', function: search }])).toBeLessThan(4500);
  });

  it('cost about what the originals cost [hermes:4.10]', () => {
    const facts = { count: 40, form: 'none', omitted: 40, hasConnections: false, localBatches: false };
    const wrapped = (text: string) => controlTools({ ...facts, listing: text }).map((each) => ({ type: 'function', function: each }));
    expect(estimateTokens(wrapped('').slice(0, 1))).toBeLessThanOrEqual(320);
  });
});

describe('estimateTokens', () => {
  it('is a quarter of the characters of compact JSON, rounded up once [hermes:2.7]', () => {
    expect(estimateTokens([])).toBe(0);
    expect(estimateTokens([{ a: 1 }, { b: 2 }])).toBe(4);
    expect(estimateTokens([{ a: 'é😀' }])).toBe(Math.ceil(10 / 4));
    const cycle: Record<string, unknown> = {};
    cycle['self'] = cycle;
    expect(estimateTokens([cycle])).toBe(Math.ceil('[object Object]'.length / 4));
  });

  it('grows with the definitions [hermes:case-17]', () => {
    const verbose = Array.from({ length: 10 }, (_, index) => ({ name: `t${index}`, description: 'x'.repeat(400), parameters: schema({}) }));
    expect(estimateTokens(verbose)).toBeGreaterThan(10 * estimateTokens([{ name: 't', description: '', parameters: {} }]));
  });
});
