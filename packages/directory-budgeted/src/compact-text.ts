import { textForModel } from '@toolrack/contracts';

/** What stands for the part that was cut off. */
const ellipsis = '...';

/** At most `most` characters; a longer text is cut and ends in `...`. Never cuts inside a surrogate pair. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  if (most <= ellipsis.length) return ellipsis.slice(0, Math.max(0, most));
  let end = most - ellipsis.length;
  const last = text.charCodeAt(end - 1);
  if (last >= 0xd800 && last <= 0xdbff) end -= 1;
  return text.slice(0, end) + ellipsis;
}

/**
 * One line of well-formed text: white space and control characters become one space, lone surrogates U+FFFD; what a reader would not see is
 * taken out, and tokens of chat templates lose their power.
 */
function collapse(text: string): string {
  const line = text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .replace(/\p{Cs}/gu, '\uFFFD');
  const clean = textForModel(line);
  return clean === line ? line : clean.replace(/\s+/gu, ' ').trim();
}

/** The text on one line and cut to `most` characters. Reads only as much of a long text as it needs. */
export function compactText(text: string, most: number): string {
  let read = (most + 1) * 2;
  while (read < text.length) {
    const head = collapse(text.slice(0, read));
    // The last unit may be half of a pair; one more than needed keeps it out of the result.
    if (head.length > most + 1) return cutText(head, most);
    read *= 4;
  }
  return cutText(collapse(text), most);
}
