import type { Plugin } from '@toolrack/contracts';
import { directoryBudgeted } from '@toolrack/directory-budgeted';
import { policy } from '@toolrack/policy';
import { rankerLexical } from '@toolrack/ranker-lexical';
import { resultStore } from '@toolrack/result-store';
import { secretGuard } from '@toolrack/secret-guard';
import { clientSource } from '@toolrack/source-client';
import { surfaceOpenclaw } from '@toolrack/surface-openclaw';

import { composePlugins } from './compose-plugins.js';
import { surfaceOptions, type PresetOptions } from './preset-options.js';

/**
 * What Toolrack recommends: three control tools, a directory that also names untrusted sources with their tool counts, a policy, results that can
 * be read on where they are too large to be shown, and nothing of the form of a key in what sources say. Sources are added by the caller. Throws as `composePlugins` does.
 */
export function standard(options: PresetOptions = {}): readonly Plugin[] {
  const preset = [
    policy(options.policy ?? {}),
    clientSource(),
    rankerLexical(),
    directoryBudgeted({ untrusted: 'sources', ...options.directory }),
    surfaceOpenclaw({ pinsTrusted: true, refusesEmptyAllow: false, repairsValues: true, ...surfaceOptions(options) }),
    secretGuard(),
    resultStore({ through: options.surface?.controlNames?.call ?? 'tool_call' }),
  ];
  return composePlugins(preset, options);
}
