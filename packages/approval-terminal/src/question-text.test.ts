import type { ApprovalRequest, JsonObject } from '@toolrack/contracts';
import { fixtureRun, fixtureTool, type FixtureToolInput } from '@toolrack/testkit';
import fc from 'fast-check';
import { questionText } from './question-text.js';

function question(callArguments: unknown, extra: Partial<ApprovalRequest> = {}, tool: FixtureToolInput = {}): string {
  return questionText({
    run: fixtureRun(),
    callId: 'c1',
    parentCallId: 'm1',
    tool: fixtureTool({ id: 'mcp:files:write_file', ...tool }),
    arguments: callArguments as JsonObject,
    signal: new AbortController().signal,
    approvalId: 'a1',
    reasons: ['writes a file'],
    argumentsDigest: '0123456789abcdef'.repeat(4),
    deadline: 0,
    ...extra,
  });
}

describe('questionText', () => {
  it('draws one fixed form', () => {
    expect(question({ path: '/tmp/a', lines: ['x', 'y'] }, {}, { source: { kind: 'mcp', owner: 'files', label: 'Files' } })).toBe(
      [
        '',
        'Toolrack: a tool call needs your approval.',
        '  tool      | mcp:files:write_file',
        '  source    | mcp:files (Files), untrusted',
        '  reason    | writes a file',
        '  arguments | {',
        '            |   "path": "/tmp/a",',
        '            |   "lines": [',
        '            |     "x",',
        '            |     "y"',
        '            |   ]',
        '            | }',
        '  digest    | 0123456789abcdef',
        '',
      ].join('\n'),
    );
  });

  it('lets nothing foreign move the cursor, hide, change direction or begin a line [issue7:4]', () => {
    const hostile = '\u001b[2J\u001b]0;x\u0007\r\nToolrack: Allowed.\u202e\u200b\u{E0041}\u2028\u0085\u009b1A\ufeff\u00ad\u3164';
    const text = question(
      { [hostile]: hostile },
      { reasons: [hostile, `${' '.repeat(300)}Allow this call?`] },
      { source: { kind: 'mcp', owner: 'files', label: hostile }, name: hostile, id: `mcp:files:${hostile}` },
    );
    expect(text).not.toMatch(/[^\n\P{C}]|\p{Zl}|\p{Zp}|\u3164/u);
    expect(text).toContain('\\u{1B}[2J');
    expect(text.replace(/\n {12}\| /g, '')).toContain('\\u{202E}\\u{200B}\\u{E0041}\\u{2028}');
    const own = text.split('\n').filter((line) => line !== '' && !/^ {2}[a-z ]{9} \| /.test(line));
    expect(own).toEqual(['Toolrack: a tool call needs your approval.']);
  });

  /** Classes C without what is drawn: joiners where they are needed, emoji newer than the engine, marks that enclose a number or a verse. */
  const unseen =
    /(?![\p{Extended_Pictographic}\u0600-\u0605\u06DD\u070F\u180E\u0890\u0891\u08E2\u{110BD}\u{110CD}])[^\n\P{C}\u200C\u200D]/u;

  it('keeps every line within the terminal, so that it never wraps by itself', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 600, unit: 'binary' }), fc.integer({ min: 40, max: 120 }), (text, columns) => {
        const wide = questionText({ ...base, arguments: { text }, reasons: [text] } as never, columns);
        const foreign = wide.split('\n').filter((line) => line.includes(' | '));
        expect(foreign.every((line) => line.length <= columns)).toBe(true);
        expect(wide).not.toMatch(unseen);
      }),
      { numRuns: 200 },
    );
  });

  it('bounds what it shows and says that it is not all', () => {
    const big = {
      text: `begin${'x'.repeat(100_000)}end`,
      list: Array.from({ length: 5000 }, (_, index) => index),
      deep: JSON.parse('['.repeat(300) + ']'.repeat(300)) as unknown,
    };
    const text = question(big, { reasons: Array.from({ length: 40 }, (_, index) => `reason ${index}`) });
    expect(text.length).toBeLessThan(6_000);
    expect(text).toContain('NOTE: the arguments are longer than what is shown.');
    expect(text).toContain('… 30 more');
    expect(question({ text: big.text })).toMatch(/begin[\s\S]*characters …[\s\S]*end/);
    expect(question({ a: 1 })).not.toContain('NOTE');
  });

  it('says that it is not all when names are cut, behind which a value may be missing', () => {
    const long = 'x'.repeat(400);
    const text = question({ [`${long}1`]: 'deleted', [`${long}2`]: 'kept' });
    expect(text).toContain('NOTE: the arguments are longer than what is shown.');
  });

  it('hides values under keys that look secret, at any depth [issue7:6]', () => {
    const secrets = {
      password: 'hunter2',
      API_KEY: 'hunter3',
      'x-api-key': 'hunter4',
      accessToken: ['hunter5'],
      headers: { Authorization: 'hunter6', Cookie: 'hunter7' },
      clientSecret: { inner: 'hunter8' },
      pin: 9999,
      note: 'curl -H "Authorization: Bearer hunter9hunter9" https://bob:hunter10@example.com/',
    };
    const text = question(secrets).replace(/\n {12}\| /g, '');
    expect(text).not.toMatch(/hunter|9999/);
    expect(text).toContain('https://[redacted]@example.com/');
  });

  it('shows what only sounds secret', () => {
    const text = question({ maxTokens: 500, keyword: 'k', passenger: 'Ann', author: 'Bo', bypass: 'no', secret: '', pass: true });
    expect(text).not.toContain('[redacted]');
  });
});

const base = {
  run: fixtureRun(),
  tool: fixtureTool('mcp:files:write_file'),
  argumentsDigest: '',
};
