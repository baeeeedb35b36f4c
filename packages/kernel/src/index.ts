export { createRuntime } from './create-runtime.js';
export { defaultLimits } from '@toolrack/core';
