export { clientSource, clientSource as default, createClientToolSource } from './client-source.js';
export { checkClientTools, type CheckedClientTools } from './client-tools.js';
