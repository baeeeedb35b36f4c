export { AjvSchemaValidator } from './calls/schema-validator.js';
export { createRuntime, defaultLimits } from './create-runtime.js';
