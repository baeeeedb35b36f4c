const enum Kind {
  Break = 0,
  Word = 1,
  Apostrophe = 2,
  /** An emoji, which is a word by itself. */
  Picture = 3,
}

const kinds = new Uint8Array(128);
for (let code = 0; code < 128; code += 1) {
  const character = String.fromCharCode(code);
  if (/[A-Za-z0-9]/.test(character)) kinds[code] = Kind.Word;
  else if (character === "'") kinds[code] = Kind.Apostrophe;
}

const letterOrDigit = /^[\p{L}\p{N}\p{M}]/u;
const pictograph = /^(?:\p{Extended_Pictographic}|\p{Regional_Indicator})/u;
/** Below are arrows, marks of trade and the like, which are no words. */
const firstPictograph = 0x2600;
/** Chooses a drawing of the emoji before it, which is the same word in all of them. */
const isVariation = (code: number): boolean => code >= 0xfe00 && code <= 0xfe0f;
const wideKinds = new Map<number, Kind>();

const isHigh = (code: number): boolean => code >= 0xd800 && code < 0xdc00;
const isLow = (code: number): boolean => code >= 0xdc00 && code < 0xe000;

function kindOfCharacter(code: number): Kind {
  const character = String.fromCodePoint(code);
  if (letterOrDigit.test(character)) return Kind.Word;
  return code >= firstPictograph && pictograph.test(character) ? Kind.Picture : Kind.Break;
}

/** Kind of the code unit at `index`; both units of a rare script's letter are of a word. */
function kindAt(text: string, index: number): Kind {
  const code = text.charCodeAt(index);
  if (code < 128) return kinds[code] as Kind;
  if (isHigh(code)) return kindOfCharacter(text.codePointAt(index) as number);
  if (isLow(code)) {
    const whole = index > 0 && isHigh(text.charCodeAt(index - 1));
    return whole && kindOfCharacter(text.codePointAt(index - 1) as number) === Kind.Word ? Kind.Word : Kind.Break;
  }
  let kind = wideKinds.get(code);
  if (kind === undefined) {
    kind = code === 0x2019 ? Kind.Apostrophe : isVariation(code) ? Kind.Break : kindOfCharacter(code);
    wideKinds.set(code, kind);
  }
  return kind;
}

/** Code units of the emoji at `index`; a flag is two letters of its own alphabet. */
function pictureLength(text: string, index: number): number {
  const isLetter = (at: number): boolean => text.charCodeAt(at) === 0xd83c && text.charCodeAt(at + 1) >= 0xdde6;
  if (isLetter(index) && isLetter(index + 2)) return 4;
  return isHigh(text.charCodeAt(index)) ? 2 : 1;
}

const contractions = new Set(['s', 't', 're', 'll', 've', 'd', 'm']);

/** Length of an English contraction (`'s`, `’ll`) that starts at the apostrophe `at`, or 0. */
function contractionLength(text: string, at: number): number {
  let end = at + 1;
  while (end < text.length && end - at < 4 && kindAt(text, end) === Kind.Word) end += 1;
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
    const kind = code < 128 ? (kinds[code] as Kind) : kindAt(text, index);
    if (kind !== Kind.Word && kind !== Kind.Picture) {
      index += 1;
      continue;
    }
    const start = index;
    const end = kind === Kind.Picture ? index + pictureLength(text, index) : length;
    let hash = 0x811c9dc5;
    do {
      hash = Math.imul(hash ^ code, 0x01000193);
      index += 1;
      // Beyond the end this is NaN, which is no word.
      code = text.charCodeAt(index);
    } while (index < end && (kind === Kind.Picture || (code < 128 ? (kinds[code] as Kind) : kindAt(text, index)) === Kind.Word));
    visit(start, index, hash);
    if (index < length && kind === Kind.Word && kindAt(text, index) === Kind.Apostrophe) index += contractionLength(text, index);
  }
}

/** As `forEachRange`, with the words as they are spelled. */
export function forEachWord(text: string, visit: (word: string, start: number) => void): void {
  forEachRange(text, (start, end) => visit(text.slice(start, end), start));
}
