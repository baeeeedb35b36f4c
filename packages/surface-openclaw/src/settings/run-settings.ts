import { matchPattern, type RunContext, RunSlot, ToolrackError } from '@toolrack/contracts';
import { resolveToolSearch } from './resolve-tool-search.js';
import { type ControlNames, defaultControlNames, type SurfaceOpenclawOptions } from './surface-options.js';
import { type ToolSearchMode } from './tool-search-config.js';

/** What holds for one run. */
export interface RunSettings {
  /** `off`: no controls, every tool shown with its schema. */
  readonly mode: 'off' | ToolSearchMode;
  /** `directory` was asked for, but the host cannot dispatch names that it did not declare. */
  readonly isDirectoryMapped: boolean;
  readonly searchDefaultLimit: number;
  readonly maxSearchLimit: number;
}

/** Finds out, once a run, what the options come to. */
export class RunSettingsReader {
  readonly names: Required<ControlNames>;
  private readonly slot = new RunSlot<RunSettings>((run) => this.read(run));

  constructor(private readonly options: SurfaceOpenclawOptions) {
    const given = Object.entries(options.controlNames ?? {}).filter(([, name]) => name !== undefined);
    this.names = Object.freeze({ ...defaultControlNames, ...(Object.fromEntries(given) as ControlNames) });
    if (new Set(Object.values(this.names)).size < 3) {
      throw new ToolrackError('ERR_CONFIG_VALUE', 'controlNames must be three different names.');
    }
  }

  of(run: RunContext): RunSettings {
    return this.slot.get(run);
  }

  private read(run: RunContext): RunSettings {
    const resolved = resolveToolSearch(this.block(run), {
      model: run.model,
      lean: this.isLean(run),
      ...(this.options.localServices === undefined ? {} : { localServices: this.options.localServices }),
    });
    const isOff = !resolved.enabled || run.host.nativeToolSearch || run.host.codeMode;
    const isDirectoryMapped = !isOff && resolved.mode === 'directory' && !run.host.deferredDispatch;
    return Object.freeze({
      mode: isOff ? 'off' : isDirectoryMapped ? 'tools' : resolved.mode,
      isDirectoryMapped,
      searchDefaultLimit: resolved.searchDefaultLimit,
      maxSearchLimit: resolved.maxSearchLimit,
    });
  }

  private block(run: RunContext): unknown {
    const fits = (patterns: readonly string[] | undefined, value: string | undefined): boolean =>
      patterns === undefined || (value !== undefined && patterns.some((pattern) => matchPattern(pattern, value)));
    const override = this.options.overrides?.find(
      (candidate) => fits(candidate.agents, run.scope.agent) && fits(candidate.providers, run.model?.provider),
    );
    if (override === undefined) return this.options.toolSearch;
    return override.toolSearch === 'auto' ? undefined : override.toolSearch;
  }

  private isLean(run: RunContext): boolean {
    const { lean } = this.options;
    if (lean === undefined || typeof lean === 'boolean') return lean === true;
    return lean.some((pattern) => matchPattern(pattern, run.scope.agent ?? ''));
  }
}
