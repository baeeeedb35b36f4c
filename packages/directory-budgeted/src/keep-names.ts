import { rowLength, type DirectoryRow } from './directory-row.js';
import { moreSourcesLine, sourceLine, type NamedSource } from './source-lines.js';

/** How many rows and source lines are kept, from the front of their orders. */
export interface KeptNames {
  readonly rows: number;
  readonly sources: number;
}

/** Characters that source lines may take before any row has to. */
const firstForSources = 512;
/** For each character of a source line after that, this many of rows. */
const rowsPerSourceCharacter = 3;

/** Names to choose from, each list in the order of preference. */
export interface NameCandidates {
  readonly rows: readonly DirectoryRow[];
  readonly sources: readonly NamedSource[];
}

/** Measures a page that has these characters of rows and of source lines. */
export type MeasurePage = (characters: { readonly rows: number; readonly sources: number; readonly kept: KeptNames }) => number;

/**
 * Keeps as many bare names as `budget` allows. Rows and source lines are put into one order that does not depend on the
 * budget, and the longest beginning of it that fits is kept: with more room nothing that was listed is lost.
 */
export function keepNames(candidates: NameCandidates, budget: number, measure: MeasurePage): KeptNames | undefined {
  let best: KeptNames | undefined;
  let [rows, sources, rowCharacters, sourceCharacters] = [0, 0, 0, 0];
  for (;;) {
    const hidden = candidates.sources.length - sources;
    const more = hidden === 0 ? 0 : moreSourcesLine(hidden).length + 1;
    const kept = { rows, sources };
    if (measure({ rows: rowCharacters, sources: sourceCharacters + more, kept }) <= budget) best = kept;
    const row = candidates.rows[rows];
    const source = candidates.sources[sources];
    // Every further step only adds: far past the budget nothing can fit again.
    if ((row === undefined && source === undefined) || rowCharacters + sourceCharacters > budget) return best;
    const line = source === undefined ? 0 : sourceLine(source, source.tools).length + 1;
    const isSourceDue = sourceCharacters + line <= firstForSources + rowCharacters / rowsPerSourceCharacter;
    if (row === undefined || (source !== undefined && isSourceDue)) {
      sources += 1;
      sourceCharacters += line;
    } else {
      rows += 1;
      rowCharacters += rowLength(row);
    }
  }
}
