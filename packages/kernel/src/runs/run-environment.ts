import type { EventBus } from '../events/event-bus.js';
import type { HookRegistry } from '../hooks/hook-registry.js';
import type { CallPipeline } from '../calls/call-pipeline.js';
import type { DirectoryRenderer } from '../directory/directory-renderer.js';
import type { SearchService } from '../search/search-service.js';
import type { ServiceRegistry } from '../services/service-registry.js';
import type { ToolrackRun } from './toolrack-run.js';

/** The kernel's nouns that a run works with. */
export interface RunEnvironment {
  readonly events: EventBus;
  readonly hooks: HookRegistry;
  readonly services: ServiceRegistry;
  readonly search: SearchService;
  readonly directory: DirectoryRenderer;
  readonly calls: CallPipeline;
  /** Forgets an ended run. */
  ended(run: ToolrackRun): void;
}
