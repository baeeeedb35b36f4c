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
export type SourceView = Pick<SourceSummary, 'id' | 'kind' | 'state' | 'tools' | 'reason'>;

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

/** A catalog's totals, digest and sources. */
export function summariseCatalog(catalog: CatalogSummary): {
  readonly total: number;
  readonly digest: string;
  readonly sources: readonly SourceView[];
} {
  const sources = catalog.sources.map(({ id, kind, state, tools, reason }) => ({
    id,
    kind,
    state,
    tools,
    ...(reason === undefined ? {} : { reason }),
  }));
  return { total: catalog.total, digest: catalog.digest, sources };
}

/** Every visible tool of a run, with the rest of its definition when `full`. */
export function catalogTools(run: Run, full: boolean): readonly object[] {
  return run.entries.map((entry) => (full ? { ...entry.tool, callName: entry.callName } : toolView(entry)));
}

function toolView({ tool, callName }: CatalogEntry): object {
  const { id, name, source, trust, exposure, execution } = tool;
  return { id, name, callName, source, trust, exposure, execution };
}
