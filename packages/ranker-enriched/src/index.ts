import { rankerEnriched } from './ranker-enriched.js';

export { ChatError, type ChatEndpoint } from './chat-client.js';
export { definitionDigest } from './definition-digest.js';
export { enrichDefinitions, type EnrichOptions, type EnrichProgress, type EnrichResult } from './enrich-definitions.js';
export { enrichedDocument, enrichedRanker } from './enriched-ranker.js';
export {
  enrichmentsFile,
  readEnrichments,
  readEnrichmentsIfAny,
  writeEnrichments,
  type Enrichment,
  type Enrichments,
} from './enrichments.js';
export { type InnerRanker } from '@toolrack/contracts';
export { parsePhrases } from './phrases.js';
export { rankerEnriched, type RankerEnrichedOptions } from './ranker-enriched.js';
export default rankerEnriched;
