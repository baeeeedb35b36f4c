import { type RankAnswer, type RankChange, type RankDocument, type RankIndex, type RankQuery, type RankView } from '@toolrack/contracts';
import { embeddedText, textDigest } from './embedded-text.js';
import { HybridView, type HybridParts, type Row } from './hybrid-view.js';

/** An index of a lexical ranker with the vectors of its tools. It has the optional parts that the lexical one has. */
export class HybridIndex implements RankIndex {
  readonly view?: (allowed: Uint32Array) => RankView;
  readonly ordinal?: (id: string) => number | undefined;
  readonly apply?: (change: RankChange) => void;
  /** The words alone; vectors have a file of their own. */
  readonly save?: (documents: readonly RankDocument[]) => Uint8Array;
  private readonly rows = new Map<string, Row>();
  private readonly whole: HybridView;
  /** Counts changes. Together with `Row.since` it tells a tool that a view was made for from a later one that took its ordinal. */
  private generation = 0;

  constructor(
    private readonly inner: RankIndex,
    documents: readonly RankDocument[],
    private readonly parts: HybridParts,
    private readonly prefix: string,
  ) {
    this.add(documents);
    this.whole = new HybridView(inner, () => this.rows.values(), parts);
    if (inner.view !== undefined) this.view = (allowed) => this.viewOf(allowed);
    if (inner.ordinal !== undefined) this.ordinal = (id) => inner.ordinal?.(id);
    if (inner.save !== undefined) this.save = (saved) => (inner.save as NonNullable<RankIndex['save']>)(saved);
    if (inner.apply !== undefined) {
      this.apply = (change) => {
        inner.apply?.(change);
        this.generation += 1;
        for (const id of change.remove) this.rows.delete(id);
        this.add(change.add);
      };
    }
  }

  get size(): number {
    return this.inner.size;
  }

  get ordinals(): number {
    return this.inner.ordinals ?? 0;
  }

  search(query: RankQuery): Promise<RankAnswer> {
    return this.whole.search(query);
  }

  private viewOf(allowed: Uint32Array): RankView {
    const madeAt = this.generation;
    let rows: readonly Row[] = [];
    let readAt: number | undefined;
    const isAllowed = ({ id, since }: Row): boolean => {
      const ordinal = since > madeAt ? undefined : this.inner.ordinal?.(id);
      return ordinal !== undefined && (((allowed[ordinal >>> 5] ?? 0) >>> (ordinal & 31)) & 1) === 1;
    };
    const rowsOfView = (): readonly Row[] => {
      if (readAt !== this.generation) rows = [...this.rows.values()].filter(isAllowed);
      readAt = this.generation;
      return rows;
    };
    return new HybridView((this.inner.view as (allowed: Uint32Array) => RankView)(allowed), rowsOfView, this.parts);
  }

  private add(documents: readonly RankDocument[]): void {
    const texts: [string, string][] = [];
    for (const document of documents) {
      const text = this.prefix + embeddedText(document);
      const digest = textDigest(text);
      const since = this.rows.get(document.id)?.since ?? this.generation;
      this.rows.set(document.id, { id: document.id, name: document.name, digest, since });
      texts.push([digest, text]);
    }
    this.parts.store.want(texts);
  }
}
