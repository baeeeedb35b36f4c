import {
  sourceId,
  ToolSources,
  type CatalogEntry,
  type CatalogSummary,
  type Run,
  type Runtime,
  type SourceServer,
  type SourceSummary,
} from '@toolrack/contracts';

/** A source as programs are told about it. */
export type SourceView = Pick<OperatorSource, 'id' | 'kind' | 'state' | 'tools' | 'reason' | 'hidden'>;

/** The servers behind the sources of a runtime, as far as they have been spoken to, by the id of the source. */
export function sourceServers(runtime: Pick<Runtime, 'contributions'>): ReadonlyMap<string, SourceServer> {
  const servers = new Map<string, SourceServer>();
  for (const source of runtime.contributions(ToolSources)) {
    const server = source.server?.();
    if (server !== undefined) servers.set(sourceId(source), server);
  }
  return servers;
}

/** One line about a server for people: `weather 1.2.0, MCP 2025-11-25 (session)`. */
export function serverText({ name, version, protocol, era }: SourceServer): string {
  const who = [name, version].filter((part) => part !== undefined).join(' ');
  const how = protocol === undefined ? '' : `MCP ${protocol}${era === undefined ? '' : ` (${era})`}`;
  return [who, how].filter((part) => part !== '').join(', ');
}

/** The sources with the servers behind them. */
export function withServers<Source extends { readonly id: string }>(
  sources: readonly Source[],
  runtime: Pick<Runtime, 'contributions'>,
): readonly (Source & { readonly server?: SourceServer })[] {
  const servers = sourceServers(runtime);
  return sources.map((source) => {
    const server = servers.get(source.id);
    return server === undefined ? source : { ...source, server };
  });
}

/** Kind of the sources that Toolrack has itself. */
const ownKind = 'toolrack';

/** A source as an operator sees it. */
export interface OperatorSource extends SourceSummary {
  /** The policy allows none of its tools, so runs are told nothing of it. */
  readonly hidden?: true;
}

/**
 * The sources of a run and those that the policy hides from it: who runs the gateway sees a server that waits for agreement, is down or is
 * denied as a whole, although no model does.
 */
export function operatorSources({ run, runtime }: { readonly run: Run; readonly runtime: Runtime }): readonly OperatorSource[] {
  const shown = new Map(run.catalog.sources.map((source) => [source.id, source]));
  const registered = runtime.sources().flatMap((source): OperatorSource[] => {
    const inRun = shown.get(source.id);
    shown.delete(source.id);
    // Toolrack's own tools show themselves when there is something to do for them.
    if (inRun === undefined) return source.kind === ownKind ? [] : [{ ...source, tools: 0, hidden: true }];
    return [source.problems === undefined ? inRun : { ...inRun, problems: source.problems }];
  });
  return [...registered, ...shown.values()];
}

/** The state of a source, and that nothing of it can be seen. */
export function stateText({ state, hidden }: OperatorSource): string {
  return hidden === true && (state === 'started' || state === 'known') ? `${state}, but the policy allows none of its tools` : state;
}

/** A catalog's totals, digest and sources. */
export function summariseCatalog(catalog: CatalogSummary): {
  readonly total: number;
  readonly digest: string;
  readonly sources: readonly SourceView[];
} {
  return { total: catalog.total, digest: catalog.digest, sources: catalog.sources.map(sourceView) };
}

/** A source as programs are told about it. */
export function sourceView({ id, kind, state, tools, reason, hidden }: OperatorSource): SourceView {
  return { id, kind, state, tools, ...(reason === undefined ? {} : { reason }), ...(hidden === true ? { hidden } : {}) };
}

/** Every visible tool of a run, with the rest of its definition when `full`. */
export function catalogTools(run: Run, full: boolean): readonly object[] {
  return run.entries.map((entry) => (full ? { ...entry.tool, callName: entry.callName } : toolView(entry)));
}

function toolView({ tool, callName }: CatalogEntry): object {
  const { id, name, source, trust, exposure, execution } = tool;
  return { id, name, callName, source, trust, exposure, execution };
}
