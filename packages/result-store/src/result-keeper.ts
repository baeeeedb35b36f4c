import {
  isJsonObject,
  type KeptResult,
  type ResultKeeper,
  type RunContext,
  type ToolDescriptor,
  type ToolResult,
} from '@toolrack/contracts';
import { wholeText } from './cut-content.js';
import type { KeptResults, KeptText } from './kept-results.js';
import { readerId, unlistedReaderId, type KeptReading } from './read-on.js';
import { canRead, readerTool } from './read-result-source.js';
import type { ResultStoreSettings } from './options.js';

/** In `_meta` of a result that was cut: `{ id, characters }` of the kept text. */
export const keptMeta = 'toolrack/kept';

/** Longest JSON of a structured value that is not worth keeping beside the text. */
const smallDetails = 2_000;

/** True for words that come from outside: of an untrusted tool, or marked so by a trusted one. */
export function isForeign(tool: ToolDescriptor, { details }: ToolResult): boolean {
  if (tool.trust !== 'trusted') return true;
  const external = isJsonObject(details) ? details['externalContent'] : undefined;
  return isJsonObject(external) && external['untrusted'] === true;
}

/** The keeper over one store. */
export function resultKeeper({ kept, calls }: KeptReading, settings: ResultStoreSettings): ResultKeeper {
  const { name, description, inputSchema } = readerTool(settings.maxCharacters);
  return Object.freeze({
    reader: Object.freeze({ name, description: description ?? '', inputSchema: inputSchema ?? true, ids: [readerId, unlistedReaderId] }),
    showAs: (run: RunContext, shown: string) => calls.showAs(run, shown),
    keep(result: ToolResult, tool: ToolDescriptor, run: RunContext): KeptResult | undefined {
      if (!canRead(run, settings)) return undefined;
      const foreign = isForeign(tool, result);
      const keep = (text: string) => kept.keep(run.scope, { text, isForeign: foreign, tool });
      const earlier = keptEarlier(result, kept, run);
      const json = detailsJson(result);
      const text = earlier?.kept.text ?? wholeText(result.content);
      const isValueAlone = text === '' && json !== undefined;
      const shown = isValueAlone ? json : text;
      const id = earlier?.id ?? keep(shown);
      if (id === undefined) return undefined;
      const valueId = json === undefined || isValueAlone || saysTheSame(text, json) ? undefined : keep(json);
      const value =
        valueId === undefined
          ? ''
          : ` The structured value (${json?.length} characters of JSON) is kept too: ${calls.in(run, { id: valueId, offset: 0 })} reads it.`;
      return { text: shown, readOn: (offset) => `${textNote(offset, shown.length, calls.in(run, { id, offset }))}${value}`.trim() };
    },
  });
}

function textNote(offset: number, length: number, call: string): string {
  if (offset >= length) return '';
  return `The first ${offset} of ${length} characters are shown above. The whole text is kept: ${call} reads on from here; with "pattern" it finds a text in it.`;
}

function keptEarlier(
  { _meta }: ToolResult,
  kept: KeptResults,
  run: RunContext,
): { readonly id: string; readonly kept: KeptText } | undefined {
  const mark = _meta?.[keptMeta];
  const id = isJsonObject(mark) && typeof mark['id'] === 'string' ? mark['id'] : undefined;
  const text = id === undefined ? undefined : kept.find(run.scope, id);
  return id === undefined || text === undefined ? undefined : { id, kept: text };
}

function detailsJson({ details }: ToolResult): string | undefined {
  if (typeof details !== 'object' || details === null) return undefined;
  const json = JSON.stringify(details);
  return json.length <= smallDetails ? undefined : json;
}

/** Servers repeat a structured value as JSON in the text, in any layout. */
function saysTheSame(text: string, json: string): boolean {
  if (text === json) return true;
  try {
    return JSON.stringify(JSON.parse(text)) === json;
  } catch {
    return false;
  }
}
