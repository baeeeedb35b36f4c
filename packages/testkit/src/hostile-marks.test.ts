import { hostileMarks, leaksIn, leaksInJson, neededJoiners, poison } from './index.js';

describe('hostile marks', () => {
  it('are all in a poisoned text, and each is found there and where it stands alone', () => {
    expect(leaksIn(poison('field'))).toEqual(hostileMarks.map(({ name }) => name));
    for (const { name, raw } of hostileMarks) expect(leaksIn(raw)).toContain(name);
    expect(new Set(hostileMarks.map(({ raw }) => raw)).size).toBe(hostileMarks.length);
  });

  it('are not found in clean text or in the joiners that scripts and emoji need', () => {
    for (const text of ['plain "text"\n\t< | > [1]', 'Ελληνικά 日本語', ...neededJoiners]) expect(leaksIn(text)).toEqual([]);
  });

  it('are found in strings and names of members, with their place', () => {
    expect(leaksInJson({ list: [{ ['a\u202E']: 'b\u00AD' }] })).toEqual([
      'a name in it.list[0]: direction U+202E',
      'it.list[0].a\u202E: soft hyphen or joiner U+00AD',
    ]);
    expect(leaksInJson([1, null, true, { a: 'clean' }])).toEqual([]);
  });
});
