import { type RunContext } from '@toolrack/contracts';
import { resolveConnectors, resolveToolSearch, type ResolvedToolSearch } from './resolve-tool-search.js';
import { settingWarnings } from './setting-warnings.js';
import { type SurfaceHermesOptions } from './surface-options.js';

/** What the options come to. */
export interface HermesSettings extends ResolvedToolSearch {
  readonly connectors: boolean;
  readonly localBatches: boolean;
  readonly maxDescribeCharacters: number;
}

/** Reads the options once. `connectors` may also hold the address of a gateway; only its `enabled` is read here. */
export function hermesSettings(options: SurfaceHermesOptions = {}): HermesSettings {
  const { toolSearch, connectors, localBatches = false, maxDescribeCharacters = 200_000, ...block } = options;
  const given = toolSearch === undefined ? block : toolSearch;
  const resolved = resolveToolSearch(given);
  return Object.freeze({
    ...resolved,
    warnings: settingWarnings(given, resolved),
    connectors: resolveConnectors(connectors),
    localBatches,
    maxDescribeCharacters,
  });
}

/** True when every tool of the run is shown with its schema and there is no bridge. */
export function isOff(settings: HermesSettings, run: RunContext): boolean {
  return settings.enabled === 'off' || run.host.nativeToolSearch || run.host.codeMode;
}
