import { isJsonObject, type ContentBlock } from '@toolrack/contracts';
import { wholeAfter, wholeBefore } from './text-positions.js';

/** The part of the budget that goes to the beginning of a text; the rest shows its end. */
const headShare = 0.75;

/** The text of a block that counts as text. */
function textOf(block: ContentBlock): string | undefined {
  if (block.type === 'text') return block.text;
  if (block.type === 'resource' && typeof block.resource['text'] === 'string') return block.resource['text'];
  return undefined;
}

function withText(block: ContentBlock, text: string): ContentBlock {
  if (block.type === 'text') return { ...block, text };
  if (block.type === 'resource') return { ...block, resource: { ...block.resource, text } };
  return block;
}

/** All text of a result as one, a line end between blocks; what `read_result` counts its characters in. */
export function wholeText(content: readonly ContentBlock[]): string {
  return content
    .map(textOf)
    .filter((text) => text !== undefined)
    .join('\n');
}

/** Characters of text in a result. */
export function countCharacters(content: readonly ContentBlock[]): number {
  return content.reduce((sum, block) => sum + (textOf(block)?.length ?? 0), 0);
}

/**
 * Cuts the text of a result down to `most` characters, marker included. The beginning and the end stay, whole blocks as far as possible; the
 * marker stands where the middle is left out. Surrogate pairs stay whole; blocks without text stay where they are.
 * `marker` gets where the gap begins and ends, counted in the text of `wholeText`.
 */
export function cutContent(
  content: readonly ContentBlock[],
  most: number,
  marker: (from: number, to: number) => string,
): readonly ContentBlock[] {
  const whole = wholeText(content);
  // The longest marker that there can be: its numbers are positions in the text.
  const room = most - marker(whole.length, 2 * whole.length).length;
  const from = wholeBefore(whole, Math.floor(room * headShare));
  const to = wholeAfter(whole, whole.length - (room - Math.floor(room * headShare)));
  const note = marker(from, to);
  const cut: ContentBlock[] = [];
  let start = 0;
  let isMarked = false;
  for (const block of content) {
    const text = textOf(block);
    if (text === undefined) {
      cut.push(block);
      continue;
    }
    const end = start + text.length;
    const head = text.slice(0, Math.max(0, from - start));
    const tail = text.slice(Math.max(0, to - start));
    const isWhole = end <= from || start >= to;
    if (isWhole) cut.push(block);
    else {
      const marked = isMarked ? tail : `${head}${note}${tail}`;
      isMarked = true;
      if (marked !== '') cut.push(withText(block, marked));
    }
    start = end + 1;
  }
  return cut;
}

/** Replaces images, sounds and binary resources over `mostBytes` of base64 by a note. */
export function leaveOutBinaries(content: readonly ContentBlock[], mostBytes: number): readonly ContentBlock[] {
  return content.map((block) => {
    const data = block.type === 'image' || block.type === 'audio' ? block.data : blobOf(block);
    if (data === undefined || data.length <= mostBytes) return block;
    const type = block.type === 'image' || block.type === 'audio' ? block.mimeType : `resource ${uriOf(block)}`;
    return { type: 'text', text: `[${type} of ${data.length} bytes (base64) left out: at most ${mostBytes} are passed on.]` };
  });
}

function blobOf(block: ContentBlock): string | undefined {
  const blob = block.type === 'resource' ? block.resource['blob'] : undefined;
  return typeof blob === 'string' ? blob : undefined;
}

function uriOf(block: ContentBlock): string {
  const uri = block.type === 'resource' && isJsonObject(block.resource) ? block.resource['uri'] : undefined;
  return typeof uri === 'string' ? uri.slice(0, 200) : '';
}
