import {
  definePlugin,
  DirectoryService,
  RankerService,
  SurfaceService,
  type Directory,
  type Logger,
  type Plugin,
  type Ranker,
  type Surface,
} from '@toolrack/contracts';
import { createRuntime } from '@toolrack/kernel';

import { version } from '../version.js';

/** A plugin that only looks up the ranker of its runtime. */
export interface RankerProbe {
  readonly plugin: Plugin;
  /** Only after boot. */
  ranker(): Ranker;
}

/** Makes a probe. With `isAlone` it also stands in for the directory and the surface, which nobody uses. */
export function rankerProbe(isAlone = false): RankerProbe {
  let look: (() => Ranker) | undefined;
  const plugin = definePlugin({
    name: '@toolrack/cli',
    version,
    api: '^1',
    apply: (host) => {
      look = () => host.service(RankerService);
      if (!isAlone) return;
      // Nothing is searched for anybody here, so nothing is to be denied; a runtime does not boot without a policy.
      host.hooks.policy.tap(() => undefined);
      host.provide(DirectoryService, () => noDirectory);
      host.provide(SurfaceService, () => noSurface);
    },
  })();
  return {
    plugin,
    ranker: () => {
      if (look === undefined) throw new Error('the runtime has not booted');
      return look();
    },
  };
}

/** Boots a ranker plugin without any source, uses its ranker and disposes it. Its options are checked as in any runtime. */
export async function withRanker<Result>(plugin: Plugin, logger: Logger, use: (ranker: Ranker) => Promise<Result>): Promise<Result> {
  const probe = rankerProbe(true);
  const runtime = await createRuntime({ plugins: [probe.plugin, plugin], logger });
  try {
    return await use(probe.ranker());
  } finally {
    await runtime.dispose();
  }
}

const noDirectory: Directory = { name: 'none', render: () => ({ text: '', form: 'none', listed: 0, omitted: 0 }) };
const noSurface: Surface = {
  name: 'none',
  controlNames: () => [],
  tools: () => [],
  prompt: () => '',
  call: () => Promise.reject(new Error('this runtime has no surface')),
};
