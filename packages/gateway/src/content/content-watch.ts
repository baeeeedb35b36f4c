import { createHash } from 'node:crypto';
import type { JsonObject, Logger } from '@toolrack/contracts';
import type { ScopeRuns } from '../runs/scope-runs.js';
import type { SharedRun } from '../runs/shared-run.js';
import type { ListKind } from './content-lists.js';
import type { Place } from './places.js';

/** What clients are told about; `resources` means templates too. */
export type ContentKind = 'resources' | 'prompts';

/** How long after a reported change the lists are looked at again; reports of one change come in bursts. */
const settleMs = 100;
const kindsOf = { resources: ['resources', 'templates'], prompts: ['prompts'] } as const;

/** What a watch looks at. */
export interface WatchedContent {
  places(shared: SharedRun): readonly Place[];
  /** Lists without counting as something that a client has seen. */
  peek(kind: ListKind, signal: AbortSignal): Promise<readonly JsonObject[]>;
}

/** Tells when a list that a client of the scope has seen would now look different. Lists that nobody has asked for are not looked at. */
export class ContentWatch {
  private readonly seen = new Map<ListKind, string>();
  private readonly listeners = new Set<(what: ContentKind) => void>();
  private readonly reported = new Set<ContentKind>();
  private readonly ending = new AbortController();
  private bound = '';
  private unbind: readonly (() => void)[] = [];
  private timer?: NodeJS.Timeout | undefined;
  private readonly stopRenewals: () => void;

  constructor(
    runs: ScopeRuns,
    private readonly content: WatchedContent,
    private readonly logger: Logger | undefined,
  ) {
    this.stopRenewals = runs.onRenewed((shared) => {
      if (this.seen.size > 0 && this.bind(shared)) this.report('resources', 'prompts');
    });
  }

  /** A client has been shown this list. */
  saw(shared: SharedRun, kind: ListKind, items: readonly JsonObject[]): void {
    this.bind(shared);
    this.seen.set(kind, digestOf(items));
  }

  onChanged(listener: (what: ContentKind) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  close(): void {
    this.ending.abort();
    clearTimeout(this.timer);
    this.stopRenewals();
    for (const dispose of this.unbind) dispose();
    this.unbind = [];
  }

  /** Listens to the providers of the run; tells whether they are others than before. */
  private bind(shared: SharedRun): boolean {
    const places = this.content.places(shared);
    // A run of another runtime has other providers, even of the same names.
    const print = `${runtimeNumber(shared.runtime)}:${places.map(({ id }) => id).join(',')}`;
    if (print === this.bound || this.ending.signal.aborted) return false;
    const isFirst = this.bound === '';
    this.bound = print;
    for (const dispose of this.unbind) dispose();
    this.unbind = places.flatMap(({ provider }) => provider.onChange?.((what) => this.report(what)) ?? []);
    return !isFirst;
  }

  private report(...kinds: readonly ContentKind[]): void {
    for (const kind of kinds) this.reported.add(kind);
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      const due = [...this.reported];
      this.reported.clear();
      for (const kind of due) void this.look(kind);
    }, settleMs).unref();
  }

  private async look(what: ContentKind): Promise<void> {
    let isChanged = false;
    for (const kind of kindsOf[what]) {
      const before = this.seen.get(kind);
      if (before === undefined) continue;
      try {
        const now = digestOf(await this.content.peek(kind, this.ending.signal));
        if (now === before) continue;
        // Told once; the next report is about what comes after this.
        this.seen.set(kind, now);
        isChanged = true;
      } catch {
        this.logger?.debug('A list could not be looked at again after a change.', { kind });
      }
    }
    if (isChanged && !this.ending.signal.aborted) for (const listener of this.listeners) listener(what);
  }
}

const numbers = new WeakMap<object, number>();
let lastNumber = 0;

function runtimeNumber(runtime: object): number {
  let number = numbers.get(runtime);
  if (number === undefined) numbers.set(runtime, (number = lastNumber += 1));
  return number;
}

function digestOf(items: readonly JsonObject[]): string {
  return createHash('sha256').update(JSON.stringify(items)).digest('hex');
}
