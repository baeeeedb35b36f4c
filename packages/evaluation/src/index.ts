export { parseCatalog, readCatalogFile } from './catalog-file.js';
export { compareScores, type Comparison } from './compare-runs.js';
export { draftQueries, type DraftedQuery, type LoggedCall, type LoggedOther, type LoggedSearch } from './draft-queries.js';
export { measures, scoreAnswer, scoreAnswers, summariseRun, type QueryScores, type RankerFigures } from './figures.js';
export { areaUnderCurve, mean, ndcgAt, percentile, recallAt, reciprocalRank } from './metrics.js';
export {
  parseQueries,
  readQueryFile,
  readUnanswerableFile,
  resolveGold,
  type EvaluationQuery,
  type ResolvedQueries,
  type WrittenQuery,
} from './query-file.js';
export { runRanker, type RankedQuery, type RankerRun, type RankerRunOptions } from './run-ranker.js';
