/** A search that an activity log has recorded. */
export interface LoggedSearch {
  readonly type: 'search';
  readonly scopeId: string;
  readonly query: string;
  readonly hits: readonly string[];
}

/** A call that an activity log has recorded. */
export interface LoggedCall {
  readonly type: 'call';
  readonly scopeId: string;
  readonly toolId: string;
  readonly isError: boolean;
  /** Who gave the result; `nobody` when the tool was not run. */
  readonly servedBy?: string;
}

/** Anything else of an activity log. */
export interface LoggedOther {
  readonly type: string;
}

/** A drafted line of a query file. Somebody must look at it: a call after a search need not be what was searched. */
export interface DraftedQuery {
  readonly query: string;
  readonly gold: readonly string[];
  readonly any: true;
  /** How often the query led to a successful call. */
  readonly seen: number;
}

/** A call counts for the last searches of its run, at most this many before it. */
const mostOpenSearches = 5;

/**
 * Drafts queries from records in the order of writing: a search counts for the successful calls of the same run that follow it, before
 * the tool is found by another search. A call is put to the latest search that had found its tool, else to the latest search, because a
 * tool that was not found is just what an evaluation has to know. Queries that differ in case or space are one.
 */
export function draftQueries(records: readonly (LoggedSearch | LoggedCall | LoggedOther)[]): readonly DraftedQuery[] {
  const open = new Map<string, LoggedSearch[]>();
  const drafts = new Map<string, { query: string; gold: Set<string>; seen: number }>();
  for (const record of records) {
    if (isSearch(record)) open.set(record.scopeId, [record, ...(open.get(record.scopeId) ?? [])].slice(0, mostOpenSearches));
    if (!isCall(record) || record.isError || record.servedBy === 'nobody') continue;
    const searches = open.get(record.scopeId) ?? [];
    const search = searches.find(({ hits }) => hits.includes(record.toolId)) ?? searches[0];
    if (search === undefined) continue;
    const query = search.query.trim().replace(/\s+/gu, ' ');
    const draft = drafts.get(query.toLowerCase()) ?? { query, gold: new Set<string>(), seen: 0 };
    draft.gold.add(record.toolId);
    draft.seen += 1;
    drafts.set(query.toLowerCase(), draft);
  }
  return [...drafts.values()].map(({ query, gold, seen }) => ({ query, gold: [...gold].sort(), any: true, seen }));
}

function isSearch(record: LoggedSearch | LoggedCall | LoggedOther): record is LoggedSearch {
  const { query, hits } = record as Partial<LoggedSearch>;
  return record.type === 'search' && typeof query === 'string' && query.trim() !== '' && Array.isArray(hits);
}

function isCall(record: LoggedSearch | LoggedCall | LoggedOther): record is LoggedCall {
  return record.type === 'call' && typeof (record as Partial<LoggedCall>).toolId === 'string';
}
