import type { Plugin } from '@toolrack/contracts';
import { directoryBudgeted } from '@toolrack/directory-budgeted';
import { policy } from '@toolrack/policy';
import { rankerBm25 } from '@toolrack/ranker-bm25';
import { clientSource } from '@toolrack/source-client';
import { surfaceOpenclaw } from '@toolrack/surface-openclaw';

import { composePlugins } from './compose-plugins.js';
import { surfaceOptions, type PresetOptions } from './preset-options.js';

/**
 * OpenClaw's tool search. Where that is weak, as its own users found, the better thing is done: its directory shortens descriptions row by row and
 * drops names fairly across owners (`directory: { strategy: 'original' }` draws it as OpenClaw does). Of untrusted tools the prompt holds nothing
 * but a notice that they exist. Throws as `composePlugins` does.
 */
export function openclaw(options: PresetOptions = {}): readonly Plugin[] {
  const preset = [
    policy(options.policy ?? {}),
    clientSource(),
    rankerBm25(),
    directoryBudgeted({ untrusted: 'notice', ...options.directory }),
    surfaceOpenclaw(surfaceOptions(options)),
  ];
  return composePlugins(preset, options);
}
