import { inject, injectable } from 'inversify';
import { AsyncSeriesBailHook, AsyncSeriesHook, AsyncSeriesWaterfallHook, SyncBailHook, SyncWaterfallHook } from 'tapable';
import { hookNames, stages, ToolrackError } from '@toolrack/contracts';
import type { HookName, HookPort, HookPorts, HookTaps, RuntimeLimits, TapInspection, ToolDescriptor } from '@toolrack/contracts';
import { EventBus } from '../events/event-bus.js';
import { tokens } from '../services/tokens.js';
import type { TapOwner } from './fault.js';
import { guard, type GuardContext } from './guard.js';
import type { AttributedDenial, AttributedDiscovery, DroppedTool } from './guard-rules.js';

type Args<Name extends HookName> = Parameters<HookTaps[Name]>;
type Settled<Name extends HookName> = Awaited<ReturnType<HookTaps[Name]>>;

/** Catalog-wide hooks are synchronous: an asynchronous one costs microseconds for every tool. */
const synchronous: ReadonlySet<HookName> = new Set(['descriptor', 'policy', 'visibility', 'directory', 'query']);

/** Every hook of the design, as tapable hooks. Only the kernel calls them; plugins get ports. */
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
    args: new AsyncSeriesWaterfallHook<Args<'args'>>(['callArguments', 'call']),
    authorize: new AsyncSeriesBailHook<Args<'authorize'>, AttributedDenial | undefined>(['call']),
    approvalNeeded: new AsyncSeriesHook<Args<'approvalNeeded'>>(['call', 'dossier']),
    approve: new AsyncSeriesBailHook<Args<'approve'>, Settled<'approve'>>(['request']),
    execute: new AsyncSeriesBailHook<Args<'execute'>, Settled<'execute'>>(['call']),
    result: new AsyncSeriesWaterfallHook<Args<'result'>>(['result', 'call']),
    runEnd: new AsyncSeriesHook<Args<'runEnd'>>(['run']),
  };
}

/** The hooks and who taps them. Taps are collected while plugins apply and take effect when the registry is sealed. */
@injectable()
export class HookRegistry {
  readonly hooks = createHooks();
  private taps: { readonly owner: TapOwner; readonly tap: never }[] = [];
  private sealed = false;
  private readonly context: GuardContext;

  constructor(@inject(EventBus) events: EventBus, @inject(tokens.limits) limits: RuntimeLimits) {
    this.context = { timeoutMs: limits.hookTimeoutMs, report: (event) => events.emit('hook:faulted', event) };
  }

  /** The facade that a plugin gets; its name is added here, so that an attribution cannot be forged or forgotten. */
  portsFor(plugin: string): HookPorts {
    const ports: Partial<Record<HookName, HookPort<never>>> = {};
    for (const hook of hookNames) {
      ports[hook] = Object.freeze({
        tap: (tap: never, options?: { readonly stage?: number }) => this.add({ hook, plugin, stage: options?.stage ?? stages.normal }, tap),
      });
    }
    return Object.freeze(ports) as HookPorts;
  }

  isTapped(hook: HookName): boolean {
    return this.hooks[hook].isUsed();
  }

  inspect(): readonly TapInspection[] {
    return this.taps.map(({ owner }) => owner);
  }

  /** Takes back the taps of a plugin whose `apply` failed. */
  remove(plugin: string): void {
    this.taps = this.taps.filter(({ owner }) => owner.plugin !== plugin);
  }

  seal(): void {
    this.sealed = true;
    for (const { owner, tap } of this.taps) {
      const hook = this.hooks[owner.hook] as AsyncSeriesBailHook<unknown[], unknown>;
      const options = { name: owner.plugin, stage: owner.stage };
      if (synchronous.has(owner.hook)) hook.tap(options, guard(tap, owner, false, this.context));
      else hook.tapAsync(options, guard(tap, owner, true, this.context));
    }
  }

  private add(owner: TapOwner, tap: never): void {
    const { hook, plugin } = owner;
    if (this.sealed)
      throw new ToolrackError('ERR_PLUGIN_FROZEN', `Plugin ${plugin} tapped hook ${hook} after boot.`, {
        plugin,
        hook,
        hint: 'Tap inside apply.',
      });
    if (typeof tap !== 'function' || !Number.isFinite(owner.stage)) {
      throw new ToolrackError('ERR_PLUGIN_APPLY', `Plugin ${plugin} must tap hook ${hook} with a function and a numeric stage.`, {
        plugin,
        hook,
      });
    }
    this.taps.push({ owner: Object.freeze(owner), tap });
  }
}
