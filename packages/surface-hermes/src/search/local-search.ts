import { type SearchAnswer, type SurfaceSession, type ToolDescriptor } from '@toolrack/contracts';
import { deferredCatalog, findDeferred } from '../deferral/deferred-catalog.js';

/** What the local catalog answers to one query. */
export interface LocalGroup {
  readonly query: string;
  readonly tools: readonly ToolDescriptor[];
  readonly confidence: number;
  readonly weak: boolean;
  readonly unmatched: readonly string[];
  /** Why the ranker answered in a simpler way than usual. */
  readonly fallback?: string;
}

/** Most direct tools that a search looks past. */
const mostDirectHits = 100;

function group(query: string, answer: SearchAnswer, session: SurfaceSession, limit: number): LocalGroup {
  const { confidence, weak, unmatched, fallback } = answer;
  const tools = answer.hits.map((hit) => hit.tool).filter((tool) => findDeferred(session, tool.id) !== undefined);
  return { query, tools: tools.slice(0, limit), confidence, weak, unmatched, ...(fallback === undefined ? {} : { fallback }) };
}

/** Searches the deferred tools for each query; equal queries are searched once. Rejects as the session's search does. */
export async function localSearch(queries: readonly string[], limit: number, session: SurfaceSession): Promise<readonly LocalGroup[]> {
  const catalog = deferredCatalog(session);
  if (catalog.entries.length === 0) {
    return queries.map((query) => ({ query, tools: [], confidence: 0, weak: true, unmatched: [] }));
  }
  const wanted = limit + Math.min(catalog.directHits, mostDirectHits);
  const answers = new Map<string, Promise<LocalGroup>>();
  for (const query of queries) {
    if (answers.has(query)) continue;
    answers.set(
      query,
      session.search({ text: query, limit: wanted }).then((answer) => group(query, answer, session, limit)),
    );
  }
  return Promise.all(queries.map((query) => answers.get(query) as Promise<LocalGroup>));
}
