import type { DirectoryBudgetedOptions } from '@toolrack/directory-budgeted';
import type { PolicyOptions } from '@toolrack/policy';
import type { SurfaceOpenclawOptions, ToolSearchBlock } from '@toolrack/surface-openclaw';

import type { CompositionChanges } from './compose-plugins.js';

/** Options of `standard` and `openclaw`. */
export interface PresetOptions extends CompositionChanges {
  /** Rules for `@toolrack/policy`; without rules everything is allowed. */
  readonly policy?: PolicyOptions;
  /** OpenClaw's `tools.toolSearch` block; absent means its automatic default. */
  readonly toolSearch?: ToolSearchBlock;
  /** Options of `@toolrack/directory-budgeted`, over those that the preset gives it. */
  readonly directory?: DirectoryBudgetedOptions;
  /** The other options of `@toolrack/surface-openclaw`. */
  readonly surface?: Omit<SurfaceOpenclawOptions, 'toolSearch'>;
}

/** The options of the surface from those of a preset. */
export function surfaceOptions(options: PresetOptions): SurfaceOpenclawOptions {
  return { ...options.surface, ...(options.toolSearch === undefined ? {} : { toolSearch: options.toolSearch }) };
}
