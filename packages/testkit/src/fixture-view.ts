import {
  type CatalogEntry,
  type DirectoryListing,
  type RunContext,
  type SearchAnswer,
  sourceId,
  type SourceSummary,
  type SurfaceSession,
  type SurfaceView,
  type ToolDescriptor,
  type ToolResult,
  ToolrackError,
  textContent,
} from '@toolrack/contracts';
import { checkKeys } from './options.js';
import { fixtureRun } from './fixture-run.js';

/** What `fixtureSession` takes besides the tools. */
export interface FixtureSessionOptions {
  readonly run?: RunContext;
  /** Ids of tools that are shown directly. */
  readonly direct?: readonly string[];
  /** Ids of tools that the policy denies since the start of the run: `describe` and `call` treat them as unknown. */
  readonly revoked?: readonly string[];
  readonly sources?: readonly SourceSummary[];
  readonly search?: (text: string, limit: number) => SearchAnswer | Promise<SearchAnswer>;
  readonly call?: (tool: ToolDescriptor, callArguments: unknown) => ToolResult | Promise<ToolResult>;
  readonly listing?: DirectoryListing;
  readonly signal?: AbortSignal;
}

/** A session in memory that remembers what was asked of it. */
export interface FixtureSession extends SurfaceSession {
  readonly searches: readonly { readonly text: string; readonly limit: number }[];
  readonly describes: readonly string[];
  readonly calls: readonly { readonly id: string; readonly arguments: unknown; readonly callId: string }[];
}

/** A valid call name for a tool. Unlike the kernel's it is not made unique: fixtures that share a name get owner and name. */
export function callNameOf(tool: ToolDescriptor): string {
  return tool.name.replace(/[^A-Za-z0-9_-]/gu, '_').slice(0, 64);
}

/** Sources of the tools with their counts. */
export function summariesOf(tools: readonly ToolDescriptor[]): readonly SourceSummary[] {
  const counts = new Map<string, SourceSummary>();
  for (const { source } of tools) {
    const id = sourceId(source);
    const known = counts.get(id);
    counts.set(id, { id, ...source, state: 'started', tools: (known?.tools ?? 0) + 1 });
  }
  return [...counts.values()].sort((left, right) => (left.id < right.id ? -1 : 1));
}

function entriesOf(tools: readonly ToolDescriptor[], direct: readonly string[]): readonly CatalogEntry[] {
  const taken = new Set<string>();
  return [...tools]
    .sort((left, right) => (left.id < right.id ? -1 : 1))
    .map((tool) => {
      let callName = callNameOf(tool);
      for (let number = 2; taken.has(callName); number += 1) callName = `${callNameOf(tool).slice(0, 60)}_${String(number)}`;
      taken.add(callName);
      return Object.freeze({ tool, callName, direct: direct.includes(tool.id), searchable: tool.exposure === 'catalog' });
    });
}

function naiveSearch(entries: readonly CatalogEntry[], text: string, limit: number): SearchAnswer {
  const words = text.toLowerCase().match(/[a-z0-9]+/gu) ?? [];
  const hits = entries
    .filter(({ searchable }) => searchable)
    .map(({ tool }) => {
      const body = `${tool.name} ${tool.title ?? ''} ${tool.description}`.toLowerCase();
      return { tool, score: words.filter((word) => body.includes(word)).length };
    })
    .filter(({ score }) => score > 0)
    .sort((left, right) => right.score - left.score)
    .slice(0, limit);
  return { hits, unmatched: [], confidence: hits.length > 0 ? 1 : 0, weak: hits.length === 0 };
}

/** A run's catalog as a surface sees it. */
export function fixtureView(tools: readonly ToolDescriptor[], options: FixtureSessionOptions = {}): SurfaceView {
  const entries = entriesOf(tools, options.direct ?? []);
  const deferred = entries.filter(({ direct }) => !direct);
  return {
    run: options.run ?? fixtureRun(),
    entries,
    sources: options.sources ?? summariesOf(tools),
    find: (id) => entries.find(({ tool }) => tool.id === id),
    named: (name) => entries.filter(({ tool }) => tool.name === name),
    called: (callName) => entries.find((entry) => entry.callName === callName),
    directory: (guidance) =>
      options.listing ?? {
        text: deferred.length === 0 ? '' : `${String(deferred.length)} tools can be searched. ${guidance.partial}`,
        form: 'none',
        listed: 0,
        omitted: deferred.length,
      },
  };
}

const optionKeys = ['run', 'direct', 'revoked', 'sources', 'search', 'call', 'listing', 'signal'];
let counter = 0;

/** A session over the tools: search counts shared words, a call answers its arguments, both unless the options say otherwise. */
export function fixtureSession(tools: readonly ToolDescriptor[], options: FixtureSessionOptions = {}): FixtureSession {
  checkKeys('The options of fixtureSession', options, { required: [], optional: optionKeys });
  const view = fixtureView(tools, options);
  const searches: { text: string; limit: number }[] = [];
  const describes: string[] = [];
  const calls: { id: string; arguments: unknown; callId: string }[] = [];
  const revoked = new Set(options.revoked ?? []);
  counter += 1;
  const callId = `model-call-${String(counter)}`;
  return {
    ...view,
    callId,
    signal: options.signal ?? new AbortController().signal,
    search: async ({ text, limit }) => {
      searches.push({ text, limit });
      const answer = await (options.search?.(text, limit) ?? naiveSearch(view.entries, text, limit));
      return { ...answer, hits: answer.hits.filter(({ tool }) => !revoked.has(tool.id)) };
    },
    describe: (id) => {
      describes.push(id);
      return revoked.has(id) ? undefined : view.find(id)?.tool;
    },
    call: async (id, callArguments, callOptions) => {
      const entry = view.find(id);
      if (entry === undefined || revoked.has(id)) {
        throw new ToolrackError('ERR_TOOL_UNKNOWN', `No tool has the id or name "${id}".`);
      }
      calls.push({ id, arguments: callArguments, callId: callOptions?.callId ?? `${callId}:${String(calls.length)}` });
      return options.call?.(entry.tool, callArguments) ?? { content: textContent(JSON.stringify(callArguments) ?? 'null') };
    },
    searches,
    describes,
    calls,
  };
}
