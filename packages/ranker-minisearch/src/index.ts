import { rankerMinisearch } from './ranker-minisearch.js';

export { createMinisearchRanker, rankerMinisearch, type RankerMinisearchOptions } from './ranker-minisearch.js';
export default rankerMinisearch;
