import { restoreShown, schemaForModel } from './index.js';

const schema = {
  type: 'object',
  properties: {
    ['na\u200Bme']: { type: 'string' },
    mode: { enum: ['fa\u200Bst', 'slow', '<|raw|>'] },
    kind: { oneOf: [{ const: 'a\u00ADb', title: 'A' }] },
    list: { type: 'array', items: { properties: { ['\u200Bx']: {} } } },
    same: { enum: ['q\u200B', 'q', 'q\u200B\u200B'] },
  },
};

describe('restoreShown', () => {
  it('gives names and fixed values that were shown cleaned their own form again [issue7:4]', () => {
    const shown = Object.keys(schemaForModel(schema).properties);
    expect(shown).toEqual(['name', 'mode', 'kind', 'list', 'same']);
    expect(restoreShown({ name: 'n', mode: 'fast', kind: 'ab', list: [{ x: 1 }], same: 'q', other: 'fast' }, schema)).toEqual({
      ['na\u200Bme']: 'n',
      mode: 'fa\u200Bst',
      kind: 'a\u00ADb',
      list: [{ ['\u200Bx']: 1 }],
      same: 'q',
      other: 'fast',
    });
  });

  it('knows names and values apart that would read the same, also where the schema says which are required [issue7:4]', () => {
    const alike = {
      type: 'object',
      properties: { path: {}, ['pa\u200Bth']: {}, ['path\u200B']: {}, mode: { enum: ['on', 'o\u200Bn', 1] } },
      required: ['path\u200B', 'path'],
    };
    const shown = schemaForModel(alike);
    const names = Object.keys(shown.properties);
    expect(names).toEqual(['path', 'pa\\u{200B}th', 'path\\u{200B}', 'mode']);
    expect([shown.required, shown.properties.mode.enum]).toEqual([
      ['path\\u{200B}', 'path'],
      ['on', 'o\\u{200B}n', 1],
    ]);
    const written = { path: 1, 'pa\\u{200B}th': 2, 'path\\u{200B}': 3, mode: 'o\\u{200B}n' };
    expect(restoreShown(written, alike)).toEqual({ path: 1, ['pa\u200Bth']: 2, ['path\u200B']: 3, mode: 'o\u200Bn' });
    expect(restoreShown({ mode: 'on' }, alike)).toEqual({ mode: 'on' });
  });

  it('leaves everything else as it was written, hidden characters too', () => {
    const read = schemaForModel({ type: 'object' });
    expect(restoreShown({ name: 1 }, { properties: { ['na\u200Bme']: read } })).toEqual({ name: 1 });
    const value = { name: 'a\u200Bb', mode: 'slow', list: 'none', ['na\u200Bme']: 1 };
    expect(restoreShown({ mode: 'slow', list: 'a\u200B' }, schema)).toEqual({ mode: 'slow', list: 'a\u200B' });
    expect(restoreShown(value, { type: 'object', properties: { name: {} } })).toBe(value);
    expect(restoreShown(value, undefined)).toBe(value);
    expect(restoreShown('text', true)).toBe('text');
    expect(restoreShown({ __proto__: null, name: 1 }, schema)).toEqual({ ['na\u200Bme']: 1 });
  });
});
