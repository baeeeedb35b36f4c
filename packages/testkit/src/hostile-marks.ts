/** One thing that only a model would read, and how a leak of it is known. */
export interface HostileMark {
  readonly name: string;
  /** What is planted. */
  readonly raw: string;
  /** What no text for a model may hold. */
  readonly leak: string;
}

const mark = (name: string, raw: string, leak = raw): HostileMark => Object.freeze({ name, raw, leak });

function characters(name: string, ...points: readonly number[]): readonly HostileMark[] {
  return points.map((point) => {
    const character = String.fromCodePoint(point);
    return mark(`${name} U+${point.toString(16).toUpperCase().padStart(4, '0')}`, `q${character}q`, character);
  });
}

/** Every class of hidden characters; listed by hand, so that a gap in the table that removes them is seen. */
export const hiddenMarks: readonly HostileMark[] = Object.freeze([
  ...characters('control', 0, 7, 8, 0xd, 0x1b, 0x7f, 0x85, 0x9b),
  ...characters('soft hyphen or joiner', 0xad, 0x34f, 0x180e, 0x2060, 0xfeff),
  ...characters('zero width', 0x200b),
  ...characters('direction', 0x61c, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069),
  ...characters('deprecated format', 0x206a, 0x206f, 0xfff9, 0xfffb, 0x1d173),
  ...characters('invisible operator', 0x2061, 0x2062, 0x2063, 0x2064),
  ...characters('filler', 0x115f, 0x1160, 0x3164, 0xffa0, 0x2800, 0x17b4, 0x17b5),
  ...characters('separator or space', 0x2028, 0x2029, 0xa0, 0x2003, 0x202f, 0x205f),
  ...characters('selector', 0xfe00, 0xfe0e, 0xe0100, 0xe01ef, 0x180b),
  ...characters('tag', 0xe0001, 0xe0020, 0xe0041, 0xe007f),
  ...characters('private or no character', 0xe000, 0xf8ff, 0x10fffd, 0xffff, 0x1fffe),
  ...characters('lone surrogate', 0xd800, 0xdfff),
  // Needed elsewhere, so that only their place tells a leak.
  mark('joiner between letters that need none U+200C', 'q\u200Cq', 'q\u200C'),
  mark('joiner between letters that need none U+200D', 'q\u200Dq', 'q\u200D'),
  mark('emoji selector after a letter U+FE0F', 'q\uFE0Fq', 'q\uFE0F'),
]);

/** Control tokens of chat templates, in their own and in full-width brackets. */
export const tokenMarks: readonly HostileMark[] = Object.freeze(
  [
    ...['<|im_start|>', '<|im_end|>', '<|endoftext|>', '<|eot_id|>', '<|start_header_id|>', '<|"|>', '<|turn>', '<tool_call|>'],
    ...['<｜begin▁of▁sentence｜>', '＜|im_start|＞', '<s>', '</s>', '[INST]', '[/INST]', '<<SYS>>', '<</SYS>>', '[TOOL_CALLS]'],
    ...['[AVAILABLE_TOOLS]', '<start_of_turn>', '<end_of_turn>', '<tool_call>', '</tool_call>', '<tool_response>', '</tools>', '<think>'],
    ...['<bos>', '<eos>', '<unk>', '<pad>', '<function_calls>'],
  ].map((token) => mark(`token ${token}`, token)),
);

/** All of them. */
export const hostileMarks: readonly HostileMark[] = Object.freeze([...hiddenMarks, ...tokenMarks]);

/** Texts with joiners and selectors that they need; they must survive. */
export const neededJoiners: readonly string[] = Object.freeze(['👩‍👩‍👧', '❤️', '🏳️‍🌈', '1️⃣', 'می‌خواهم', 'क्‍ष', 'ශ්‍රී']);

/** A text of that field with every mark in it, after its own beginning so that a shortened one has them too, and the joiners that survive. */
export function poison(field: string): string {
  return `${hostileMarks.map(({ raw }) => raw).join(' ')} ${field} ${neededJoiners.join(' ')}`;
}

/** The names of the marks that are left in a text. */
export function leaksIn(text: string): readonly string[] {
  const leaks = hostileMarks.filter(({ leak }) => (isSurrogate(leak) ? hasLone(text, leak) : text.includes(leak)));
  return leaks.map(({ name }) => name);
}

/** The marks in any string or name of a member of a JSON value, each with its place; bytes of media are passed over. */
export function leaksInJson(value: unknown, place = 'it'): readonly string[] {
  if (typeof value === 'string') return leaksIn(value).map((name) => `${place}: ${name}`);
  if (Array.isArray(value)) return value.flatMap((item, index) => leaksInJson(item, `${place}[${String(index)}]`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => [
    ...leaksIn(key).map((name) => `a name in ${place}: ${name}`),
    ...leaksInJson(member, `${place}.${key.slice(0, 20)}`),
  ]);
}

function isSurrogate(text: string): boolean {
  return /^\p{Cs}$/u.test(text);
}

function hasLone(text: string, surrogate: string): boolean {
  for (const character of text) if (character === surrogate) return true;
  return false;
}
