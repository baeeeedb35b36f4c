export { bootRuntime, type BootAdditions } from './boot-runtime.js';
export { type Configuration } from './config/configuration.js';
export { loadConfiguration, type ConfigurationRequest } from './config/load-configuration.js';
export { type ComposedContext } from './config/load-composed.js';
