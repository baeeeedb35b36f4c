import { definePlugin, restoreShown, ResultKeepers, schemaForModel, stages, SurfaceService } from '@toolrack/contracts';
import { visibilityTap } from './control/visibility.js';
import { OpenclawSurface } from './openclaw-surface.js';
import { repairValues } from './repair/repair-values.js';
import { assertNotRetired } from './settings/retired-config.js';
import { RunSettingsReader } from './settings/run-settings.js';
import { type SurfaceOpenclawOptions, surfaceOptionsSchema } from './settings/surface-options.js';

/** OpenClaw's tool search as the surface of a runtime. A retired configuration fails with `ERR_CONFIG_VALUE`. */
export const surfaceOpenclaw = definePlugin<SurfaceOpenclawOptions>({
  name: '@toolrack/surface-openclaw',
  version: '0.1.0',
  api: '^1',
  optionsSchema: surfaceOptionsSchema,
  apply(host, options) {
    assertNotRetired(options.toolSearch);
    for (const override of options.overrides ?? []) assertNotRetired(override.toolSearch);
    const settings = new RunSettingsReader(options);
    const surface = new OpenclawSurface(settings, {
      skills: options.skills ?? {},
      refusesEmptyAllow: options.refusesEmptyAllow !== false,
      keeper: () => host.contributions(ResultKeepers)[0],
    });
    host.provide(SurfaceService, () => surface);
    host.hooks.visibility.tap(visibilityTap(settings, options.pinsTrusted === true));
    host.hooks.args.tap(
      (callArguments, { tool }) => {
        // Signatures of trusted tools are shown clean without the schema having been asked for.
        if (tool.trust === 'trusted') schemaForModel(tool.inputSchema);
        return restoreShown(callArguments, tool.inputSchema);
      },
      { stage: stages.early },
    );
    if (options.repairsValues !== true) return;
    // After tools have prepared their own arguments. The schema of an untrusted tool is never read, so its arguments stay.
    host.hooks.args.tap(
      (callArguments, { tool }) => (tool.trust === 'trusted' ? repairValues(callArguments, tool.inputSchema) : callArguments),
      { stage: stages.late },
    );
  },
});
