import { type ContentBlock, type KeptResult, type ToolResult } from '@toolrack/contracts';
import { isMedia } from '../call/shown-result.js';
import { firstUnits, prettyJson } from '../text/bounded-text.js';

const cutMark = '\n[cut: the text goes on beyond what is shown]';

/** What a model is shown of a result that is kept, and how to read on. */
export interface FirstPart {
  readonly json: string;
  readonly note: string;
}

/** How the beginning is shown. */
export interface PartFrame {
  /** Longest text that could be shown, in UTF-16 code units. */
  readonly most: number;
  /** What stands around the result. */
  readonly around: (shown: object) => object;
  readonly fits: (json: string) => boolean;
}

/** Longest JSON of a structured value, and of blocks without text, beside the text. */
const mostBeside = 2_000;

/**
 * As much of the beginning of a kept result as fits, and the note that tells how to read on from just there. Blocks without text stay while
 * they are small, and so does a structured value.
 */
export function firstPart(result: ToolResult, kept: KeptResult, { most, around, fits }: PartFrame): FirstPart {
  const others = smallBlocks(result.content);
  const { details } = result;
  const isSmall = details !== undefined && JSON.stringify(details).length <= mostBeside;
  const jsonOf = (length: number): string => {
    const head = firstUnits(kept.text, length);
    const text = head.length < kept.text.length ? `${head}${cutMark}` : head;
    const content = [...(text === '' ? [] : [{ type: 'text', text }]), ...others];
    const shown = { content, ...(isSmall ? { details } : {}), ...(result.isError === true ? { isError: true } : {}) };
    return prettyJson(around(shown));
  };
  // The longest beginning that fits; escapes make its length in JSON another than its own.
  let fitting = 0;
  let tooLong = Math.min(kept.text.length, most) + 1;
  while (tooLong - fitting > 1) {
    const middle = Math.floor((fitting + tooLong) / 2);
    if (fits(jsonOf(middle))) fitting = middle;
    else tooLong = middle;
  }
  return { json: jsonOf(fitting), note: kept.readOn(firstUnits(kept.text, fitting).length) };
}

/** Links and resources that are shown beside the text; what is larger together is told of. */
function smallBlocks(content: readonly ContentBlock[]): readonly ContentBlock[] {
  const blocks = content.filter((block) => !isMedia(block) && block.type !== 'text' && !hasText(block));
  const small: ContentBlock[] = [];
  let length = 0;
  for (const block of blocks) {
    length += JSON.stringify(block).length;
    if (length > mostBeside)
      return [...small, { type: 'text', text: `[left out: ${blocks.length - small.length} more blocks without text]` }];
    small.push(block);
  }
  return small;
}

function hasText(block: ContentBlock): boolean {
  return block.type === 'resource' && typeof block.resource['text'] === 'string';
}
