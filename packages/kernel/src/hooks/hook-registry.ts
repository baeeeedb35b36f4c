import { inject, injectable } from 'inversify';
import {
  AsyncSeriesBailHook,
  AsyncSeriesHook,
  AsyncSeriesWaterfallHook,
  SyncBailHook,
  SyncWaterfallHook,
} from 'tapable';
import {
  hookNames,
  stages,
  ToolrackError,
  type HookName,
  type HookPort,
  type HookPorts,
  type HookTaps,
  type TapInspection,
  type ToolDescriptor,
} from '@toolrack/contracts';
import { EventBus } from '../events/event-bus.js';
import { tokens } from '../services/tokens.js';
import { asyncGuards, type AttributedDiscovery } from './async-guards.js';
import type { GuardContext, TapOwner } from './fault.js';
import { syncGuards, type AttributedDenial, type DroppedTool } from './sync-guards.js';

/** Parameters of a hook's taps. */
type Args<Name extends HookName> = Parameters<HookTaps[Name]>;
type Settled<Name extends HookName> = Awaited<ReturnType<HookTaps[Name]>>;

/** Every hook point of the design, as tapable hooks. Only the kernel calls them; plugins get ports. */
function createHooks() {
  return {
    runStart: new AsyncSeriesHook<Args<'runStart'>>(['run']),
    discover: new AsyncSeriesHook<[AttributedDiscovery]>(['session']),
    descriptor: new SyncWaterfallHook<[ToolDescriptor | DroppedTool]>(['tool']),
    policy: new SyncBailHook<Args<'policy'>, AttributedDenial | undefined>(['tool', 'question']),
    visibility: new SyncBailHook<Args<'visibility'>, Settled<'visibility'>>(['tool', 'question']),
    directory: new SyncWaterfallHook<Args<'directory'>>(['entries', 'run']),
    query: new SyncWaterfallHook<Args<'query'>>(['query', 'run']),
    rank: new AsyncSeriesBailHook<Args<'rank'>, Settled<'rank'>>(['query', 'run']),
    rerank: new AsyncSeriesWaterfallHook<Args<'rerank'>>(['hits', 'query', 'run']),
    args: new SyncWaterfallHook<Args<'args'>>(['callArguments', 'call']),
    authorize: new AsyncSeriesBailHook<Args<'authorize'>, AttributedDenial | undefined>(['call']),
    approvalNeeded: new AsyncSeriesHook<Args<'approvalNeeded'>>(['call', 'dossier']),
    approve: new AsyncSeriesBailHook<Args<'approve'>, Settled<'approve'>>(['request']),
    execute: new AsyncSeriesBailHook<Args<'execute'>, Settled<'execute'>>(['call']),
    result: new AsyncSeriesWaterfallHook<Args<'result'>>(['result', 'call']),
    runEnd: new AsyncSeriesHook<Args<'runEnd'>>(['run']),
  };
}

/** The hooks, their guards and who taps them. Sealed after boot. */
@injectable()
export class HookRegistry {
  readonly hooks = createHooks();
  private readonly taps: TapInspection[] = [];
  private readonly disabled = new Set<string>();
  private sealed = false;
  private readonly context: GuardContext;

  constructor(
    @inject(tokens.events) events: EventBus,
    @inject(tokens.limits) limits: { readonly hookTimeoutMs: number },
  ) {
    this.context = {
      timeoutMs: limits.hookTimeoutMs,
      report: (owner, error, where) =>
        events.emit('hook:faulted', { plugin: owner.plugin, hook: owner.hook, reason: error.message, ...where }),
    };
  }

  /** The facade that a plugin gets: it adds the plugin's name, wraps the guard, records the tap. */
  portsFor(plugin: string): HookPorts {
    const ports: Partial<Record<HookName, HookPort<never>>> = {};
    for (const hook of hookNames) {
      ports[hook] = Object.freeze({
        tap: (tap: never, options?: { readonly stage?: number }) =>
          this.tap({ hook, plugin, stage: options?.stage ?? stages.normal }, tap),
      });
    }
    return Object.freeze(ports) as HookPorts;
  }

  isTapped(hook: HookName): boolean {
    return this.hooks[hook].isUsed();
  }

  inspect(): readonly TapInspection[] {
    return this.taps.slice();
  }

  /** Silences the taps of a plugin whose `apply` failed: tapable has no untap, so they answer as if absent. */
  disable(plugin: string): void {
    this.disabled.add(plugin);
  }

  seal(): void {
    this.sealed = true;
  }

  private tap(owner: TapOwner, tap: unknown): void {
    if (this.sealed) {
      throw new ToolrackError('ERR_PLUGIN_FROZEN', `Plugin ${owner.plugin} tapped hook ${owner.hook} after boot.`, {
        plugin: owner.plugin,
        hook: owner.hook,
        hint: 'Tap inside apply.',
      });
    }
    if (typeof tap !== 'function' || !Number.isFinite(owner.stage)) {
      throw new ToolrackError(
        'ERR_PLUGIN_APPLY',
        `Plugin ${owner.plugin} must tap hook ${owner.hook} with a function and a numeric stage.`,
        { plugin: owner.plugin, hook: owner.hook },
      );
    }
    this.taps.push(Object.freeze({ hook: owner.hook, plugin: owner.plugin, stage: owner.stage }));
    const options = { name: owner.plugin, stage: owner.stage };
    if (owner.hook in syncGuards) {
      const guard = syncGuards[owner.hook as keyof typeof syncGuards] as (
        tap: unknown,
        owner: TapOwner,
        context: GuardContext,
      ) => never;
      (this.hooks[owner.hook] as SyncBailHook<unknown[], unknown>).tap(options, guard(tap, owner, this.context));
    } else {
      const guard = asyncGuards[owner.hook as keyof typeof asyncGuards] as (
        tap: unknown,
        owner: TapOwner,
        context: GuardContext,
        redactionStage: number,
      ) => never;
      (this.hooks[owner.hook] as AsyncSeriesBailHook<unknown[], unknown>).tapPromise(
        options,
        guard(tap, owner, this.context, stages.redaction),
      );
    }
  }
}
