import { ToolrackError, type Logger, type Plugin, type Runtime, type RuntimeLimits } from '@toolrack/contracts';
import { createRuntime } from '@toolrack/kernel';

import type { Configuration } from './config/configuration.js';
import { placeError } from './config/place-error.js';

/** What a command adds to a configuration. */
export interface BootAdditions {
  /** Plugins of the command itself; they apply before the configured ones. */
  readonly plugins?: readonly Plugin[];
  readonly logger: Logger;
  /** Limits of the command where the configuration says nothing. */
  readonly limits?: Partial<RuntimeLimits>;
}

/** Boots a configuration. What goes wrong is told with the place in the file that it comes from. */
export async function bootRuntime(configuration: Configuration, additions: BootAdditions): Promise<Runtime> {
  for (const warning of configuration.warnings) additions.logger.warn(warning);
  try {
    return await createRuntime({
      ...configuration.options,
      limits: { ...additions.limits, ...configuration.options.limits },
      plugins: [...(additions.plugins ?? []), ...configuration.plugins],
      logger: additions.logger,
    });
  } catch (error) {
    const plugin = ToolrackError.is(error) ? error.plugin : undefined;
    const origin = plugin === undefined ? undefined : configuration.origins.get(plugin);
    throw placeError(error, origin ?? configuration.file, ToolrackError.is(error) ? bootHints[error.code] : undefined);
  }
}

const bootHints: Readonly<Record<string, string>> = {
  ERR_SERVICE_CONFLICT: 'Name the one that you do not want under "without", or remove it from "plugins".',
  ERR_SERVICE_MISSING: 'Start from a preset, or add a plugin that provides it.',
  ERR_POLICY_MISSING: 'Add "@toolrack/policy" to "plugins", or start from a preset; policyOpen() allows everything.',
};
