import { createContainer } from './services/container.js';
import { apiVersion, DirectoryService, RankerService, SurfaceService, ToolrackError, ValidatorService } from '@toolrack/contracts';
import type { Events, ExtensionPoint, Inspection, Run, RunRequest, Runtime, RuntimeOptions } from '@toolrack/contracts';
import type { SourceSummary } from '@toolrack/contracts';
import { JsonSchemaValidator, checkLimits, checkPlugins, silentLogger } from '@toolrack/core';
import type { Container } from 'inversify';
import { ExtensionRegistry } from './boot/extension-registry.js';
import { PluginApplier } from './boot/plugin-applier.js';
import { SourceCatalog } from './catalog/source-catalog.js';
import { EventBus } from './events/event-bus.js';
import { HookRegistry } from './hooks/hook-registry.js';
import { RunService } from './runs/run-service.js';
import { ServiceRegistry } from './services/service-registry.js';

const kernelName = '@toolrack/kernel';

/**
 * Boots a runtime: checks the plugins, lets them apply, seals everything, builds the services.
 * Rejects with a `ToolrackError` that names the plugin; what had been applied by then is disposed.
 */
export async function createRuntime(options: RuntimeOptions): Promise<Runtime> {
  const started = performance.now();
  const validator = new JsonSchemaValidator();
  const plugins = checkPlugins(options.plugins, validator);
  const container = createContainer(options, checkLimits(options.limits), options.logger ?? silentLogger);
  const runtime = new ToolrackRuntime(container);
  try {
    await runtime.boot(plugins, validator);
  } catch (error) {
    await runtime.dispose().catch(() => undefined);
    throw error;
  }
  runtime.booted(performance.now() - started, plugins.length);
  return runtime;
}

/** A booted runtime over its container. */
class ToolrackRuntime implements Runtime {
  private bootMs = 0;
  private disposing: Promise<void> | undefined;
  private readonly bus: EventBus;

  constructor(private readonly container: Container) {
    this.bus = container.get(EventBus);
  }

  get events(): Events {
    return this.bus;
  }

  async boot(plugins: ReturnType<typeof checkPlugins>, validator: JsonSchemaValidator): Promise<void> {
    const applier = this.container.get(PluginApplier);
    const services = this.container.get(ServiceRegistry);
    for (const plugin of plugins) await applier.apply(plugin);
    if (!services.has(ValidatorService)) services.provide(ValidatorService, kernelName, () => validator);
    applier.seal();
    if (!this.container.get(HookRegistry).isTapped('policy')) {
      throw new ToolrackError('ERR_POLICY_MISSING', 'No plugin decides who may use which tool.', {
        hint: 'Add a policy plugin, or policyOpen() to allow everything.',
      });
    }
    for (const token of [RankerService, DirectoryService, SurfaceService]) {
      if (!services.has(token))
        throw new ToolrackError('ERR_SERVICE_MISSING', `No plugin provides ${token.id}.`, {
          fields: { service: token.id },
          hint: 'Add a plugin that does.',
        });
    }
    services.buildAll();
    this.container.get(SourceCatalog).open();
  }

  booted(bootMs: number, plugins: number): void {
    this.bootMs = bootMs;
    this.bus.emit('runtime:booted', { plugins, durationMs: bootMs });
  }

  startRun(request?: RunRequest): Promise<Run> {
    return this.container.get(RunService).start(request);
  }

  sources(): readonly SourceSummary[] {
    return this.container.get(SourceCatalog).summaries();
  }

  inspect(): Inspection {
    return {
      apiVersion,
      bootMs: this.bootMs,
      plugins: this.container.get(PluginApplier).inspect(),
      services: this.container.get(ServiceRegistry).inspect(),
      extensions: this.container.get(ExtensionRegistry).inspect(),
      taps: this.container.get(HookRegistry).inspect(),
      sources: this.sources(),
      runs: this.container.get(RunService).count,
    };
  }

  contributions<Value>(point: ExtensionPoint<Value>): readonly Value[] {
    return this.container
      .get(ExtensionRegistry)
      .entries(point)
      .map(({ value }) => value);
  }

  dispose(): Promise<void> {
    this.disposing ??= this.shutDown();
    return this.disposing;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.dispose();
  }

  private async shutDown(): Promise<void> {
    const started = performance.now();
    await this.container.get(RunService).close();
    const errors = [
      ...(await this.container.get(SourceCatalog).dispose()),
      ...(await this.container.get(ServiceRegistry).dispose()),
      ...(await this.container.get(PluginApplier).dispose()),
    ];
    this.bus.emit('runtime:disposed', { durationMs: performance.now() - started });
    if (errors.length > 0) throw new AggregateError(errors, `${errors.length} errors while the runtime was disposed`);
  }
}
