import {
  type CatalogEntry,
  type DirectoryListing,
  freezeJson,
  type JsonObject,
  type RunContext,
  type SearchAnswer,
  type SourceSummary,
  type SurfaceSession,
  type ToolDescriptor,
  ToolrackError,
  type ToolResult,
} from '@toolrack/contracts';
import { fixtureRun, fixtureTool, type FixtureToolInput, summariesOf } from '@toolrack/testkit';
import { coerceArguments } from '../src/coercion/coerce-arguments.js';
import { visibilityTap } from '../src/deferral/visibility.js';
import { hermesName } from '../src/deferral/tool-name.js';
import { hermesSettings } from '../src/settings/hermes-settings.js';
import type { SurfaceHermesOptions } from '../src/settings/surface-options.js';
import { HermesValidator } from '../src/validation/hermes-validator.js';
import { gateRanker } from './gate-ranker.js';

/** A trusted tool, as every configured source has it under Hermes' preset. */
export function tool(id: string, input: FixtureToolInput = {}): ToolDescriptor {
  return fixtureTool({ id, trust: 'trusted', ...input });
}

/** A schema of an object. */
export function schema(properties: JsonObject, required: readonly string[] = []): JsonObject {
  return { type: 'object', properties, ...(required.length === 0 ? {} : { required: [...required] }) };
}

export interface SessionInput {
  readonly options?: SurfaceHermesOptions;
  readonly run?: RunContext;
  readonly sources?: readonly SourceSummary[];
  readonly listing?: DirectoryListing;
  /** Ids that the policy denies since the start of the run. */
  readonly revoked?: readonly string[];
  readonly execute?: (tool: ToolDescriptor, callArguments: JsonObject) => ToolResult | Promise<ToolResult>;
  readonly signal?: AbortSignal;
}

export interface RecordedSession extends SurfaceSession {
  readonly searches: { readonly text: string; readonly limit: number }[];
  /** Arguments as they reached the tools. */
  readonly calls: { readonly id: string; readonly arguments: JsonObject }[];
}

/** Entries as the kernel makes them with the taps of the plugin. */
function entriesOf(tools: readonly ToolDescriptor[], input: SessionInput, run: RunContext): readonly CatalogEntry[] {
  const settings = hermesSettings(input.options);
  const visibility = visibilityTap(settings);
  const question = { run, tools, countNamed: (name: string) => tools.filter((other) => other.name === name).length };
  const entries = tools.flatMap((each): CatalogEntry[] => {
    const decided = visibility(each, question);
    if (decided === 'hidden') return [];
    const isOnlyDirect = decided === 'direct-only' || each.exposure === 'direct-only';
    const direct = decided === 'direct' || isOnlyDirect || run.directNames.includes(each.name);
    return [{ tool: each, callName: hermesName(each), direct, searchable: !isOnlyDirect }];
  });
  return Object.freeze(entries.sort((left, right) => (left.tool.id < right.tool.id ? -1 : 1)));
}

/** A session in which search has the rarest-word rule and calls go through coercion and validation as in the pipeline. */
export function hermesSession(tools: readonly ToolDescriptor[], input: SessionInput = {}): RecordedSession {
  const run = input.run ?? fixtureRun();
  const entries = entriesOf(tools, input, run);
  const validator = new HermesValidator();
  const index = gateRanker().index(entries.filter((entry) => entry.searchable).map(({ tool: each }) => each));
  const revoked = new Set(input.revoked ?? []);
  const searches: { text: string; limit: number }[] = [];
  const calls: { id: string; arguments: JsonObject }[] = [];
  const find = (id: string): CatalogEntry | undefined => entries.find((entry) => entry.tool.id === id);
  return {
    run,
    entries,
    sources: input.sources ?? summariesOf(tools),
    find,
    named: (name) => entries.filter((entry) => entry.tool.name === name),
    called: (callName) => entries.find((entry) => entry.callName === callName),
    directory: () => input.listing ?? { text: '', form: 'none', listed: 0, omitted: entries.filter((entry) => !entry.direct).length },
    callId: 'call-1',
    signal: input.signal ?? new AbortController().signal,
    searches,
    calls,
    search: async ({ text, limit }): Promise<SearchAnswer> => {
      searches.push({ text, limit });
      const answer = await (await index).search({ text, limit });
      const hits = answer.hits
        .filter(({ id }) => !revoked.has(id))
        .map(({ id, score }) => ({ tool: (find(id) as CatalogEntry).tool, score }));
      return { hits, unmatched: answer.unmatched ?? [], confidence: hits.length > 0 ? 1 : 0, weak: hits.length === 0 };
    },
    describe: (id) => (revoked.has(id) ? undefined : find(id)?.tool),
    resolve: async (id) => (id.startsWith('connectors:') && !revoked.has(id) ? tool(id) : undefined),
    call: async (id, callArguments) => {
      const target = find(id)?.tool;
      if (target === undefined || revoked.has(id)) throw new ToolrackError('ERR_TOOL_UNKNOWN', `Unknown tool "${id}".`);
      const final = coerceArguments(freezeJson(callArguments) as JsonObject, target.inputSchema);
      const issues = validator.compile(target.inputSchema).check(final);
      if (issues.length > 0) throw new ToolrackError('ERR_CALL_ARGUMENTS', 'wrong', { toolId: id, fields: { issues } });
      calls.push({ id, arguments: final });
      return input.execute?.(target, final) ?? { content: [{ type: 'text', text: 'done' }], details: final };
    },
  };
}
