import fc from 'fast-check';

import { approverView, visibleJson, type ApprovalRequest, type JsonValue } from './index.js';

const request = (callArguments: object, reasons: readonly string[]): ApprovalRequest =>
  ({ arguments: callArguments, reasons }) as unknown as ApprovalRequest;

describe('what an approver sees', () => {
  it('holds no secret of the arguments and none of a known form, in the reasons neither [issue7:6]', () => {
    const view = approverView(
      request({ password: 'hunter2hunter2', user: 'ann' }, ['ann uses hunter2hunter2', `Bearer ${'abc123'.repeat(4)}\u202E`]),
    );
    expect(view).toEqual({
      arguments: { password: '[redacted]', user: 'ann' },
      reasons: ['ann uses [redacted]', 'Bearer [redacted]\\u{202E}'],
    });
  });

  it('shows every hidden character of names and values, and keeps lines and tabs [issue7:4]', () => {
    const hidden = { ['pa\u200Bth']: '/tmp\u202E/txt.exe', list: ['a\tb\nc\r', '\u{E0041}', '👩‍💻'], n: 1, t: true, z: null };
    expect(visibleJson(hidden)).toEqual({
      'pa\\u{200B}th': '/tmp\\u{202E}/txt.exe',
      list: ['a\tb\nc\\u{D}', '\\u{E0041}', '👩‍💻'],
      n: 1,
      t: true,
      z: null,
    });
  });

  it('is different for values that are different', () => {
    const texts = fc.string({ unit: fc.constantFrom('a', '\\', 'u', '{', '}', '2', '0', 'B', '\u200B', '\u202E', '\n') });
    fc.assert(
      fc.property(texts, texts, (one, other) => {
        expect(visibleJson(one) === visibleJson(other)).toBe(one === other);
      }),
      { numRuns: 2_000 },
    );
    fc.assert(fc.property(fc.jsonValue(), (value) => expect(typeof visibleJson(value as JsonValue)).toBe(typeof value)));
  });
});
