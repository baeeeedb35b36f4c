import type { CatalogEntry, CatalogSummary, Run, SourceSummary } from '@toolrack/contracts';

/** A source as programs are told about it. */
export type SourceView = Pick<SourceSummary, 'id' | 'kind' | 'state' | 'tools' | 'reason'>;

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
