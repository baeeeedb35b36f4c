const enum Kind {
  Break = 0,
  Word = 1,
  Apostrophe = 2,
}

const kinds = new Uint8Array(128);
for (let code = 0; code < 128; code += 1) {
  const character = String.fromCharCode(code);
  if (/[A-Za-z0-9]/.test(character)) kinds[code] = Kind.Word;
  else if (character === "'") kinds[code] = Kind.Apostrophe;
}

const letterOrDigit = /[\p{L}\p{N}\p{M}]/u;
const wideKinds = new Map<number, Kind>();

function kindOf(code: number): Kind {
  if (code < 128) return kinds[code] as Kind;
  let kind = wideKinds.get(code);
  if (kind === undefined) {
    // A surrogate is kept with its word: rare scripts, and emoji, which then match nothing but themselves.
    const surrogate = code >= 0xd800 && code <= 0xdfff;
    const word = surrogate || letterOrDigit.test(String.fromCharCode(code));
    kind = code === 0x2019 ? Kind.Apostrophe : word ? Kind.Word : Kind.Break;
    wideKinds.set(code, kind);
  }
  return kind;
}

const contractions = new Set(['s', 't', 're', 'll', 've', 'd', 'm']);

/** Length of an English contraction (`'s`, `’ll`) that starts at the apostrophe `at`, or 0. */
function contractionLength(text: string, at: number): number {
  let end = at + 1;
  while (end < text.length && end - at < 4 && kindOf(text.charCodeAt(end)) === Kind.Word) end += 1;
  return contractions.has(text.slice(at + 1, end).toLowerCase()) ? end - at : 0;
}

/**
 * Calls `visit` with the range `[start, end)` of every run of letters and digits of the text, in order, and with its hash (FNV-1a over UTF-16
 * code units), which costs least while the run is read. English contractions (`'s`, `'ll`) are dropped.
 */
export function forEachRange(text: string, visit: (start: number, end: number, hash: number) => void): void {
  const length = text.length;
  let index = 0;
  while (index < length) {
    let code = text.charCodeAt(index);
    if ((code < 128 ? (kinds[code] as Kind) : kindOf(code)) !== Kind.Word) {
      index += 1;
      continue;
    }
    const start = index;
    let hash = 0x811c9dc5;
    do {
      hash = Math.imul(hash ^ code, 0x01000193);
      index += 1;
      // Beyond the end this is NaN, which is no word.
      code = text.charCodeAt(index);
    } while ((code < 128 ? (kinds[code] as Kind) : index < length ? kindOf(code) : Kind.Break) === Kind.Word);
    visit(start, index, hash);
    if (index < length && kindOf(text.charCodeAt(index)) === Kind.Apostrophe) index += contractionLength(text, index);
  }
}

/** As `forEachRange`, with the words as they are spelled. */
export function forEachWord(text: string, visit: (word: string, start: number) => void): void {
  forEachRange(text, (start, end) => visit(text.slice(start, end), start));
}
