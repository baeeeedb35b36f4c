export { composePlugins, type CompositionChanges } from './compose-plugins.js';
export { hermes, type HermesPresetOptions } from './hermes.js';
export { openclaw } from './openclaw.js';
export { type PresetOptions } from './preset-options.js';
export { standard } from './standard.js';
