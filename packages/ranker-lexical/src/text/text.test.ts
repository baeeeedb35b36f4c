import fc from 'fast-check';
import { foldAccents } from './fold.js';
import { analyzeAsked, analyzeWord, type AskedWord } from './analyzer.js';
import { splitWord } from './split.js';
import { squash } from './squash.js';
import { forEachRange, forEachWord } from './words.js';

const wordsOf = (text: string): string[] => {
  const words: string[] = [];
  forEachWord(text, (word) => words.push(word));
  return words;
};

describe('forEachWord', () => {
  it.each([
    ['create_issue: now!', ['create', 'issue', 'now']],
    ["it's GitHub’s, they'll", ['it', 'GitHub', 'they']],
    ["'quoted' o'clock", ['quoted', 'o', 'clock']],
    ['解析pdf файл', ['解析pdf', 'файл']],
    ['send📧email 🚀Deploy 📋', ['send', '📧', 'email', '🚀', 'Deploy', '📋']],
    ['☎️ 👍🏽 🇩🇪🇫🇷 ™', ['☎', '👍', '🇩🇪', '🇫🇷']],
    ['𠮷野家 \ud83d', ['𠮷野家']],
    ['', []],
  ])('reads %s', (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });

  it('gives only parts of the text, in order and at their place', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        let end = 0;
        forEachWord(text, (word, start) => {
          expect(start).toBeGreaterThanOrEqual(end);
          expect(text.slice(start, start + word.length)).toBe(word);
          end = start + word.length;
        });
      }),
    );
  });
});

describe('splitWord', () => {
  it.each([
    ['createIssue', ['create', 'issue'], 'createissue'],
    ['HTTPServer', ['http', 'server'], 'httpserver'],
    ['getURLs', ['get', 'urls'], 'geturls'],
    ['getEC2Instances', ['get', 'ec2', 'instances'], 'getec2instances'],
    ['s3', ['s3'], undefined],
    ['iPhone', ['iphone'], undefined],
    ['SHOUT', ['shout'], undefined],
    ['Straße', ['strasse'], undefined],
    ['café', ['cafe'], undefined],
    ['发送消息', ['发送', '送消', '消息'], undefined],
    ['메시지', ['메시', '시지'], undefined],
    ['解析pdf', ['解析', 'pdf'], undefined],
    ['ภาษาไทย', ['ภาษา', 'ไทย'], undefined],
    ['ร้านอาหารใกล้ฉัน', ['ร้าน', 'อาหาร', 'ใกล้', 'ฉัน'], undefined],
    ['น้ำ', ['น้ำ'], undefined],
    ['မြန်မာစာ', ['မြန်မာ', 'စာ'], undefined],
    ['ｶﾞｽ', ['ガス'], undefined],
    ['पानी', ['पानी'], undefined],
    ['שָׁלוֹם', ['שלום'], undefined],
    ['كِتَابٌ', ['كتاب'], undefined],
    ['создатьСчёт', ['создать', 'счет'], 'создатьсчет'],
    ['ΣΑΣ', ['σασ'], undefined],
  ])('takes %s apart', (word, pieces, whole) => {
    expect(splitWord(word)).toEqual(whole === undefined ? { pieces } : { pieces, whole });
  });

  it('loses no letter of a plain identifier', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z0-9]{1,20}$/), (word) => {
        expect(splitWord(word).pieces.join('')).toBe(word.toLowerCase());
      }),
    );
  });
});

describe('analyzeWord', () => {
  it('stems the pieces and the whole, and remembers them', () => {
    expect(analyzeWord('listIssues')).toEqual({ terms: ['list', 'issu'], whole: 'listissu' });
    const asked: AskedWord[] = [];
    const text = 'listIssues, then listIssues';
    forEachRange(text, (start, end, hash) => asked.push(analyzeAsked(text, start, end, hash)));
    expect(asked[0]).toEqual({ terms: ['list', 'issu'], whole: 'listissu', surface: 'listissues' });
    expect(asked[2]).toBe(asked[0]);
  });

  it('cuts words without end', () => {
    expect(analyzeWord('x'.repeat(5000)).terms[0]?.length).toBeLessThanOrEqual(64);
  });
});

describe('foldAccents', () => {
  it.each([
    ['é', 'e'],
    ['ﬁ', 'fi'],
    ['ｔｏｏｌ', 'tool'],
    ['Ё', 'Е'],
    ['ά', 'α'],
    ['Ñ', 'N'],
    ['Việt', 'Viet'],
    ['за́мок', 'замок'],
  ])('writes %s as %s', (text, folded) => {
    expect(foldAccents(text)).toBe(folded);
  });

  const letters = (from: number, to: number): string[] =>
    Array.from({ length: to - from + 1 }, (_, place) => String.fromCodePoint(from + place)).filter((each) => /[\p{L}\p{M}]/u.test(each));
  const scripts: Readonly<Record<string, string[]>> = {
    Cyrillic: [...'абвгдежзийклмнопрстуфхцчшщъыьэюяіїєґўђјљњћџѓќ'],
    Devanagari: letters(0x904, 0x94d),
    Bengali: letters(0x985, 0x9cd),
    Tamil: letters(0xb85, 0xbcd),
    Thai: letters(0xe01, 0xe4e),
    Lao: letters(0xe81, 0xecd),
    Khmer: letters(0x1780, 0x17d1),
    Burmese: letters(0x1000, 0x103f),
    Tibetan: letters(0xf40, 0xf6c),
    kana: [...letters(0x3041, 0x3096), ...letters(0x30a1, 0x30fa)],
    Hangul: letters(0xac00, 0xac80),
    Hebrew: letters(0x5d0, 0x5ea),
    Arabic: letters(0x621, 0x63a),
  };

  it.each(Object.entries(scripts))('keeps words of %s apart that are spelled with other letters or marks', (_, alphabet) => {
    const word = fc.array(fc.constantFrom(...alphabet), { minLength: 1, maxLength: 4 }).map((parts) => parts.join(''));
    // Spellings that Unicode holds to be one word: composed or not, and the two ways to write a vowel of Thai and of Lao.
    const canonical = (text: string): string => text.normalize('NFKD').normalize('NFC');
    expect(new Set(alphabet.map(foldAccents)).size).toBe(new Set(alphabet.map(canonical)).size);
    fc.assert(
      fc.property(word, word, (left, right) => {
        expect(foldAccents(left) === foldAccents(right)).toBe(canonical(left) === canonical(right));
      }),
    );
  });
});

describe('squash', () => {
  it.each(['Repo.list', 'repo_list', 'repo/list', 'REPO-LIST', 'répo list'])('brings %s to one form', (name) => {
    expect(squash(name)).toBe('repolist');
  });

  it('keeps letters of all scripts', () => {
    expect(squash('发送_消息!')).toBe('发送消息');
    expect(squash('🙂')).toBe('');
    expect(squash('มา')).not.toBe(squash('ม้า'));
    expect(squash('दिन')).not.toBe(squash('दान'));
    expect(squash('ΣΑΣ')).toBe(squash('σας'));
  });
});
