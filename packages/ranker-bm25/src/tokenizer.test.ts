import { analyzeChunk, tokenize } from './tokenizer.js';
import { stemWord } from './stemmer.js';
import { stopWords } from './stop-words.js';

describe('tokenize', () => {
  it.each([
    ['web_search', ['web_search', 'web', 'search']],
    ['getURLs', ['geturl', 'get', 'url']],
    ['getOAuthToken', ['getoauthtoken', 'get', 'o', 'auth', 'token']],
    ['HTTPServer2Go', ['httpserver2go', 'http', 'serv', '2', 'go']],
    ['ABCdef', ['abcdef', 'ab', 'cdef']],
    ['v1.2.3', ['v1', 'v', '1', '2', '3']],
    ['remoteDemo__echo', ['remotedemo__echo', 'remot', 'demo', 'echo']],
  ])('emits %s whole, then its parts [openclaw:6.1]', (text, terms) => {
    expect(tokenize(text)).toEqual(terms);
  });
  it('splits at everything that is no letter, number or underscore, in any script [openclaw:6.1]', () => {
    expect(tokenize('погода-завтра/météo')).toEqual(['погода', 'завтра', 'meteo']);
  });
  it('keeps repetitions, which count for length and frequency [openclaw:8.1]', () => {
    expect(tokenize('file file')).toEqual(['fil', 'fil']);
  });
  it('has 59 stop words, among them do, up, no, not, can and will, and keeps get [openclaw:6.2]', () => {
    expect(stopWords.size).toBe(59);
    for (const word of ['the', 'do', 'up', 'no', 'not', 'can', 'will', 'which']) expect(tokenize(word)).toEqual([]);
    expect(tokenize('get')).toEqual(['get']);
  });
  it('drops stop words among parts and before stemming [openclaw:6.2]', () => {
    expect(tokenize('setUp')).toEqual(['setup', 'set']);
    expect(tokenize('Does it')).toEqual([]);
  });
  it('takes accents off Latin letters only', () => {
    expect(tokenize('café')).toEqual(tokenize('cafe'));
    expect(tokenize('cafe\u0301')).toEqual(tokenize('café'));
    expect(tokenize('が')).not.toEqual(tokenize('か'));
  });
  it('indexes scripts without spaces under pairs of letters too', () => {
    expect(tokenize('天気予報')).toEqual(['天気予報', '天気', '気予', '予報']);
    expect(tokenize('天気')).toEqual(['天気']);
  });
  it('takes the parts as the words of a chunk, and the whole when it has none', () => {
    expect(analyzeChunk('create_issue').words.map(({ word }) => word)).toEqual(['create', 'issue']);
    expect(analyzeChunk('issue').words.map(({ word }) => word)).toEqual(['issue']);
    expect(analyzeChunk('the_of').words.map(({ word }) => word)).toEqual(['the_of']);
  });
  it('cuts endless words and ignores mere underscores', () => {
    expect(tokenize('x'.repeat(5000))[0]).toHaveLength(256);
    expect(tokenize('____')).toEqual([]);
  });
});

describe('stemWord', () => {
  it.each([
    ['schedul', ['scheduling', 'schedules', 'schedule']],
    ['remind', ['reminders', 'reminder', 'remind']],
    ['run', ['running', 'runner', 'run']],
    ['process', ['processes', 'processing', 'process']],
    ['issu', ['issues', 'issue']],
    ['user', ['users', 'user']],
    ['fil', ['file', 'files', 'filing', 'filed']],
    ['call', ['calling', 'call', 'called', 'calls']],
  ])('brings forms to %s [openclaw:6.3] [openclaw:6.4] [openclaw:case-46]', (stem, words) => {
    for (const word of words) expect(stemWord(word)).toEqual([stem]);
  });
  it('gives words in -ies two stems [openclaw:6.3] [openclaw:6.4] [openclaw:case-47]', () => {
    expect(stemWord('policies')).toEqual(['policy', 'polici']);
    expect(stemWord('cookies')).toEqual(['cooky', 'cooki']);
    expect(stemWord('policy')).toEqual(['policy']);
    expect(stemWord('cookie')).toEqual(['cooki']);
  });
  it.each(['news', 'status', 'alias', 'canvas', 'lens', 'bus', 'access', 'api'])('leaves %s as it is [openclaw:6.3]', (word) => {
    expect(stemWord(word)).toEqual([word]);
  });
  it('undoubles a final consonant but not l, s, f, z and vowels [openclaw:6.3]', () => {
    expect(stemWord('planned')).toEqual(['plan']);
    expect(stemWord('spelling')).toEqual(['spell']);
    expect(stemWord('buzzing')).toEqual(['buzz']);
    expect(stemWord('seeing')).toEqual(['see']);
  });
  it.each([
    ['analyses', 'analysis'],
    ['analyze', 'analysis'],
    ['ids', 'id'],
    ['used', 'use'],
    ['creation', 'create'],
    ['executions', 'execute'],
    ['definition', 'definition'],
  ])('brings %s and %s together, which the original misses [openclaw:6.5]', (word, other) => {
    expect(stemWord(word)).toEqual(stemWord(other));
  });
  it('does not take short words for forms of others', () => {
    expect(stemWord('station')).not.toEqual(stemWord('state'));
    expect(stemWord('portion')).not.toEqual(stemWord('port'));
  });
});
