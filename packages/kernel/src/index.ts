export { createRuntime, defaultLimits } from './create-runtime.js';
