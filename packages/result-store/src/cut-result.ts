import { estimateTokens, type CallView, type ContentBlock, type JsonObject, type ToolResult } from '@toolrack/contracts';
import { countCharacters, cutContent, leaveOutBinaries, wholeText } from './cut-content.js';
import { fewestCharacters, type ResultStoreSettings } from './options.js';
import type { KeptReading } from './read-on.js';
import { canRead } from './read-result-source.js';
import { isForeign, keptMeta } from './result-keeper.js';

type ReadOn = (input: { readonly id: string; readonly offset?: number }) => string;

/** A text that is cut: what it is kept under, if it is. */
interface Whole {
  readonly id: string | undefined;
  readonly length: number;
  readonly readOn: ReadOn;
}

/**
 * The result within its bounds; the same object when it is within them already. What is cut from texts is kept for the call's scope.
 * A structured value is kept whole when its tool has an output schema, which a part of it would not fit; otherwise one that is too large is
 * replaced by a note.
 */
export function cutResult(result: ToolResult, call: CallView, options: ResultStoreSettings, { kept, calls }: KeptReading): ToolResult {
  const readOn: ReadOn = (input) => calls.in(call.run, input);
  const keep = (text: string): string | undefined =>
    canRead(call.run, options) ? kept.keep(call.run.scope, { text, isForeign: isForeign(call.tool, result), tool: call.tool }) : undefined;
  let { content } = result;
  if (content.some((block) => block.type !== 'text')) content = leaveOutBinaries(content, options.maxBytes);
  let keptText: string | undefined;
  let keptId: string | undefined;
  if (countCharacters(content) > options.maxCharacters || isOverTokens(content, options)) {
    keptText = wholeText(content);
    keptId = keep(keptText);
    content = cutToFit(content, { id: keptId, length: keptText.length, readOn }, options);
  }
  const isUnchanged = content.every((block, index) => block === result.content[index]) && content.length === result.content.length;
  const details = cutDetails(result, call, { ...options, readOn }, (json) => (json === keptText ? undefined : keep(json)));
  const own = withoutMark(result);
  if (isUnchanged && details === undefined) return own;
  const mark = keptId === undefined ? {} : { [keptMeta]: { id: keptId, characters: keptText?.length ?? 0 } };
  return {
    ...own,
    content,
    ...(details === undefined ? {} : { details }),
    ...(own._meta === undefined && keptId === undefined ? {} : { _meta: { ...own._meta, ...mark } }),
  };
}

/** The result without a mark of what is kept: a source's own one would lead to something else. The same object when it has none. */
export function withoutMark(result: ToolResult): ToolResult {
  if (result._meta === undefined || !(keptMeta in result._meta)) return result;
  const { [keptMeta]: _forged, ...meta } = result._meta;
  return { ...result, _meta: meta };
}

function cutToFit(content: readonly ContentBlock[], whole: Whole, options: ResultStoreSettings): readonly ContentBlock[] {
  const cutTo = (most: number): readonly ContentBlock[] => cutContent(content, most, (from, to) => marker(whole, from, to));
  let most = Math.min(options.maxCharacters, whole.length);
  let cut = cutTo(most);
  // Characters of one text cost differently, so what is left is counted again until it fits.
  while (isOverTokens(cut, options) && most > fewestCharacters) cut = cutTo((most = Math.max(fewestCharacters, Math.floor(most * 0.85))));
  return cut;
}

function isOverTokens(content: readonly ContentBlock[], { maxTokens }: ResultStoreSettings): boolean {
  return maxTokens > 0 && estimateTokens(wholeText(content)) > maxTokens;
}

function marker({ id, length, readOn }: Whole, from: number, to: number): string {
  const gap = `${to - from} of ${length} characters are left out here`;
  if (id === undefined) return `\n\n[${gap} and not kept. Ask the tool for less at a time.]\n\n`;
  const read = readOn({ id, offset: from });
  return `\n\n[${gap}. The whole text is kept: ${read} reads on from here; with "pattern" it finds a text in it.]\n\n`;
}

/** What takes the place of a structured value; `undefined` when it stays. */
function cutDetails(
  { details, isError }: ToolResult,
  call: CallView,
  { maxDetailsCharacters, readOn }: ResultStoreSettings & { readonly readOn: ReadOn },
  keep: (json: string) => string | undefined,
): JsonObject | undefined {
  if (typeof details !== 'object' || details === null) {
    if (typeof details !== 'string') return undefined;
  }
  // A failed result is not held against the schema.
  if (call.tool.outputSchema !== undefined && isError !== true) return undefined;
  const json = JSON.stringify(details);
  if (json.length <= maxDetailsCharacters) return undefined;
  const id = keep(json);
  return {
    truncated: true,
    characters: json.length,
    ...(id === undefined ? {} : { resultId: id, hint: `${readOn({ id })} reads the structured value as JSON.` }),
  };
}
