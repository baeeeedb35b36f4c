export type { ResultStoreOptions } from './options.js';
export { ResultKeepers, type KeptResult, type ResultKeeper } from './result-keeper.js';
export { resultStore, resultStore as default } from './result-store.js';
