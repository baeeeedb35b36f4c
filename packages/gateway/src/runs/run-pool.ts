import { scopeKeys, type Logger, type RunRequest, type Runtime, type Scope } from '@toolrack/contracts';
import type { GatewayOptions, RunDefaults } from '../options.js';
import { ScopeRuns, type ScopeRunsLimits } from './scope-runs.js';

/** All runs of a gateway, one set for each distinct scope, kept fresh by the events of the runtime. */
export class RunPool {
  private readonly scopes = new Map<string, ScopeRuns>();
  private unsubscribe: readonly (() => void)[];

  constructor(
    private runtime: Runtime,
    private readonly limits: ScopeRunsLimits,
    private readonly logger?: Logger,
  ) {
    this.unsubscribe = this.subscribe(runtime);
  }

  /** The runs of a scope; equal scopes with equal defaults get the same. */
  scope(scope: Scope, defaults: RunDefaults = {}): ScopeRuns {
    const request: RunRequest = { ...defaults, ...scope };
    const key = identityKey(scope, defaults);
    let runs = this.scopes.get(key);
    if (runs === undefined) {
      runs = new ScopeRuns(this.runtime, request, this.limits, this.logger);
      this.scopes.set(key, runs);
    }
    return runs;
  }

  /** Serves another runtime; resolves when no run of the old one is left. */
  async swap(runtime: Runtime): Promise<void> {
    for (const dispose of this.unsubscribe) dispose();
    this.runtime = runtime;
    this.unsubscribe = this.subscribe(runtime);
    await Promise.all([...this.scopes.values()].map((runs) => runs.swap(runtime)));
  }

  /** Ends all runs. */
  async close(): Promise<void> {
    for (const dispose of this.unsubscribe) dispose();
    await Promise.all([...this.scopes.values()].map((runs) => runs.close()));
  }

  private subscribe(runtime: Runtime): readonly (() => void)[] {
    const invalidate = (): void => {
      for (const runs of this.scopes.values()) runs.invalidate();
    };
    return [
      runtime.events.on('source:changed', invalidate),
      runtime.events.on('catalog:invalidated', invalidate),
      // A source that answered after the start of a run had stopped waiting for it belongs in the next run.
      runtime.events.on('source:listed', () => {
        for (const runs of this.scopes.values()) runs.invalidateUnlessStarting();
      }),
    ];
  }
}

/** One string for equal scopes and defaults, whatever order their keys are in. */
export function identityKey(scope: Scope, defaults: RunDefaults = {}): string {
  return JSON.stringify([
    scopeKeys.map((key) => scope[key]),
    defaults.contextWindow,
    defaults.model,
    defaults.directNames,
    defaults.allow,
    defaults.host,
  ]);
}

/** The bounds that a gateway's options ask for. */
export function poolLimits(options: GatewayOptions): ScopeRunsLimits {
  return { maxRunAgeMs: options.maxRunAgeMs ?? 30_000, refreshWaitMs: options.refreshWaitMs ?? 2_000 };
}
