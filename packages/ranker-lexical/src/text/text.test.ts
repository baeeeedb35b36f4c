import fc from 'fast-check';
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

describe('squash', () => {
  it.each(['Repo.list', 'repo_list', 'repo/list', 'REPO-LIST', 'répo list'])('brings %s to one form', (name) => {
    expect(squash(name)).toBe('repolist');
  });

  it('keeps letters of all scripts', () => {
    expect(squash('发送_消息!')).toBe('发送消息');
    expect(squash('🙂')).toBe('');
  });
});
