/**
 * What a reader cannot see, or what changes the order or the place of what they see: controls, line breaks too, invisible, tag and
 * direction characters, lone surrogates, unusual spaces. Not among them, although Unicode counts them to the same classes: emoji that are newer
 * than the engine, and the marks of Arabic, Syriac and Kaithi that enclose a number or a verse, which are drawn. For `replace`; `visibleText`
 * and `withoutHidden` keep the joiners that are needed.
 */
export const hiddenCharacters =
  /(?!\p{Extended_Pictographic}|[\u0600-\u0605\u06DD\u070F\u0890\u0891\u08E2\u{110BD}\u{110CD}])(?:[\p{C}\p{Zl}\p{Zp}\u115F\u1160\u3164\uFFA0\u2800]|\u034F|\u17B4|\u17B5|\p{Variation_Selector}|(?![ \u3000])\p{Zs})/gu;

/** Scripts in which a joiner after a letter changes how it, or what it is joined with, is drawn. */
const joining = [
  ...['Arabic', 'Syriac', 'Nko', 'Mongolian', 'Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil', 'Telugu', 'Kannada'],
  ...['Malayalam', 'Sinhala', 'Khmer', 'Myanmar', 'Balinese', 'Javanese'],
]
  .map((script) => `\\p{Script=${script}}`)
  .join('');

/** Scripts without blanks between words; a zero width space there says where a line may break, as a blank would, and so says no more than one. */
const unspaced = String.raw`[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]`;

/** The region flags that are drawn (RGI_Emoji_Tag_Sequence, UTS 51): England, Scotland, Wales. Any other tags behind a flag are text that nobody sees. */
const regions = String.raw`\u{E0067}\u{E0062}(?:\u{E0065}\u{E006E}\u{E0067}|\u{E0073}\u{E0063}\u{E0074}|\u{E0077}\u{E006C}\u{E0073})\u{E007F}`;

/** Forms of one ideograph that fonts tell apart (UTS 37), as in names of people and places: nearly all are among the first sixteen. */
const ideographForm = String.raw`[\u{E0100}-\u{E010F}]`;
/** Most of them in one text: each could hide four bits. */
const mostIdeographForms = 16;
const isIdeographForm = new RegExp(ideographForm, 'u');

/** Joiners and selectors that an emoji or a script needs where they stand; they show what they join. One at a place: two would say nothing more. */
const needed = new RegExp(
  [
    String.raw`(?<=\p{Extended_Pictographic}\p{Emoji_Modifier}?)\uFE0F`,
    String.raw`(?<=[0-9#*])\uFE0F(?=\u20E3)`,
    String.raw`(?<=\p{Extended_Pictographic}\uFE0F?\p{Emoji_Modifier}?)\u200D(?=\p{Extended_Pictographic})`,
    String.raw`(?<=[${joining}]\p{M}{0,3})[\u200C\u200D]`,
    String.raw`(?<=(?![\u180B-\u180F])\p{Script=Mongolian})[\u180B-\u180F]`,
    String.raw`(?<=${unspaced}{2})\u200B(?=${unspaced}{2})`,
    String.raw`(?<=\u{1F3F4})${regions}`,
    String.raw`(?<=\p{Unified_Ideograph})${ideographForm}`,
  ].join('|'),
  'gu',
);

/** Where characters stand that are needed, in UTF-16 code units. */
function neededPlaces(text: string): ReadonlySet<number> {
  const places = new Set<number>();
  let forms = 0;
  for (const { 0: found, index } of text.matchAll(needed)) {
    if (isIdeographForm.test(found) && (forms += 1) > mostIdeographForms) continue;
    for (let place = index; place < index + found.length; place += 1) places.add(place);
  }
  return places;
}

function escape(character: string): string {
  return `\\u{${(character.codePointAt(0) as number).toString(16).toUpperCase()}}`;
}

/**
 * The text with every control, invisible, direction-changing or unassigned character written as `\u{…}`, lone surrogates and
 * unusual spaces too, so that nothing in it can move the cursor, hide, or be drawn in another order.
 */
export function visibleText(text: string): string {
  if (!suspicious.test(text) && !/[\n\t]/u.test(text)) return text;
  const kept = neededPlaces(text);
  return text.replace(hiddenCharacters, (character, offset: number) => (kept.has(offset) ? character : escape(character)));
}

/**
 * The text without what a reader cannot see: control characters but line breaks and tabs, invisible, direction-changing and tag
 * characters, lone surrogates. Unusual spaces and separators become plain blanks; joiners that a script or an emoji needs stay.
 */
export function withoutHidden(text: string): string {
  // Most texts hold nothing of the kind; the test is many times cheaper than the search for joiners.
  if (!suspicious.test(text)) return text;
  const lines = text.replaceAll('\r\n', '\n');
  const kept = neededPlaces(lines);
  return lines.replace(hiddenCharacters, (character, offset: number) => {
    if (character === '\n' || character === '\t' || kept.has(offset)) return character;
    return /\p{Z}/u.test(character) ? ' ' : '';
  });
}

/** Anything outside the characters that are nearly all of what descriptions consist of. */
const suspicious = /[^\n\t -~\u00A1-\u00AC\u00AE-\u02FF\u0391-\u03C9\u0400-\u045F\u2010-\u2015\u2018-\u201D\u2022\u2026]/u;

/**
 * Tokens that chat templates give a meaning. `<|` and `|>` count only at a word, where a token begins or ends; alone they are operators of
 * programming languages.
 */
const templateTokens = [
  String.raw`<(?=[|｜][^\s>|｜)\],;])`,
  String.raw`(?<=[^\s<|｜([,;][|｜])>`,
  String.raw`<(?=\/?(?:s|tools|tool_calls?|tool_response|function_calls?|think|start_of_turn|end_of_turn|bos|eos|unk|pad)>)`,
  String.raw`\[(?=\/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS|TOOL_CONTENT)\])`,
  String.raw`<(?=<\/?SYS>>)`,
].join('|');
const everyToken = new RegExp(templateTokens, 'gi');
const wide = { open: /[＜﹤](?=[|｜/A-Za-z])/gu, close: /(?<=[|｜A-Za-z])[＞﹥]/gu };

/** Takes the power out of the control tokens of chat templates (also those written with full-width brackets): a blank is set inside. */
export function neutraliseTokens(text: string): string {
  return text
    .replace(wide.open, '<')
    .replace(wide.close, '>')
    .replace(everyToken, (token) => (token === '>' ? ' >' : `${token} `));
}

/** Either of the two: something that is perhaps hidden, full-width brackets among it, or a bracket of a token. */
const unclean = new RegExp(`${suspicious.source}|${templateTokens}`, 'iu');

/**
 * A stranger's text as a model may read it: `withoutHidden`, with neutralised tokens. What is neither hidden nor a token stays as it is, to the
 * byte, and so does the result of this function.
 */
export function textForModel(text: string): string {
  return unclean.test(text) ? neutraliseTokens(withoutHidden(text)) : text;
}
