import { createRequire } from 'node:module';

/** A filter of wink: it sees what was retained of a document, here its ordinal. */
export type WinkFilter<Params> = (retained: number, params: Params) => boolean;

/** The part of wink-bm25-text-search 3.1.2 that is used here; the package brings no types. */
export interface WinkEngine {
  defineConfig(config: { readonly fldWeights: Readonly<Record<string, number>> }): boolean;
  definePrepTasks(tasks: readonly ((input: string) => readonly string[])[]): number;
  /** Loads a model that `exportJSON` wrote, or one in its form. */
  importJSON(json: string): boolean;
  /** Token to its number. */
  getTokens(): Readonly<Record<string, number>>;
  getTotalDocs(): number;
  /** Calls `filter` for every posting of every token of the text. */
  search<Params>(text: string, limit: number, filter: WinkFilter<Params>, params: Params): readonly [string, number][];
}

/** Makes an empty engine. */
export const createWink = createRequire(import.meta.url)('wink-bm25-text-search') as () => WinkEngine;
