import { inject, injectable } from 'inversify';
import { PolicyService, reasonOf, ToolrackError, withTimeout } from '@toolrack/contracts';
import type { Inspection, Logger, Plugin, PluginHost, PolicyView, RuntimeLimits } from '@toolrack/contracts';
import { SourceCatalog } from '../catalog/source-catalog.js';
import { EventBus } from '../events/event-bus.js';
import { HookRegistry } from '../hooks/hook-registry.js';
import { ServiceRegistry } from '../services/service-registry.js';
import { tokens } from '../services/tokens.js';
import { ExtensionRegistry } from './extension-registry.js';

/** Lets each plugin register what it brings, and undoes it at the end in reverse order. */
@injectable()
export class PluginApplier {
  private readonly applied: Inspection['plugins'][number][] = [];
  private readonly disposers: { readonly plugin: string; readonly dispose: () => void | Promise<void> }[] = [];
  private readonly closed = new Set<string>();

  constructor(
    @inject(HookRegistry) private readonly registry: HookRegistry,
    @inject(ExtensionRegistry) private readonly extensions: ExtensionRegistry,
    @inject(ServiceRegistry) private readonly services: ServiceRegistry,
    @inject(EventBus) private readonly events: EventBus,
    @inject(SourceCatalog) private readonly sources: SourceCatalog,
    @inject(tokens.logger) private readonly logger: Logger,
    @inject(tokens.limits) private readonly limits: RuntimeLimits,
  ) {}

  /** Rejects with the plugin's name when a critical plugin fails; another one is left out and reported. */
  async apply(plugin: Plugin): Promise<void> {
    const started = performance.now();
    const { name, version } = plugin;
    try {
      const applying = (async () => plugin.apply(this.hostFor(plugin)))();
      await withTimeout(
        applying,
        this.limits.applyTimeoutMs,
        () => new Error(`apply did not finish within ${this.limits.applyTimeoutMs} ms`),
      );
    } catch (error) {
      const failure = ToolrackError.is(error)
        ? error
        : new ToolrackError('ERR_PLUGIN_APPLY', `Plugin ${name} failed to apply: ${reasonOf(error)}`, {
            plugin: name,
            cause: error,
          });
      this.closed.add(name);
      this.events.emit('plugin:failed', { plugin: name, reason: failure.message });
      if (plugin.critical || failure.kind === 'misconfigured') throw failure;
      this.extensions.remove(name);
      this.services.remove(name);
      this.registry.remove(name);
      this.logger.warn(`${failure.message} The runtime goes on without it.`, { plugin: name });
      this.applied.push({
        name,
        version,
        state: 'failed',
        applyMs: performance.now() - started,
        reason: failure.message,
      });
      return;
    }
    const applyMs = performance.now() - started;
    this.applied.push({ name, version, state: 'applied', applyMs });
    this.events.emit('plugin:applied', { plugin: name, version, durationMs: applyMs });
  }

  /** Nothing can be registered any more. */
  seal(): void {
    const isAllowed: PolicyView['isAllowed'] = (tool, run) => this.registry.hooks.policy.call(tool, { run, phase: 'call' }) === undefined;
    this.services.provide(PolicyService, '@toolrack/kernel', () => ({ isAllowed }));
    this.registry.seal();
    this.extensions.seal();
    this.services.seal();
  }

  inspect(): Inspection['plugins'] {
    return this.applied.slice();
  }

  /** Runs every disposer, the last registered first; answers what went wrong. */
  async dispose(): Promise<readonly unknown[]> {
    const errors: unknown[] = [];
    for (const { plugin, dispose } of this.disposers.splice(0).reverse()) {
      try {
        await withTimeout(
          (async () => dispose())(),
          this.limits.applyTimeoutMs,
          () => new Error(`a disposer of plugin ${plugin} did not finish within ${this.limits.applyTimeoutMs} ms`),
        );
      } catch (error) {
        errors.push(error);
      }
    }
    return errors;
  }

  private hostFor({ name, version }: Plugin): PluginHost {
    const alive = (): void => {
      if (this.closed.has(name))
        throw new ToolrackError('ERR_PLUGIN_FROZEN', `Plugin ${name} failed to apply, so it can register nothing.`, {
          plugin: name,
        });
    };
    return Object.freeze({
      plugin: Object.freeze({ name, version }),
      logger: prefixed(this.logger, name),
      hooks: this.registry.portsFor(name),
      events: {
        on: this.events.on.bind(this.events),
        onAny: this.events.onAny.bind(this.events),
      },
      provide: (token, factory) => {
        alive();
        this.services.provide(token, name, factory);
      },
      contribute: (point, value) => {
        alive();
        this.extensions.add(point, name, value);
      },
      service: (token) => this.services.get(token),
      contributions: (point) => this.extensions.entries(point).map(({ value }) => value),
      invalidateCatalog: () => {
        this.sources.invalidate();
        this.events.emit('catalog:invalidated', { plugin: name });
        this.sources.renew();
      },
      onDispose: (dispose) => void this.disposers.push({ plugin: name, dispose }),
    } satisfies PluginHost);
  }
}

/** A logger whose lines name the plugin. */
function prefixed(logger: Logger, plugin: string): Logger {
  const bind =
    (level: keyof Logger): Logger['info'] =>
    (message, fields) =>
      logger[level](message, { plugin, ...fields });
  return Object.freeze({ debug: bind('debug'), info: bind('info'), warn: bind('warn'), error: bind('error') });
}
