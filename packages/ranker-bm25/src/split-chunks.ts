const chunkPattern = /[\p{L}\p{M}\p{N}_]+/gu;

/** 1 for the codes of ASCII letters, digits and the underscore. */
export const wordCodes = Uint8Array.from({ length: 128 }, (_, code) => (/\w/u.test(String.fromCharCode(code)) ? 1 : 0));

/** The chunks of an ASCII text, or `undefined` when it holds anything else. A plain loop: catalogs are nearly all ASCII. */
function splitAscii(text: string): readonly string[] | undefined {
  const chunks: string[] = [];
  let start = -1;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code > 127) return undefined;
    if (wordCodes[code] === 1) {
      if (start < 0) start = index;
    } else if (start >= 0) {
      chunks.push(text.slice(start, index));
      start = -1;
    }
  }
  if (start >= 0) chunks.push(text.slice(start));
  return chunks;
}

/** Composes, and takes accents off Latin letters: `café` and `cafe` are one word. */
function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/(\p{Script=Latin})[\u0300-\u036f]+/gu, '$1')
    .normalize('NFC');
}

/** The runs of letters, digits and underscores of a text, as written but folded. */
export function splitChunks(text: string): readonly string[] {
  return splitAscii(text) ?? fold(text).match(chunkPattern) ?? [];
}
