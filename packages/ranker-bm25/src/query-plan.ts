import { intentStems } from './intents.js';
import { splitChunks } from './split-chunks.js';
import { analyzeChunk } from './tokenizer.js';

/** What a query asks for, without any index. */
export interface QueryPlan {
  /** Distinct stems of its words, in order; each weighs 1. */
  readonly literal: readonly string[];
  /** Distinct stems of the capabilities that its words hint at, without those that are literal. */
  readonly expanded: readonly string[];
  /** Its words as written (lower-cased) with all their stems; for `unmatched`. */
  readonly chunks: readonly { readonly text: string; readonly stems: readonly string[] }[];
  /** Its units of meaning, each a set of alternative stems; for `confidence`. */
  readonly units: readonly (readonly string[])[];
}

/** Works out terms, expansions and units of a query. */
export function planQuery(text: string): QueryPlan {
  const literal = new Set<string>();
  const words = new Set<string>();
  const chunks = new Map<string, readonly string[]>();
  const units = new Map<string, readonly string[]>();
  for (const raw of splitChunks(text)) {
    const chunk = analyzeChunk(raw);
    if (chunk.pieces.length === 0 || chunks.has(chunk.text)) continue;
    chunks.set(
      chunk.text,
      chunk.pieces.flatMap(({ stems }) => stems),
    );
    for (const { word, stems } of chunk.pieces) {
      words.add(word);
      for (const stem of stems) literal.add(stem);
    }
    for (const { stems } of chunk.words) units.set(stems.join(' '), stems);
  }
  return {
    literal: [...literal],
    expanded: intentStems(words).filter((stem) => !literal.has(stem)),
    chunks: [...chunks].map(([chunkText, stems]) => ({ text: chunkText, stems })),
    units: [...units.values()],
  };
}
