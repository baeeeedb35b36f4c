/** Most brackets inside one another, also in texts, where they mean nothing. */
const mostBrackets = 300;
/** A line that opens very many lists or keys, or that is indented beyond reason. */
const deepLine = /^(?:[ \t]{600}|[ \t]*(?:[-?][ \t]+){100})/mu;

/**
 * Whether a text is nested beyond what the YAML library can read. It calls itself for each level, and a regular expression that is
 * first used where the stack ends does not throw: it ends the process.
 */
export function isTooDeep(text: string): boolean {
  if (deepLine.test(text)) return true;
  let depth = 0;
  for (const [bracket] of text.matchAll(/[[{\]}]/gu)) {
    depth = bracket === '[' || bracket === '{' ? depth + 1 : Math.max(0, depth - 1);
    if (depth > mostBrackets) return true;
  }
  return false;
}
