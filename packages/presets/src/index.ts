export { composePlugins, type CompositionChanges } from './compose-plugins.js';
export { openclaw } from './openclaw.js';
export { type PresetOptions } from './preset-options.js';
export { standard } from './standard.js';
