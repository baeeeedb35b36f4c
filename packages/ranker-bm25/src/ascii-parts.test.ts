import fc from 'fast-check';
import { asciiParts } from './ascii-parts.js';

/** What the tokenizer takes for a part, restricted to ASCII. */
const pattern = /[A-Z]+s?(?![a-z])|[A-Z]?[a-z]+|[0-9]+/gu;

function partsOf(text: string, from: number, to: number): string[] {
  const bounds = new Int32Array(text.length * 2);
  const count = asciiParts(text, from, to, bounds);
  return Array.from({ length: count }, (_, part) => text.slice(bounds[part * 2], bounds[part * 2 + 1]));
}

describe('asciiParts', () => {
  it.each([
    ['getURLs', ['get', 'URLs']],
    ['HTTPServer2Go', ['HTTP', 'Server', '2', 'Go']],
    ['URLsafe', ['UR', 'Lsafe']],
    ['__a_1', ['a', '1']],
    ['Is', ['Is']],
  ])('takes %s apart', (chunk, parts) => {
    expect(partsOf(chunk, 0, chunk.length)).toEqual(parts);
  });

  it('finds what the expression finds, anywhere in a text', () => {
    const chunk = fc.string({ unit: fc.constantFrom('a', 'b', 's', 'A', 'B', 'S', '0', '9', '_'), maxLength: 12 });
    fc.assert(
      fc.property(chunk, chunk, (found, behind) => {
        expect(partsOf(`s${found}${behind}`, 1, found.length + 1)).toEqual(found.match(pattern) ?? []);
      }),
      { numRuns: 2000 },
    );
  });
});
