import type { Plugin } from '@toolrack/contracts';
import { directoryTiered, tieredOptions } from '@toolrack/directory-tiered';
import { policy, type PolicyOptions } from '@toolrack/policy';
import { rankerLexical } from '@toolrack/ranker-lexical';
import { clientSource } from '@toolrack/source-client';
import { surfaceHermes, type SurfaceHermesOptions } from '@toolrack/surface-hermes';

import { composePlugins, type CompositionChanges } from './compose-plugins.js';

/** Options of `hermes`. */
export interface HermesPresetOptions extends CompositionChanges {
  /** Rules for `@toolrack/policy`; without rules everything is allowed. */
  readonly policy?: PolicyOptions;
  /** Hermes' `tools.tool_search` block in any of its forms; absent means its defaults. What is not understood falls back, with a warning. */
  readonly toolSearch?: unknown;
  /** Hermes' `tools.connectors`; `false` never touches a remote leg. */
  readonly connectors?: unknown;
  /**
   * Where the original can be bettered without another dialect: several local entries of one `tool_call` run in order, small servers keep
   * their descriptions in the mixed listing, and no summary stands where names would be shorter (false: as the original).
   */
  readonly improved?: boolean;
  /** The other options of `@toolrack/surface-hermes`. */
  readonly surface?: Omit<SurfaceHermesOptions, 'toolSearch' | 'connectors'>;
}

/**
 * Hermes Agent's tool search as it is: every configured source is listed and indexed, so the caller grants its sources trust
 * (`mcpSource({ servers, defaultTrust: 'trusted' })`, as `toolrack` does for this preset). Throws as `composePlugins` does.
 */
export function hermes(options: HermesPresetOptions = {}): readonly Plugin[] {
  const { toolSearch, connectors, improved = false, surface } = options;
  const listing = improved ? { smallServerDescriptions: true, shortestBlocks: true } : {};
  const batches = improved ? { localBatches: true } : {};
  const preset = [
    policy(options.policy ?? {}),
    clientSource(),
    rankerLexical({ recipe: 'hermes' }),
    directoryTiered({ ...tieredOptions(toolSearch), ...listing }),
    surfaceHermes({
      ...batches,
      ...surface,
      ...(toolSearch === undefined ? {} : { toolSearch }),
      ...(connectors === undefined ? {} : { connectors }),
    }),
  ];
  return composePlugins(preset, options);
}
