/** What scores are made of besides the documents: counted over the tools that a search may see, never over others. */
export interface TermStatistics {
  /** Tools that may be seen. */
  readonly documents: number;
  /** Whether any of them has the term. */
  has(term: number): boolean;
  /** False for the hashes of most terms that none of them has; so a term of other tools alone is given up as early as one that nothing has. */
  mayHave(hash: number): boolean;
  /** Tools among them that have the term. */
  frequency(term: number): number;
}

/** Inverse document frequency, always positive: ln(1 + (N - n + 0.5) / (n + 0.5)) (the form of Lucene's BM25Similarity). */
export function inverseFrequency(documents: number, frequency: number): number {
  return Math.log(1 + (documents - frequency + 0.5) / (frequency + 0.5));
}
