import fc from 'fast-check';
import { LineReader } from './line-reader.js';

function read(chunks: readonly Buffer[], maxBytes: number): { lines: string[]; tooLong: number } {
  const lines: string[] = [];
  let tooLong = 0;
  const reader = new LineReader(maxBytes, { line: (text) => lines.push(text), tooLong: () => (tooLong += 1) });
  for (const chunk of chunks) reader.push(chunk);
  reader.end();
  return { lines, tooLong };
}

describe('LineReader', () => {
  it('gives the same lines however the bytes are cut into chunks', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => text.trim() === text && !/[\r\n]/.test(text)),
          { maxLength: 12 },
        ),
        fc.array(fc.nat(400), { maxLength: 20 }),
        (texts, cuts) => {
          const bytes = Buffer.from(texts.map((text) => `${text}\n`).join(''));
          const places = [...new Set([0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length])].sort((a, b) => a - b);
          const chunks = places.slice(1).map((end, index) => bytes.subarray(places[index], end));
          expect(read(chunks, 1_000_000)).toEqual({ lines: texts, tooLong: 0 });
        },
      ),
    );
  });

  it('reports a line over the limit once, keeps nothing of it and reads on', () => {
    const chunks = [Buffer.from('a\n'), Buffer.alloc(50, 'x'), Buffer.alloc(50, 'y'), Buffer.from('z\nb\n')];
    expect(read(chunks, 20)).toEqual({ lines: ['a', 'b'], tooLong: 1 });
  });

  it('accepts a line of exactly the limit, carriage returns, blank lines and a last line without a newline', () => {
    expect(read([Buffer.from('12345\r\n\n  \nlast')], 6)).toEqual({ lines: ['12345', 'last'], tooLong: 0 });
  });
});
