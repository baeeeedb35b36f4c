/** What a reader cannot see, or what changes the order or the place of what they see. */
const hidden = /[\p{C}\p{Zl}\p{Zp}\u115F\u1160\u3164\uFFA0\u2800]|\u034F|\u17B4|\u17B5|\p{Variation_Selector}|(?![ \u3000])\p{Zs}/gu;

/** Scripts in which a joiner between two letters changes how they are drawn. */
const joining = ['Arabic', 'Devanagari', 'Bengali', 'Malayalam', 'Sinhala', 'Tamil', 'Telugu', 'Kannada']
  .map((script) => `\\p{Script=${script}}`)
  .join('');

/** Joiners and selectors that an emoji or a script needs where they stand; they show what they join. */
const needed = new RegExp(
  [
    String.raw`(?<=\p{Extended_Pictographic}\p{Emoji_Modifier}?)\uFE0F`,
    String.raw`(?<=[0-9#*])\uFE0F(?=\u20E3)`,
    String.raw`(?<=\p{Extended_Pictographic}\uFE0F?\p{Emoji_Modifier}?)\u200D(?=\p{Extended_Pictographic})`,
    `(?<=[${joining}])[\\u200C\\u200D](?=[${joining}])`,
  ].join('|'),
  'gu',
);

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
