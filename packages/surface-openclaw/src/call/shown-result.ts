import { type ContentBlock, type ToolResult } from '@toolrack/contracts';
import { cutText, cutValue } from './cut-value.js';

/**
 * Longest JSON of a trusted result, in UTF-16 code units, about 24,000 tokens. OpenClaw leaves trusted results
 * unbounded; one log file would then fill a model's context. Untrusted ones are cut at 20,000 by their wrapper.
 */
export const resultLimit = 96_000;

/** A result as the text of an answer shows it. */
export interface ShownResult {
  readonly content: readonly ContentBlock[];
  readonly details?: unknown;
  readonly isError?: true;
}

/** Media goes to the model as media; its data would only be noise in a text. */
export function isMedia(block: ContentBlock): boolean {
  return block.type === 'image' || block.type === 'audio';
}

/** What a text block is counted with at least when blocks are chosen, and what stands around its text. */
const blockLength = { least: 256, around: 40 };

const lengthOf = (value: unknown): number => JSON.stringify(value)?.length ?? 0;

/** Blocks within `room`: texts are cut at one common length, as high as fits; other blocks that take more than half of the room are told of. */
function cutContent(content: readonly ContentBlock[], room: number): readonly ContentBlock[] {
  if (lengthOf(content) <= room) return content;
  const blocks: ContentBlock[] = [];
  let [beside, counted] = [0, 0];
  for (const given of content) {
    const length = given.type === 'text' ? 0 : lengthOf(given);
    const isLeftOut = beside + length > room / 2;
    const block: ContentBlock = isLeftOut ? { type: 'text', text: `[left out: a ${given.type} of ${length} characters]` } : given;
    const counts = block.type === 'text' ? Math.min(block.text.length, blockLength.least) + blockLength.around : length;
    if (counted + counts > room && blocks.length > 0) break;
    if (!isLeftOut) beside += length;
    counted += counts;
    blocks.push(block);
  }
  const missing = content.length - blocks.length;
  const rest: readonly ContentBlock[] = missing === 0 ? [] : [{ type: 'text', text: `[left out: ${missing} more blocks]` }];
  const cut = (most: number): readonly ContentBlock[] => [
    ...blocks.map((block) => (block.type === 'text' ? { ...block, text: cutText(block.text, most) } : block)),
    ...rest,
  ];
  let [fitting, tooLong] = [0, room + 1];
  while (tooLong - fitting > 64) {
    const middle = Math.floor((fitting + tooLong) / 2);
    if (lengthOf(cut(middle)) <= room) fitting = middle;
    else tooLong = middle;
  }
  return cut(fitting);
}

/** The part of a result that text can show, without media. */
export function textResult(result: ToolResult): ShownResult {
  const { details } = result;
  return {
    content: result.content.filter((block) => !isMedia(block)),
    ...(details === undefined ? {} : { details }),
    ...(result.isError === true ? { isError: true } : {}),
  };
}

/** The part of a result that text can show, as it is or cut so that its JSON has at most `limit` characters and stays valid; what is missing is said. */
export function shownResult(result: ToolResult, limit: number = resultLimit): ShownResult {
  const whole = textResult(result);
  if (lengthOf(whole) <= limit) return whole;
  const { content, details, ...isError } = whole;
  const room = limit - 64;
  const wanted = details === undefined ? 0 : lengthOf(details);
  // Either may have what the other does not need.
  const detailsRoom = Math.min(wanted, Math.max(Math.floor(room / 2), room - lengthOf(content)));
  return {
    content: cutContent(content, room - detailsRoom),
    ...(details === undefined ? {} : { details: cutValue(details, detailsRoom) }),
    ...isError,
  };
}
