import { deny, type RankDocument, type Ranker, type RankIndex } from '@toolrack/contracts';
import { boot, substringRanker, tapping, testSource } from '../../test/support.js';

/** A ranker with views and changes that records what it is asked to do. */
function viewRanker(): Ranker & { readonly log: string[]; readonly seen: RankDocument[] } {
  const log: string[] = [];
  const seen: RankDocument[] = [];
  const index = (documents: readonly RankDocument[]): RankIndex => {
    log.push(`index ${documents.length}`);
    seen.push(...documents);
    const slots: (RankDocument | undefined)[] = [...documents];
    const search = (allowed: (ordinal: number) => boolean) => ({
      search: ({ text, limit }: { text: string; limit: number }) => ({
        hits: slots
          .flatMap((slot, ordinal) =>
            slot !== undefined && allowed(ordinal) && slot.name.includes(text) ? [{ id: slot.id, score: 1 }] : [],
          )
          .slice(0, limit),
      }),
    });
    return {
      size: documents.length,
      get ordinals() {
        return slots.length;
      },
      ...search(() => true),
      ordinal: (id) => {
        const at = slots.findIndex((slot) => slot?.id === id);
        return at < 0 ? undefined : at;
      },
      view: (allowed) => {
        log.push('view');
        return search((ordinal) => (((allowed[ordinal >>> 5] ?? 0) >>> (ordinal & 31)) & 1) === 1);
      },
      apply: ({ remove, add }) => {
        log.push(`apply -${remove.length} +${add.length}`);
        for (const id of remove) slots[slots.findIndex((slot) => slot?.id === id)] = undefined;
        for (const document of add) {
          const at = slots.findIndex((slot) => slot?.id === document.id);
          if (at < 0) slots.push(document);
          else slots[at] = document;
        }
      },
    };
  };
  return { name: 'views', log, seen, index };
}

const found = async (
  run: { search(request: { text: string; limit: number }): Promise<{ hits: readonly { tool: { name: string } }[] }> },
  text: string,
): Promise<string[]> => (await run.search({ text, limit: 10 })).hits.map((hit) => hit.tool.name);

