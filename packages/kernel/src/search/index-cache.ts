import { inject, injectable } from 'inversify';
import { RankerService, reasonOf, ToolrackError } from '@toolrack/contracts';
import type { CatalogEntry, RankDocument, RankIndex, RankView, ToolDescriptor } from '@toolrack/contracts';
import { isSameTool, ToolDocument, type CatalogSnapshot } from '@toolrack/core';
import { SourceCatalog } from '../catalog/source-catalog.js';
import { ServiceRegistry } from '../services/service-registry.js';

/** Indexes of single catalogs that are kept, for rankers without views and for catalogs with tools of one run. */
const mostOwnIndexes = 16;

const rankDocument = (tool: ToolDescriptor): RankDocument => new ToolDocument(tool);

/** The index over all tools, and these tools sorted by id; none for a ranker without views. */
interface CommonIndex {
  readonly generation: number;
  readonly index: RankIndex;
  readonly tools: readonly ToolDescriptor[];
}

/** Hands out what a snapshot is searched with: a view of the one index over all tools, or an index of its own. */
@injectable()
export class IndexCache {
  private common: CommonIndex | undefined;
  private opening: Promise<unknown> | undefined;
  private views = new WeakMap<CatalogSnapshot, RankView>();
  private readonly own = new Map<string, Promise<RankIndex>>();

  constructor(
    @inject(SourceCatalog) private readonly sources: SourceCatalog,
    @inject(ServiceRegistry) private readonly services: ServiceRegistry,
  ) {}

  /** Rejects with what the ranker threw; a failed index is built anew at the next search. */
  async viewFor(snapshot: CatalogSnapshot): Promise<RankView> {
    const common = await this.current();
    const known = this.views.get(snapshot);
    if (known !== undefined) return known;
    const view = (common.index.view === undefined ? undefined : this.commonView(common, snapshot)) ?? (await this.ownIndex(snapshot));
    this.views.set(snapshot, view);
    return view;
  }

  private async current(): Promise<CommonIndex> {
    while (this.opening !== undefined) await this.opening.catch(() => undefined);
    if (this.common?.generation === this.sources.generation) return this.common;
    const updating = this.update().finally(() => (this.opening = undefined));
    this.opening = updating;
    return updating;
  }

  /** Brings the index over all tools up to date, by a change when the ranker takes one. */
  private async update(): Promise<CommonIndex> {
    const generation = this.sources.generation;
    const tools = this.sources.tools();
    const previous = this.common;
    if (previous !== undefined) {
      const before = new Map(previous.tools.map((tool) => [tool.id, tool]));
      const current = new Set(tools.map((tool) => tool.id));
      const remove = [...before.keys()].filter((id) => !current.has(id));
      const add = tools.filter((tool) => !isSame(before.get(tool.id), tool));
      if (remove.length === 0 && add.length === 0) return (this.common = { ...previous, generation });
      this.views = new WeakMap();
      if (previous.index.apply !== undefined) {
        this.common = undefined;
        previous.index.apply({ remove, add: add.map(rankDocument) });
        return (this.common = { generation, index: previous.index, tools });
      }
    }
    const ranker = this.services.get(RankerService);
    // A ranker without views is asked for no index over everything: it would never be searched.
    const probe = await ranker.index([]);
    const documents = probe.view === undefined ? [] : tools.map(rankDocument);
    const index = documents.length === 0 ? probe : await ranker.index(documents);
    return (this.common = { generation, index, tools: probe.view === undefined ? [] : tools });
  }

  /** `undefined` when the snapshot has a tool that the common index does not hold in this very form. */
  private commonView({ index, tools }: CommonIndex, snapshot: CatalogSnapshot): RankView | undefined {
    const allowed = new Uint32Array(((index.ordinals ?? 0) + 31) >>> 5);
    let place = 0;
    for (const { tool, searchable } of snapshot.entries) {
      if (!searchable) continue;
      // Both are sorted by id.
      while (place < tools.length && tools[place] !== tool && (tools[place] as ToolDescriptor).id < tool.id) place++;
      const ordinal = isSame(tools[place], tool) ? index.ordinal?.(tool.id) : undefined;
      if (ordinal === undefined) return undefined;
      const word = ordinal >>> 5;
      allowed[word] = (allowed[word] ?? 0) | (1 << (ordinal & 31));
    }
    return index.view?.(allowed);
  }

  private ownIndex(snapshot: CatalogSnapshot): Promise<RankIndex> {
    const known = this.own.get(snapshot.key);
    if (known !== undefined) return known;
    const documents = snapshot.entries.filter((entry: CatalogEntry) => entry.searchable).map((entry) => rankDocument(entry.tool));
    const building = (async () => this.services.get(RankerService).index(documents))();
    if (this.own.size >= mostOwnIndexes) this.own.delete(this.own.keys().next().value as string);
    this.own.set(snapshot.key, building);
    building.catch(() => this.own.delete(snapshot.key));
    return building;
  }
}

function isSame(indexed: ToolDescriptor | undefined, tool: ToolDescriptor): boolean {
  return indexed !== undefined && isSameTool(indexed, tool);
}

/** The failure of a ranker, with the plugin that provides it. */
export function searchFailed(plugin: string, error: unknown): ToolrackError {
  return new ToolrackError('ERR_SEARCH_FAILED', `The ranker of plugin ${plugin} failed: ${reasonOf(error)}`, {
    plugin,
    modelText: 'The search is out of order.',
    hint: 'Exact tool ids still work.',
    cause: error,
  });
}
