import { visibleText } from './visible-text.js';

describe('visibleText', () => {
  it.each([
    ['👩‍👩‍👧 ❤️ 👍🏽 1️⃣', '👩‍👩‍👧 ❤️ 👍🏽 1️⃣'],
    ['می‌خواهم', 'می‌خواهم'],
    ['क्‍ष', 'क्‍ष'],
    ['pay‌pal', 'pay\\u{200C}pal'],
    ['a\u200D', 'a\\u{200D}'],
    ['x\uFE0F', 'x\\u{FE0F}'],
    ['\uD800', '\\u{D800}'],
    ['a\u00A0b\u2003c', 'a\\u{A0}b\\u{2003}c'],
    ['日本　語', '日本　語'],
  ])('shows %j as %j', (text, shown) => {
    expect(visibleText(text)).toBe(shown);
  });
});
