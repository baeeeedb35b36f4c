/** What a reader cannot see, or what changes the order or the place of what they see. */
const hidden =
  /[\p{C}\p{Zl}\p{Zp}\u034F\u115F\u1160\u17B4\u17B5\u3164\uFFA0\u2800\u{FE00}-\u{FE0F}\u{E0100}-\u{E01EF}]|(?![ \u3000])\p{Zs}/gu;

/** Joiners and selectors that a script or an emoji needs where they stand; they show what they join. */
const needed =
  /(?<=\p{Extended_Pictographic}\p{Emoji_Modifier}?)\uFE0F|(?<=\p{Extended_Pictographic}\uFE0F?\p{Emoji_Modifier}?)\u200D(?=\p{Extended_Pictographic})|(?<=[0-9#*])\uFE0F(?=\u20E3)|(?<=[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}])[\u200C\u200D](?=[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}])/gu;

function escape(character: string): string {
  return `\\u{${(character.codePointAt(0) as number).toString(16).toUpperCase()}}`;
}

/**
 * The text with every control, invisible, direction-changing or unassigned character written as `\u{…}`, lone surrogates and
 * unusual spaces too, so that nothing in it can move the cursor, hide, or be drawn in another order.
 */
export function visibleText(text: string): string {
  const kept = new Set([...text.matchAll(needed)].map((match) => match.index));
  return text.replace(hidden, (character, offset: number) => (kept.has(offset) ? character : escape(character)));
}
