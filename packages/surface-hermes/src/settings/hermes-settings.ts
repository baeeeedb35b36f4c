import { isJsonObject, type RunContext } from '@toolrack/contracts';
import { resolveConnectors, resolveToolSearch, type ResolvedToolSearch } from './resolve-tool-search.js';
import { knownOptions, type SurfaceHermesOptions } from './surface-options.js';

/** What the options come to. */
export interface HermesSettings extends ResolvedToolSearch {
  readonly connectors: boolean;
  readonly localBatches: boolean;
  readonly maxDescribeCharacters: number;
}

/** Reads the options once. `connectors` may also hold the address of a gateway; only its `enabled` is read here. */
export function hermesSettings(options: SurfaceHermesOptions = {}): HermesSettings {
  const { toolSearch, connectors, localBatches = false, maxDescribeCharacters = 200_000, ...block } = options;
  const resolved = resolveToolSearch(toolSearch === undefined ? block : toolSearch);
  const read = isJsonObject(toolSearch) ? { ...toolSearch, ...options } : options;
  const unknown = Object.keys(read).filter((key) => !knownOptions.has(key));
  const warning = `unknown keys of tool_search are ignored: ${unknown.join(', ')}.`;
  return Object.freeze({
    ...resolved,
    warnings: unknown.length === 0 ? resolved.warnings : [...resolved.warnings, warning],
    connectors: resolveConnectors(connectors),
    localBatches,
    maxDescribeCharacters,
  });
}

/** True when every tool of the run is shown with its schema and there is no bridge. */
export function isOff(settings: HermesSettings, run: RunContext): boolean {
  return settings.enabled === 'off' || run.host.nativeToolSearch || run.host.codeMode;
}
