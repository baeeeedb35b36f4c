import {
  type CallAnswer,
  type ContentBlock,
  type SearchAnswer,
  type SearchRequest,
  type SurfaceSession,
  type ToolDescriptor,
} from '@toolrack/contracts';
import { fitBatch } from '../search/batch-budget.js';
import { outageNote } from '../search/outage-note.js';
import { parseSearch } from '../search/parse-search.js';
import { fitScalar } from '../search/scalar-budget.js';
import { type SearchLimits } from '../search/search-limits.js';
import { wrapUntrusted } from '../text/untrusted-envelope.js';

interface Found {
  readonly answer: SearchAnswer;
  readonly tools: readonly ToolDescriptor[];
  /** Nothing was asked for, so nothing is missing. */
  readonly isBlank?: true;
}

async function find(request: SearchRequest, session: SurfaceSession): Promise<Found> {
  const answer = await session.search({ text: request.text, limit: request.limit });
  if (request.text === '') return { answer: { ...answer, hits: [] }, tools: [], isBlank: true };
  return { answer, tools: answer.hits.map((hit) => hit.tool) };
}

function marks({ answer }: Found) {
  const { weak, confidence, unmatched, fallback, sources } = answer;
  return { weak, confidence, unmatched, ...(fallback === undefined ? {} : { fallback }), ...(sources === undefined ? {} : { sources }) };
}

function content(text: string, note: string | undefined): readonly ContentBlock[] {
  return [{ type: 'text', text }, ...(note === undefined ? [] : [{ type: 'text' as const, text: note }])];
}

function scalarAnswer(found: Found): CallAnswer {
  const { candidates, json, truncated } = fitScalar(found.tools);
  const text = found.tools.some((tool) => tool.trust !== 'trusted') ? wrapUntrusted(json) : json;
  return {
    content: content(text, found.isBlank === true ? undefined : outageNote([found.answer])),
    details: { candidates, ...(truncated ? { truncated } : {}), ...marks(found) },
    isError: false,
  };
}

function batchAnswer(requests: readonly SearchRequest[], found: readonly Found[]): CallAnswer {
  const note = outageNote(found.map((each) => each.answer));
  const groups = found.map((each, index) => ({ query: requests[index]?.text ?? '', tools: each.tools }));
  const { answer, text } = fitBatch(groups, note?.length);
  const results = answer.results.map((group, index) => ({ ...group, ...marks(found[index] as Found) }));
  return { content: content(text, note), details: { ...answer, results }, isError: false };
}

/**
 * `tool_search`: one query or a batch. The text is what OpenClaw answers, a bare array or `{ results }`; the details
 * hold the same candidates with the marks of an honest miss. Throws `ERR_TOOL_INPUT` before anything is searched.
 */
export async function searchControl(callArguments: unknown, limits: SearchLimits, session: SurfaceSession): Promise<CallAnswer> {
  const parsed = parseSearch(callArguments, limits);
  if (parsed.kind === 'scalar') return scalarAnswer(await find(parsed.request, session));
  const found: Found[] = [];
  for (const request of parsed.requests) found.push(await find(request, session));
  return batchAnswer(parsed.requests, found);
}
