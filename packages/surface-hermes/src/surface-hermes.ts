import { definePlugin, RankerService, RemoteLegs, restoreShown, schemaForModel, stages } from '@toolrack/contracts';
import { SurfaceService, ValidatorService } from '@toolrack/contracts';
import { coerceArguments } from './coercion/coerce-arguments.js';
import { visibilityTap } from './deferral/visibility.js';
import { HermesSurface } from './hermes-surface.js';
import { hermesSettings } from './settings/hermes-settings.js';
import { surfaceOptionsSchema, type SurfaceHermesOptions } from './settings/surface-options.js';
import { HermesValidator } from './validation/hermes-validator.js';

/** Hermes' tool search as the surface of a runtime. Slips in its configuration are warned about and never refused. */
export const surfaceHermes = definePlugin<SurfaceHermesOptions>({
  name: '@toolrack/surface-hermes',
  version: '0.1.0',
  api: '^1',
  optionsSchema: surfaceOptionsSchema,
  apply(host, options) {
    const settings = hermesSettings(options);
    for (const warning of settings.warnings) host.logger.warn(warning);
    const services = { legs: () => host.contributions(RemoteLegs), ranker: () => host.service(RankerService) };
    host.provide(SurfaceService, () => new HermesSurface(settings, services));
    if (options.validator !== false) host.provide(ValidatorService, () => new HermesValidator());
    host.hooks.visibility.tap(visibilityTap(settings));
    // The schema of an untrusted tool is never read before it is described, so its arguments reach it as they are.
    host.hooks.args.tap(
      (callArguments, { tool: { trust, inputSchema } }) => {
        if (trust !== 'trusted') return restoreShown(callArguments, inputSchema);
        schemaForModel(inputSchema);
        return coerceArguments(restoreShown(callArguments, inputSchema), inputSchema);
      },
      { stage: stages.early },
    );
  },
});