describe('search', () => {
  it('uses one index with a view per catalog, and applies changes instead of building anew', async () => {
    const ranker = viewRanker();
    const source = testSource([{ name: 'tool_a' }, { name: 'tool_b' }]);
    const { runtime } = await boot(
      [source],
      [tapping('policy', (tool, { run }) => (run.scope.agent === 'guest' && tool.name === 'tool_b' ? deny('guest') : undefined))],
      { ranker },
    );
    const [owner, guest] = [await runtime.startRun(), await runtime.startRun({ agent: 'guest' })];
    expect([await found(owner, 'tool'), await found(guest, 'tool'), await found(guest, 'tool')]).toEqual([
      ['tool_a', 'tool_b'],
      ['tool_a'],
      ['tool_a'],
    ]);
    expect(ranker.log).toEqual(['index 0', 'index 2', 'view', 'view']);
    source.tools = [{ name: 'tool_a' }, { name: 'tool_c' }];
    source.change();
    expect(await found(await runtime.startRun(), 'tool')).toEqual(['tool_a', 'tool_c']);
    expect(ranker.log.slice(4)).toEqual(['apply -1 +1', 'view']);
    await runtime.dispose();
  });

  it('keeps ranking the pinned catalog of an older run', async () => {
    const ranker = viewRanker();
    const source = testSource([{ name: 'old' }, { name: 'stays' }]);
    const { runtime } = await boot([source], [], { ranker });
    const run = await runtime.startRun();
    expect(await found(run, 'old')).toEqual(['old']);
    source.tools = [{ name: 'stays' }];
    source.change();
    expect(await found(await runtime.startRun(), 'old')).toEqual([]);
    expect(await found(run, 'old')).toEqual(['old']);
    await runtime.dispose();
  });

  it('never shows a ranker the schema of an untrusted tool', async () => {
    const ranker = viewRanker();
    const inputSchema = { type: 'object', properties: { secretive: {} } };
    const { runtime } = await boot(
      [testSource([{ name: 'open', inputSchema }]), testSource([{ name: 'foreign', inputSchema }], { owner: 'f', trust: 'untrusted' })],
      [],
      { ranker },
    );
    await found(await runtime.startRun(), 'x');
    expect(ranker.seen.map((document) => [document.name, document.inputSchema !== undefined])).toEqual([
      ['foreign', false],
      ['open', true],
    ]);
    await runtime.dispose();
  });

  it('hands a ranker the digest of a tool, worked out only when the ranker reads it', async () => {
    const ranker = viewRanker();
    const { runtime } = await boot([testSource([{ name: 'open' }])], [], { ranker });
    const run = await runtime.startRun();
    await found(run, 'open');
    const [document] = ranker.seen;
    const answer = await run.search({ text: 'open', limit: 1 });
    expect(Object.keys(document as RankDocument)).not.toContain('digest');
    expect(document?.digest).toBe(answer.hits[0]?.tool.digest);
    expect(document?.digest).toMatch(/^[0-9a-f]{64}$/);
    await runtime.dispose();
  });

  it('fails clearly when the ranker throws, while exact ids and names still work', async () => {
    const broken: Ranker = {
      name: 'broken',
      index: () => ({
        size: 0,
        search: () => {
          throw new Error('index is corrupt');
        },
      }),
    };
    const { runtime, events } = await boot([testSource([{ name: 'alpha' }])], [], { ranker: broken });
    const run = await runtime.startRun();
    await expect(run.search({ text: 'anything', limit: 3 })).rejects.toMatchObject({ code: 'ERR_SEARCH_FAILED', plugin: 'base' });
    expect(await found(run, 'test:main:alpha')).toEqual(['alpha']);
    expect(await found(run, ' alpha ')).toEqual(['alpha']);
    expect(events).toContainEqual(expect.objectContaining({ name: 'search:failed', plugin: 'base', reason: 'index is corrupt' }));
    await runtime.dispose();
  });

  it('drops hits that are unknown, doubled, not searchable or without a finite score', async () => {
    const odd: Ranker = {
      name: 'odd',
      index: () => ({
        size: 0,
        search: () => ({
          hits: [
            { id: 'test:main:a', score: Number.NaN },
            { id: 'test:main:a', score: 1 },
            { id: 'test:main:a', score: 1 },
            { id: 'ghost', score: 1 },
            { id: 'test:main:d', score: 1 },
            null as never,
          ],
        }),
      }),
    };
    const { runtime } = await boot([testSource([{ name: 'a' }, { name: 'd', exposure: 'direct-only' }])], [], { ranker: odd });
    expect(await found(await runtime.startRun(), 'x')).toEqual(['a']);
    await runtime.dispose();
  });

  it('names the sources in an empty answer and whenever one is not there', async () => {
    const failing = testSource([], { owner: 'down', list: () => Promise.reject(new Error('exit 1')) });
    const healthy = await boot([testSource([{ name: 'alpha' }])]);
    const run = await healthy.runtime.startRun();
    expect(await run.search({ text: 'alpha', limit: 1 })).not.toHaveProperty('sources');
    expect(await run.search({ text: 'zzz', limit: 1 })).toMatchObject({
      hits: [],
      weak: true,
      confidence: 0,
      sources: [{ id: 'test:main', tools: 1 }],
    });
    const ill = await boot([testSource([{ name: 'alpha' }]), failing]);
    expect((await (await ill.runtime.startRun()).search({ text: 'alpha', limit: 1 })).sources).toContainEqual(
      expect.objectContaining({ id: 'test:down', state: 'failed', reason: 'exit 1' }),
    );
    await Promise.all([healthy.runtime.dispose(), ill.runtime.dispose()]);
  });

  it('lets a query tap rewrite, a rank tap answer and a rerank tap reorder', async () => {
    const { runtime } = await boot(
      [testSource([{ name: 'one' }, { name: 'two' }, { name: 'three' }])],
      [
        tapping('query', (query) => ({ ...query, text: query.text.replace('eins', 'one') }), undefined, 'q'),
        tapping(
          'rank',
          (query) =>
            query.text === 'all'
              ? { hits: ['one', 'two'].map((name) => ({ id: `test:main:${name}`, score: 1 })), weak: true, confidence: 0.2 }
              : undefined,
          undefined,
          'r',
        ),
        tapping('rerank', (hits) => [...hits].reverse(), undefined, 'rr'),
      ],
    );
    const run = await runtime.startRun();
    expect(await found(run, 'eins')).toEqual(['one']);
    expect(await run.search({ text: 'all', limit: 5 })).toMatchObject({
      weak: true,
      confidence: 0.2,
      hits: [{ tool: { name: 'two' } }, { tool: { name: 'one' } }],
    });
    await runtime.dispose();
  });

  it('looks at no more of a query than a page or two', async () => {
    let seen = 0;
    const ranker: Ranker = { name: 'length', index: () => ({ size: 0, search: ({ text }) => ((seen = text.length), { hits: [] }) }) };
    const { runtime } = await boot([testSource([{ name: 'alpha' }])], [], { ranker });
    await found(await runtime.startRun(), 'x'.repeat(8_000_000));
    expect(seen).toBe(16_384);
    await runtime.dispose();
  });

  it('rebuilds nothing for a ranker without views while the catalog is the same', async () => {
    let builds = 0;
    const { runtime } = await boot([testSource([{ name: 'alpha' }])], [], {
      ranker: {
        name: 'counting',
        index: (documents) => {
          builds += documents.length;
          return substringRanker.index(documents);
        },
      },
    });
    for (let count = 0; count < 3; count++) expect(await found(await runtime.startRun(), 'alpha')).toEqual(['alpha']);
    expect(builds).toBe(1);
    await runtime.dispose();
  });
});
