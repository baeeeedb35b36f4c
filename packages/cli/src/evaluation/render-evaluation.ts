import type { Comparison, RankerFigures } from '@toolrack/evaluation';

import { renderTable } from '../terminal/table.js';

/** How the first ranker compares to another one. */
export interface NamedComparisons {
  readonly first: string;
  readonly second: string;
  readonly measures: readonly Comparison[];
}

const perCent = (share: number | undefined): string => (share === undefined ? '–' : (100 * share).toFixed(1));
const short = (plugin: string): string => plugin.replace(/^@toolrack\/ranker-/u, '');
const shownNames: Readonly<Record<Comparison['measure'], string>> = {
  recallAt1: 'recall at 1',
  recallAt3: 'recall at 3',
  recallAt5: 'recall at 5',
  recallAt10: 'recall at 10',
  ndcgAt10: 'nDCG at 10',
  mrr: 'MRR',
};

/** The figures of each ranker as tables. */
export function renderFigures(rankers: readonly { readonly plugin: string; readonly figures: RankerFigures }[], width?: number): string {
  const quality = rankers.map(({ plugin, figures }) => [
    short(plugin),
    ...[figures.recallAt1, figures.recallAt3, figures.recallAt5, figures.recallAt10, figures.ndcgAt10, figures.mrr].map(perCent),
    perCent(figures.emptyAnswers),
  ]);
  const marks = rankers.map(({ plugin, figures }) => [
    short(plugin),
    perCent(figures.falseAnswers),
    perCent(figures.weakAnswerable),
    perCent(figures.weakUnanswerable),
    figures.confidenceAuc?.toFixed(3) ?? '–',
  ]);
  const cost = rankers.map(({ plugin, figures }) => [
    short(plugin),
    figures.p50Ms.toFixed(2),
    figures.p95Ms.toFixed(2),
    figures.buildMs.toFixed(0),
    figures.memoryMb.toFixed(1),
  ]);
  return [
    renderTable(['RANKER', 'RECALL@1', '@3', '@5', '@10', 'NDCG@10', 'MRR', 'EMPTY'], quality, width),
    renderTable(['RANKER', 'FALSE ANSWERS', 'WEAK IF ANSWERABLE', 'WEAK IF NOT', 'CONFIDENCE AUC'], marks, width),
    renderTable(['RANKER', 'P50 MS', 'P95 MS', 'BUILD MS', 'MEMORY MB'], cost, width),
  ].join('\n');
}

/** Differences with their 95 % intervals. */
export function renderComparisons(comparisons: readonly NamedComparisons[], width?: number): string {
  const signed = (share: number): string => `${share < 0 ? '' : '+'}${(100 * share).toFixed(1)}`;
  return comparisons
    .map(({ first, second, measures }) => {
      const rows = measures.map(({ measure, difference, low, high, significant }) => [
        shownNames[measure],
        signed(difference),
        `${signed(low)} to ${signed(high)}`,
        significant ? 'yes' : 'may be chance',
      ]);
      const table = renderTable(['MEASURE', 'POINTS', '95 % INTERVAL', 'DIFFERENT'], rows, width);
      return `\n${short(first)} against ${short(second)} (paired bootstrap over the queries)\n${table}`;
    })
    .join('');
}
