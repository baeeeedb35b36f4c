import { framedUntrusted, shownValue, type JsonObject, type ToolResult } from '@toolrack/contracts';
import { findLiteral } from './find-literal.js';
import type { KeptText } from './kept-results.js';
import { wholeAfter, wholeBefore } from './text-positions.js';

/** Characters of a part when the model does not say. */
const usualLimit = 20_000;
/** Longest text that is searched for, in UTF-16 code units. */
export const mostPatternCharacters = 500;
/** Most places that a search shows. */
const mostMatches = 20;
/** Characters around each of them. */
const context = 200;

/** Answers one call of `read_result`. `find`: what is kept under an id, if the caller may read it; `most` is the largest part that is handed out. */
export function readResult(find: (id: string) => KeptText | undefined, input: JsonObject, most: number, keptForMs: number): ToolResult {
  const { id, pattern } = input;
  const found = typeof id === 'string' ? find(id) : undefined;
  if (found === undefined) return failed(`No result is kept under ${shownValue(id ?? null)}. ${lifetime(keptForMs)}`);
  const { text, isForeign } = found;
  const frame = isForeign ? framedUntrusted : (part: string): string => part;
  const offset = wholeBefore(text, whole(input['offset'], 0));
  const limit = Math.min(most, Math.max(1, whole(input['limit'], usualLimit)));
  if (offset >= text.length) return failed(`The result has ${text.length} characters; "offset" is behind its end.`);
  if (typeof pattern !== 'string' || pattern === '') return part(text, offset, limit, frame);
  if (pattern.length > mostPatternCharacters) return failed(`"pattern" may have ${mostPatternCharacters} characters at most.`);
  return search(text, pattern, offset, limit, frame);
}

type Frame = (text: string) => string;

function part(text: string, offset: number, limit: number, frame: Frame): ToolResult {
  const end = wholeAfter(text, Math.min(text.length, offset + limit));
  const more = end < text.length ? `; read on with "offset": ${end}` : '; this is the end';
  return {
    content: [
      { type: 'text', text: frame(text.slice(offset, end)) },
      { type: 'text', text: `[characters ${offset} to ${end} of ${text.length}${more}]` },
    ],
  };
}

function search(text: string, pattern: string, offset: number, limit: number, frame: Frame): ToolResult {
  const { positions, total } = findLiteral(text, pattern, offset, mostMatches);
  const first = total === 0 ? `${JSON.stringify(pattern)} does not occur` : `${total} places hold ${JSON.stringify(pattern)}`;
  const behind = offset === 0 ? '' : ` behind ${offset}`;
  const shown: string[] = [];
  let room = limit;
  for (const position of positions) {
    const from = wholeBefore(text, Math.max(0, position - context));
    const to = wholeAfter(text, Math.min(text.length, position + pattern.length + context));
    if (shown.length > 0 && to - from > room) break;
    room -= to - from;
    shown.push(`--- at ${position}:\n${text.slice(from, to)}`);
  }
  const last = positions[shown.length - 1];
  const more = last !== undefined && total > shown.length ? `; the next ones with "offset": ${last + pattern.length}` : '';
  const places = shown.length === 0 ? [] : [frame(shown.join('\n'))];
  return { content: [{ type: 'text', text: [`[${first}${behind}; ${shown.length} shown${more}]`, ...places].join('\n') }] };
}

function whole(value: unknown, otherwise: number): number {
  return typeof value === 'number' && Number.isFinite(value) ? Math.max(0, Math.floor(value)) : otherwise;
}

function lifetime(keptForMs: number): string {
  return `Large results are kept for ${Math.round(keptForMs / 60_000)} minutes at most, while there is room. Call the tool again if its answer is still needed.`;
}

function failed(text: string): ToolResult {
  return { content: [{ type: 'text', text }], isError: true };
}
