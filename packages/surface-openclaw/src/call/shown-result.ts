import { type ContentBlock, type ToolResult } from '@toolrack/contracts';
import { firstUnits, prettyJson } from '../text/bounded-text.js';

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

function cutText(text: string, most: number): string {
  return text.length <= most ? text : `${firstUnits(text, most)}\n[cut: ${text.length - most} more characters]`;
}

/** Cuts texts of blocks to a share of the room each; other blocks that are larger than that are replaced by a word. */
function cutContent(content: readonly ContentBlock[], most: number): readonly ContentBlock[] {
  return content.map((block) => {
    if (block.type === 'text') return { ...block, text: cutText(block.text, most) };
    const { length } = JSON.stringify(block);
    return length <= most ? block : { type: 'text', text: `[left out: a ${block.type} of ${length} characters]` };
  });
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

/** The part of a result that text can show, as it is or cut to the limit as JSON that stays valid. */
export function shownResult(result: ToolResult, limit: number = resultLimit): ShownResult {
  const whole = textResult(result);
  if (prettyJson(whole).length <= limit) return whole;
  const { content, details, ...isError } = whole;
  const detailsJson = details === undefined ? '' : JSON.stringify(details);
  const isLarge = detailsJson.length > limit / 4;
  const blocks = content.slice(0, 64);
  // Escapes can double the length of a text, hence half of the room.
  const share = Math.floor(limit / 2 / Math.max(1, blocks.length));
  return {
    content: [
      ...cutContent(blocks, share),
      ...(blocks.length < content.length
        ? [{ type: 'text' as const, text: `[left out: ${content.length - blocks.length} more blocks]` }]
        : []),
    ],
    ...(details === undefined ? {} : { details: isLarge ? cutText(detailsJson, Math.floor(limit / 8)) : details }),
    ...isError,
  };
}
