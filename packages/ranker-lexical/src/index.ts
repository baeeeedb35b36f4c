import { rankerLexical } from './ranker-lexical.js';

export { LexicalIndex } from './lexical-index.js';
export { LexicalRanker } from './lexical-ranker.js';
export type { LexicalOverrides, RankerLexicalOptions } from './options.js';
export { mergeSettings } from './options.js';
export { BagIndex } from './bag/bag-index.js';
export { defaultBagSettings, type BagSettings } from './bag/bag-settings.js';
export { makeRanker, rankerLexical } from './ranker-lexical.js';
export { defaultSettings, fieldNames, type FieldName, type FieldSettings, type LexicalSettings } from './settings.js';
export default rankerLexical;
