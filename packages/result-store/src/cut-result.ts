import { estimateTokens, type CallView, type ContentBlock, type ToolResult } from '@toolrack/contracts';
import { countCharacters, cutContent, leaveOutBinaries, wholeText } from './cut-content.js';
import type { KeptResults } from './kept-results.js';
import { fewestCharacters, type ResultStoreOptions } from './options.js';

/**
 * The result within its bounds; the same object when it is within them already. What is cut from texts is kept for the call's scope.
 * A structured value is kept whole when its tool has an output schema, which a part of it would not fit; otherwise one that is too large is
 * replaced by a note.
 */
export function cutResult(result: ToolResult, call: CallView, options: Required<ResultStoreOptions>, kept: KeptResults): ToolResult {
  let { content } = result;
  if (content.some((block) => block.type !== 'text')) content = leaveOutBinaries(content, options.maxBytes);
  let keptText: string | undefined;
  if (countCharacters(content) > options.maxCharacters || isOverTokens(content, options)) {
    keptText = wholeText(content);
    const id = kept.keep(call.run.scope, keptText);
    const { length } = keptText;
    const cutTo = (most: number): readonly ContentBlock[] => cutContent(content, most, (from, to) => marker(id, from, to, length));
    let most = Math.min(options.maxCharacters, length);
    let cut = cutTo(most);
    // Characters of one text cost differently, so what is left is counted again until it fits.
    while (isOverTokens(cut, options) && most > fewestCharacters) cut = cutTo((most = Math.max(fewestCharacters, Math.floor(most * 0.85))));
    content = cut;
  }
  const isUnchanged = content.every((block, index) => block === result.content[index]) && content.length === result.content.length;
  const details = cutDetails(result, call, options, kept, keptText);
  if (isUnchanged && details === undefined) return result;
  return { ...result, content, ...(details === undefined ? {} : { details }) };
}

function isOverTokens(content: readonly ContentBlock[], { maxTokens }: Required<ResultStoreOptions>): boolean {
  return maxTokens > 0 && estimateTokens(wholeText(content)) > maxTokens;
}

function marker(id: string | undefined, from: number, to: number, length: number): string {
  const gap = `${to - from} of ${length} characters are left out here`;
  if (id === undefined) return `\n\n[${gap} and not kept: there are too many. Ask the tool for less at a time.]\n\n`;
  const read = `read_result {"id":"${id}","offset":${from}}`;
  return `\n\n[${gap}. The whole text is kept: ${read} reads on from here; with "pattern" it finds a text in it.]\n\n`;
}

/** What takes the place of a structured value; `undefined` when it stays. */
function cutDetails(
  { details, isError }: ToolResult,
  call: CallView,
  options: Required<ResultStoreOptions>,
  kept: KeptResults,
  keptText: string | undefined,
): unknown {
  if (typeof details !== 'object' || details === null) {
    if (typeof details !== 'string') return undefined;
  }
  // A failed result is not held against the schema.
  if (call.tool.outputSchema !== undefined && isError !== true) return undefined;
  const json = JSON.stringify(details);
  if (json.length <= options.maxDetailsCharacters) return undefined;
  const id = json === keptText ? undefined : kept.keep(call.run.scope, json);
  return {
    truncated: true,
    characters: json.length,
    ...(id === undefined ? {} : { resultId: id, hint: `read_result {"id":"${id}"} reads the structured value as JSON.` }),
  };
}
