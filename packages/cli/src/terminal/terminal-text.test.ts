import fc from 'fast-check';

import { contentText } from './content-text.js';
import { lineLogger } from './logger.js';
import { sanitiseJson, sanitiseLine, sanitiseText } from './sanitise.js';
import { columnsOf, fit, renderTable } from './table.js';

// eslint-disable-next-line no-control-regex -- what may not reach a terminal
const dangerous = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u;

describe('text for a terminal', () => {
  it('shows what would act, reorder or hide', () => {
    expect(sanitiseText('a\u001b[31mb\u202ec\u2066d\u009be\nf\tg\r\nh')).toBe('a\\u{1B}[31mb\\u{202E}c\\u{2066}d\\u{9B}e\nf\tg\nh');
    expect(sanitiseText('x\u{E0041}\uFEFF\u200B')).toBe('x\\u{E0041}\\u{FEFF}\\u{200B}');
    expect(sanitiseText('from\u00AD \u034F\u3164\u180E\u2800')).toBe('from\\u{AD} \\u{34F}\\u{3164}\\u{180E}\\u{2800}');
    expect(sanitiseText('progress 10%\rDone')).toBe('progress 10%\\u{D}Done');
  });

  it('leaves scripts and emoji alone', () => {
    const text = 'Grüße, 日本語, नमस्ते, שלום, 👩‍💻, e\u0301';
    expect(sanitiseText(text)).toBe(text);
  });

  it('puts a line on one line', () => {
    expect(sanitiseLine('a\n\n\tb\r\nc\u2028d')).toBe('a b c\\u{2028}d');
  });

  it('is safe for every text, also as JSON, which keeps its meaning', () => {
    const text = fc.string({ unit: 'binary' });
    fc.assert(fc.property(text, (value) => !dangerous.test(sanitiseText(value)) && !dangerous.test(sanitiseLine(value))));
    fc.assert(
      fc.property(fc.object({ key: text, values: [text] }), (value) => {
        const json = JSON.stringify(value, undefined, 2);
        expect(JSON.parse(sanitiseJson(json))).toEqual(JSON.parse(json));
        expect(sanitiseJson(json)).not.toMatch(dangerous);
      }),
    );
  });
});

describe('tables', () => {
  it('align by columns and cut the last one', () => {
    const rows = [
      ['日本', 'a rather long description of something'],
      ['abc', 'short'],
    ];
    expect(renderTable(['ID', 'DESCRIPTION'], rows, 30)).toBe('ID    DESCRIPTION\n日本  a rather long descripti…\nabc   short\n');
    expect(renderTable(['A'], [])).toBe('');
    // One hostile name does not widen the table, and does not fill the screen.
    const long = ['x'.repeat(70), 'x'.repeat(5_000)].map((name) => [name, 'a', 'd']);
    const lines = renderTable(['ID', 'TRUST', 'DESCRIPTION'], [['abc', 'untrusted', 'short'], ...long], 100).split('\n');
    expect(lines.slice(0, 2)).toEqual(['ID   TRUST      DESCRIPTION', 'abc  untrusted  short']);
    expect(lines[2]).toBe(`${'x'.repeat(70)}  a          d`);
    expect(lines[3]).toBe(`${'x'.repeat(159)}…  a          d`);
  });

  it('never cut to more columns than there are', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 40 }), (text, width) => {
        expect(columnsOf(fit(text, width))).toBeLessThanOrEqual(width);
      }),
    );
  });
});

describe('content for people', () => {
  it('is text as it is and everything else by its kind', () => {
    expect(
      contentText([
        { type: 'text', text: 'hello\n' },
        { type: 'image', data: 'AAAA', mimeType: 'image/png' },
        { type: 'resource_link', uri: 'file:///x', name: 'x' },
        { type: 'resource', resource: { uri: 'demo://1', text: 'inside' } },
        { type: 'resource', resource: { uri: 'demo://2', blob: 'AA==' } },
      ]),
    ).toBe('hello\n\n[image, image/png, 3 bytes]\n[link to x: file:///x]\ninside\n[resource demo://2]\n');
    expect(contentText([])).toBe('');
  });
});

describe('the logger', () => {
  it('writes its own level and those after it, one line an entry', () => {
    const lines: string[] = [];
    const logger = lineLogger('warn', (line) => lines.push(line));
    logger.info('hidden');
    logger.warn('two\nlines', { plugin: '@a/b', reason: 'two words', count: 3 });
    logger.error('bad', { value: 1n });
    expect(lines).toEqual(['toolrack warn: two lines plugin=@a/b reason="two words" count=3', 'toolrack error: bad value=[unreadable]']);
    lineLogger('silent', (line) => lines.push(line)).error('never');
    expect(lines).toHaveLength(2);
  });
});
