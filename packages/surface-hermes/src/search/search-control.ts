import { type CallAnswer, type RemoteLeg, type RemoteSearchAnswer, type SurfaceSession } from '@toolrack/contracts';
import { jsonAnswer } from '../controls/answer.js';
import { deferredCatalog, findDeferred } from '../deferral/deferred-catalog.js';
import { type JointGroup, type JointRanking } from '../remote/joint-ranking.js';
import { type RunningSearch, startRemoteSearch } from '../remote/remote-search.js';
import { remoteNames } from '../remote/remote-names.js';
import { remoteStatus } from '../remote/remote-status.js';
import { type HermesSettings } from '../settings/hermes-settings.js';
import { type AvailableSource, availableSources } from './available-sources.js';
import { type LocalGroup, localSearch } from './local-search.js';
import { type HermesSearch, searchRequest } from './search-request.js';
import { remoteRecord, toolRecord, type ToolRecord } from './tool-record.js';

/** Tells a model that a miss is not an absence. */
const missHint =
  'No tool matches these words. The sources above with a tool_count are there and their tools can be used; one marked unavailable is ' +
  'out of order now, so its abilities are not missing, but do not search for them again. Otherwise retry tool_search with the name of a ' +
  'service plus an action or object before you conclude that the ability is missing.';

/** What a search works with besides the session. */
export interface SearchParts {
  readonly settings: HermesSettings;
  readonly leg: RemoteLeg | undefined;
  readonly joint: JointRanking;
}

interface Group extends Omit<LocalGroup, 'tools'> {
  readonly matches: readonly string[];
}

const nextTurn = (): Promise<undefined> => new Promise((resolve) => setImmediate(() => resolve(undefined)));
const isFull = (groups: readonly LocalGroup[], limit: number): boolean => groups.every(({ tools }) => tools.length >= limit);

/**
 * Searches both sides at the same time. A local answer that is there within one turn of the event loop and full needs no remote
 * request at all; one that turns out to be full later does not wait for it.
 */
async function bothSides(
  request: HermesSearch,
  session: SurfaceSession,
  leg: RemoteLeg | undefined,
): Promise<{ readonly local: readonly LocalGroup[]; readonly remote: RemoteSearchAnswer | undefined }> {
  const searching = localSearch(request.queries, request.limit, session);
  if (leg === undefined) return { local: await searching, remote: undefined };
  let running: RunningSearch | undefined;
  try {
    const early = await Promise.race([searching, nextTurn()]);
    if (early !== undefined && isFull(early, request.limit)) return { local: early, remote: undefined };
    running = startRemoteSearch(leg, request, session);
    const local = early ?? (await searching);
    if (isFull(local, request.limit)) return { local, remote: undefined };
    return { local, remote: await running.answer };
  } finally {
    running?.cancel();
  }
}

function localNames(group: LocalGroup, records: Map<string, ToolRecord>, session: SurfaceSession): Group {
  const { tools, ...marks } = group;
  const matches = tools.map((tool) => {
    const name = findDeferred(session, tool.id)?.callName ?? tool.name;
    if (!records.has(name)) records.set(name, toolRecord(tool));
    return name;
  });
  return { ...marks, matches };
}

function jointNames(group: JointGroup, records: Map<string, ToolRecord>, session: SurfaceSession): Group {
  const { hits, ...marks } = group;
  const matches = hits.map((hit) => {
    const name =
      'remote' in hit
        ? remoteNames.get(session.run).show(hit.remote.name)
        : (findDeferred(session, hit.local.id)?.callName ?? hit.local.name);
    if (!records.has(name)) records.set(name, 'remote' in hit ? remoteRecord(hit.remote) : toolRecord(hit.local));
    return name;
  });
  return { ...marks, matches };
}

function shownGroup({ query, matches }: Group, sources: () => readonly AvailableSource[]): object {
  const available = matches.length > 0 ? [] : sources();
  return available.length === 0 ? { query, matches } : { query, matches, available_sources: available, hint: missHint };
}

/**
 * Carries out `tool_search`: a group for each query with names alone, and one shared map. The text is the object of the original;
 * the details add how sure each group is (`confidence`, `weak`, `unmatched`). Rejects with `ERR_TOOL_INPUT` or `ERR_SEARCH_FAILED`.
 */
export async function searchControl(callArguments: unknown, session: SurfaceSession, parts: SearchParts): Promise<CallAnswer> {
  const request = searchRequest(callArguments, parts.settings);
  const { local, remote } = await bothSides(request, session, parts.leg);
  const records = new Map<string, ToolRecord>();
  const groups: Group[] = [];
  for (const [position, group] of local.entries()) {
    const found = remote?.groups[position] ?? [];
    if (found.length === 0) groups.push(localNames(group, records, session));
    else groups.push(jointNames(await parts.joint.rank(group, found, request.limit, session), records, session));
  }
  let known: readonly AvailableSource[] | undefined;
  const shown = groups.map((group) => shownGroup(group, () => (known ??= availableSources(session))));
  const remoteCount = [...records.values()].filter((record) => record.source === 'connectors').length;
  const answer = {
    queries: request.queries,
    total_available: deferredCatalog(session).entries.length + remoteCount,
    results: shown,
    tools: Object.fromEntries(records),
    ...(remote?.failure === undefined ? {} : { connectors: remoteStatus(remote.failure, 'searched') }),
  };
  const marked = groups.map(({ query: _query, matches: _matches, ...marks }, index) => ({ ...shown[index], ...marks }));
  return jsonAnswer(answer, { ...answer, results: marked });
}
