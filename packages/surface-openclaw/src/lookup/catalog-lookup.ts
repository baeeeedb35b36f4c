import { type CatalogEntry, isShownName, type SurfaceView } from '@toolrack/contracts';
import { isServerTool } from './core-tools.js';
import { shownEntries } from './shown-entries.js';

/** What a model's reference to a tool comes to. */
export type LookupAnswer =
  | { readonly kind: 'found'; readonly entry: CatalogEntry }
  | { readonly kind: 'ambiguous'; readonly entries: readonly CatalogEntry[] }
  | { readonly kind: 'missing' };

/** Most places at which a joined name is split into server and tool. */
const mostSplits = 8;

/** A run's catalog as the controls see it: what is found by search and may be described and called. */
export class CatalogLookup {
  constructor(
    readonly view: SurfaceView,
    private readonly controlNames: readonly string[],
  ) {}

  /** Tools that are only shown directly are never catalogued; in directory mode the caller's own tools are among them. */
  isCatalogued(entry: CatalogEntry): boolean {
    return entry.searchable;
  }

  byId(id: string): CatalogEntry | undefined {
    const entry = this.view.find(id) ?? (isShownName(id) ? shownEntries(this.view).byId.get(id) : undefined);
    return entry !== undefined && this.isCatalogued(entry) ? entry : undefined;
  }

  /**
   * Catalogued tools of exactly that name, or of one that is shown so. Tools of the host and of the caller come first, then `<server>__<name>`, then
   * the bare names of servers' tools, but none that a tool is shown directly under. A control's name never leads to a tool.
   */
  byName(name: string): readonly CatalogEntry[] {
    if (this.controlNames.includes(name)) return [];
    const others = isShownName(name) ? (shownEntries(this.view).byName.get(name) ?? []) : [];
    const named = [...this.view.named(name), ...others].filter((entry) => this.isCatalogued(entry));
    const own = named.filter(({ tool }) => !isServerTool(tool));
    if (own.length > 0 || this.isTaken(name)) return own;
    const joined = this.joined(name);
    return joined.length > 0 ? joined : this.bare(name, named);
  }

  /** The tool that is really called that, where strangers have tools of the same bare name. */
  private bare(name: string, named: readonly CatalogEntry[]): readonly CatalogEntry[] {
    const called = this.view.called(name);
    if (called === undefined || named.length < 2 || called.tool.trust !== 'trusted') return named;
    const isAlone = named.every(({ tool }) => tool.id === called.tool.id || tool.trust !== 'trusted');
    return isAlone && named.includes(called) ? [called] : named;
  }

  /** A tool that is shown and not catalogued has the name. */
  private isTaken(name: string): boolean {
    const claims = [this.view.called(name), ...this.view.named(name).filter(({ tool }) => !isServerTool(tool))];
    return claims.some((entry) => entry !== undefined && entry.direct && !this.isCatalogued(entry));
  }

  /** Tools of servers by `<server>__<name>`; both may hold the separator. */
  private joined(name: string): readonly CatalogEntry[] {
    const found: CatalogEntry[] = [];
    let at = name.indexOf('__', 1);
    for (let split = 0; at > 0 && split < mostSplits; split += 1) {
      const entry = this.byId(`mcp:${name.slice(0, at)}:${name.slice(at + 2)}`);
      if (entry !== undefined) found.push(entry);
      at = name.indexOf('__', at + 1);
    }
    return found;
  }

  /** A tool that is shown with its schema and is not in the catalog. */
  directOnly(reference: string): CatalogEntry | undefined {
    const isDirectOnly = (entry: CatalogEntry | undefined): entry is CatalogEntry =>
      entry !== undefined && entry.direct && !this.isCatalogued(entry);
    return [this.view.find(reference), ...this.view.named(reference), this.view.called(reference)].find(isDirectOnly);
  }

  /** Looks a reference up: exact id, then unique name (the case counts), then another spelling of exactly one tool. */
  resolve(reference: string): LookupAnswer {
    const exact = this.byId(reference);
    if (exact !== undefined) return { kind: 'found', entry: exact };
    const entries = this.byName(reference);
    if (entries.length > 1) return { kind: 'ambiguous', entries };
    const entry = entries[0] ?? this.alias(reference);
    return entry === undefined ? { kind: 'missing' } : { kind: 'found', entry };
  }

  /** Names that other harnesses give a server's tool: the call name, `mcp__server__tool`. */
  alias(reference: string): CatalogEntry | undefined {
    if (this.controlNames.includes(reference) || this.isTaken(reference)) return undefined;
    const called = this.view.called(reference);
    if (called !== undefined && this.isCatalogued(called)) return called;
    return reference.startsWith('mcp__') ? this.joined(reference.slice('mcp__'.length))[0] : undefined;
  }
}
