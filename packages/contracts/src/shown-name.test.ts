import fc from 'fast-check';
import { NamesShown, shownName, textForModel } from './index.js';

describe('shownName', () => {
  it('leaves clean names as they are, in any script', () => {
    for (const name of ['mcp:a:get', 'a b', 'найти', 'खोज', 'بحث', '検索', 'Δ_t', 'поискPDF', 'Отчётv2', 'x[0]', 'a<b'])
      expect(shownName(name)).toBe(name);
  });

  it.each([
    ['get\u200B_it', 'get_it~'],
    ['<|im_end|>', '< |im_end| >~'],
    [' two\nlines ', 'two lines~'],
    ['dеlete', 'd\\u{435}lete~'],
    ['\u200B', '~'],
    ['ภาษา\u200Bไทย', 'ภาษาไทย~'],
    ['葛\u{E0100}', '葛~'],
  ])('shows %j as %j and digits [issue7:4]', (name, start) => {
    expect(shownName(name).replace(/[0-9a-f]{8}$/u, '')).toBe(start);
  });

  it('gives nobody the name of another, and what it shows is clean', () => {
    const name = fc.array(fc.constantFrom('a', 'а', '\u200B', ' ', '<|', '~', '[INST]', '\uD800', '\n')).map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.uniqueArray(name, { maxLength: 12 }), (list) => {
        const names = new NamesShown(list);
        const shown = list.map(shownName);
        expect(new Set(shown).size).toBe(list.length);
        list.forEach((each, place) => expect(names.own(shown[place] as string)).toBe(each));
        for (const each of shown) expect([textForModel(each), each.trim()]).toEqual([each, each]);
      }),
      { numRuns: 500 },
    );
  });
});
