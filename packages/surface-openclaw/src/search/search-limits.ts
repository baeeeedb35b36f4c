/** Bounds of one `tool_search` (OpenClaw 2026.9.6). */
export const batchLimits = Object.freeze({
  /** Most searches of a batch, the joined scalar among them. */
  searches: 16,
  /** Most hits that a batch may ask for in total. */
  candidates: 50,
  /** Longest query of a batch entry, in graphemes. */
  queryGraphemes: 512,
  /** Longest list of queries as JSON, in UTF-8 bytes. */
  queryBytes: 512,
});

/** Limits that hold for one run. */
export interface SearchLimits {
  readonly searchDefaultLimit: number;
  readonly maxSearchLimit: number;
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** True when the text has more graphemes than `most`; stops counting there. */
export function exceedsGraphemes(text: string, most: number): boolean {
  if (text.length <= most) return false;
  let count = 0;
  for (const _ of segmenter.segment(text)) {
    count += 1;
    if (count > most) return true;
  }
  return false;
}
