export type { ResultStoreOptions } from './options.js';
export { resultStore, resultStore as default } from './result-store.js';
