import {
  type CatalogEntry,
  type DirectoryListing,
  type RunContext,
  type RunRequest,
  type SourceSummary,
  type SurfaceView,
  type ToolDescriptor,
} from '@toolrack/contracts';

/** What differs from the defaults of `fakeTool`. */
export type FakeToolInput = Partial<Omit<ToolDescriptor, 'id'>>;

/** A descriptor of `<kind>:<owner>:<name>`; `openclaw` tools are trusted, others not. Schemas are handed on unread. */
export function fakeTool(id: string, input: FakeToolInput = {}): ToolDescriptor {
  const [kind = '', owner = '', ...rest] = id.split(':');
  return {
    id,
    name: rest.join(':'),
    description: '',
    source: { kind, owner },
    trust: kind === 'openclaw' ? 'trusted' : 'untrusted',
    exposure: 'catalog',
    execution: 'parallel',
    inputSchema: { type: 'object', properties: {} },
    digest: id,
    ...input,
  };
}

/** A frozen run with the defaults that contracts document. */
export function fakeRun(request: RunRequest = {}): RunContext {
  const { tenant, agent, profile, sandbox, session } = request;
  return Object.freeze({
    runId: 'run-1',
    scope: JSON.parse(JSON.stringify({ tenant, agent, profile, sandbox, session })) as RunContext['scope'],
    ...(request.contextWindow === undefined ? {} : { contextWindow: request.contextWindow }),
    ...(request.model === undefined ? {} : { model: request.model }),
    ...(request.allow === undefined ? {} : { allow: request.allow }),
    ...(request.client === undefined ? {} : { client: request.client }),
    directNames: request.directNames ?? [],
    host: { deferredDispatch: true, nativeToolSearch: false, codeMode: false, ...request.host },
    signal: request.signal ?? new AbortController().signal,
  });
}

/** What a fake view is made of. */
export interface FakeViewInput {
  readonly run?: RunContext;
  readonly tools: readonly ToolDescriptor[];
  /** Ids that are shown directly, besides direct-only tools. */
  readonly direct?: readonly string[];
  /** Ids that are shown directly and not catalogued. */
  readonly directOnly?: readonly string[];
  readonly sources?: readonly SourceSummary[];
}

/** A catalog without a kernel. The directory's text repeats its guidance, so that a test can see which was given. */
export class FakeView implements SurfaceView {
  readonly run: RunContext;
  readonly entries: readonly CatalogEntry[];
  readonly sources: readonly SourceSummary[];

  constructor(input: FakeViewInput) {
    this.run = input.run ?? fakeRun();
    this.sources = input.sources ?? [];
    this.entries = [...input.tools]
      .sort((left, right) => (left.id < right.id ? -1 : left.id > right.id ? 1 : 0))
      .map((tool) => ({
        tool,
        callName: tool.name,
        direct: tool.exposure === 'direct-only' || [...(input.direct ?? []), ...(input.directOnly ?? [])].includes(tool.id),
        searchable: tool.exposure !== 'direct-only' && !(input.directOnly ?? []).includes(tool.id),
      }));
  }

  find(id: string): CatalogEntry | undefined {
    return this.entries.find((entry) => entry.tool.id === id);
  }

  named(name: string): readonly CatalogEntry[] {
    return this.entries.filter((entry) => entry.tool.name === name);
  }

  called(callName: string): CatalogEntry | undefined {
    return this.entries.find((entry) => entry.callName === callName);
  }

  directory(guidance: { readonly complete: string; readonly partial: string }): DirectoryListing {
    const listed = this.entries.filter((entry) => !entry.direct).map((entry) => `- ${entry.tool.name}`);
    return { text: [...listed, guidance.complete].join('\n'), form: 'names', listed: listed.length, omitted: 0 };
  }
}
