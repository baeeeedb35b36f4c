import { rankerHybrid } from './ranker-hybrid.js';

export { HybridRanker, type HybridSurroundings } from './hybrid-ranker.js';
export { type InnerRanker } from '@toolrack/contracts';
export { type Fusion, type RankerHybridOptions } from './options.js';
export { rankerHybrid } from './ranker-hybrid.js';
export default rankerHybrid;
