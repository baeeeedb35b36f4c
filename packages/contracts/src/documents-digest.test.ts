import { documentsDigest, type RankDocument } from './index.js';

const tool = (id: string, extra: Partial<RankDocument> = {}): RankDocument => ({
  id,
  name: id,
  description: 'Does it.',
  source: { kind: 'mcp', owner: 'a' },
  trust: 'trusted',
  inputSchema: { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } } },
  ...extra,
});

describe('documentsDigest', () => {
  it('does not depend on the order of documents or keys', () => {
    const first = documentsDigest([tool('a'), tool('b')]);
    const turned = { properties: { b: { type: 'string' }, a: { type: 'string' } }, type: 'object' };
    expect(documentsDigest([tool('b', { inputSchema: turned }), tool('a')])).toBe(first);
    expect(first).toMatch(/^[0-9a-f]{64}$/u);
  });

  it.each<[string, Partial<RankDocument>]>([
    ['a name', { name: 'other' }],
    ['a title', { title: 'A' }],
    ['a description', { description: 'Does it!' }],
    ['a label', { source: { kind: 'mcp', owner: 'a', label: 'A' } }],
    ['trust', { trust: 'untrusted' }],
    ['a schema', { inputSchema: { type: 'object' } }],
  ])('changes with %s', (_, change) => {
    expect(documentsDigest([tool('a', change)])).not.toBe(documentsDigest([tool('a')]));
  });

  it('trusts the digest of a definition for its schema, and still notices another trust, source or length of text', () => {
    const known = tool('a', { digest: 'd1' });
    const first = documentsDigest([known]);
    expect(documentsDigest([{ ...known, inputSchema: { properties: {} } }])).toBe(first);
    expect(documentsDigest([{ ...known, digest: 'd2' }])).not.toBe(first);
    expect(documentsDigest([{ ...known, trust: 'untrusted' }])).not.toBe(first);
    expect(documentsDigest([{ ...known, source: { kind: 'mcp', owner: 'b' } }])).not.toBe(first);
    expect(documentsDigest([{ ...known, description: 'Does it, and says so.' }])).not.toBe(first);
  });

  it('tells texts apart that only meet at other places', () => {
    expect(documentsDigest([tool('a'), tool('b')])).not.toBe(documentsDigest([tool('a'), tool('b'), tool('c')]));
    expect(documentsDigest([])).not.toBe(documentsDigest([tool('a')]));
  });
});
