import { type HookTaps } from '@toolrack/contracts';
import { type HermesSettings, isOff } from '../settings/hermes-settings.js';
import { isDeferrable } from './is-deferrable.js';
import { bridgeNames, hermesName } from './tool-name.js';

/**
 * Decides what the model sees: everything while the bridge is off; no tool with a reserved name; what is not deferrable. The rest
 * is left to the kernel, which shows it directly only where the run demands it. What is not deferrable is not searchable either, so that
 * ranking counts over the deferred tools alone, as the original does: a word of a core tool would otherwise change what a query admits.
 */
export function visibilityTap(settings: HermesSettings): HookTaps['visibility'] {
  const defer = new Set(settings.defer);
  return (tool, { run }) => {
    if (isOff(settings, run)) return 'direct';
    if (bridgeNames.has(hermesName(tool))) return 'hidden';
    return isDeferrable(tool, defer) ? undefined : 'direct-only';
  };
}
