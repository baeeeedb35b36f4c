import 'reflect-metadata';
import { Container } from 'inversify';
import type { Logger, RuntimeLimits, RuntimeOptions } from '@toolrack/contracts';
import { ExtensionRegistry } from '../boot/extension-registry.js';
import { PluginApplier } from '../boot/plugin-applier.js';
import { ApprovalDesk } from '../calls/approval-desk.js';
import { CallExecutor } from '../calls/call-executor.js';
import { CallPipeline } from '../calls/call-pipeline.js';
import { ExclusiveLanes } from '../calls/exclusive-lane.js';
import { CatalogBuilder } from '../catalog/catalog-builder.js';
import { SourceCatalog } from '../catalog/source-catalog.js';
import { DirectoryRenderer } from '../directory/directory-renderer.js';
import { EventBus } from '../events/event-bus.js';
import { HookRegistry } from '../hooks/hook-registry.js';
import { RunService } from '../runs/run-service.js';
import { IndexCache } from '../search/index-cache.js';
import { SearchService } from '../search/search-service.js';
import { ServiceRegistry } from './service-registry.js';
import { tokens } from './tokens.js';

/** Wires the kernel's nouns: one singleton each, no child containers (see docs/decisions/0001). */
export function createContainer(options: RuntimeOptions, limits: RuntimeLimits, logger: Logger): Container {
  const container = new Container({ defaultScope: 'Singleton' });
  container.bind(tokens.container).toConstantValue(container);
  container.bind(tokens.options).toConstantValue(options);
  container.bind(tokens.limits).toConstantValue(limits);
  container.bind(tokens.logger).toConstantValue(logger);
  const classes = [
    EventBus,
    HookRegistry,
    ExtensionRegistry,
    ServiceRegistry,
    SourceCatalog,
    CatalogBuilder,
    IndexCache,
    SearchService,
    DirectoryRenderer,
    ExclusiveLanes,
    ApprovalDesk,
    CallExecutor,
    CallPipeline,
    RunService,
    PluginApplier,
  ];
  for (const type of classes) container.bind<unknown>(type).to(type).inSingletonScope();
  return container;
}
