/**
 * True when the pattern matches the whole text: `*` stands for any characters, also none; every other character is
 * literal and its case counts. Greedy search of each literal part in order, so the time is linear in practice and
 * at most pattern × text; no regular expression is built from the pattern.
 */
export function matchPattern(pattern: string, text: string): boolean {
  const parts = pattern.split('*');
  const first = parts[0] as string;
  if (parts.length === 1) return pattern === text;
  const last = parts[parts.length - 1] as string;
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last)) return false;
  let position = first.length;
  const end = text.length - last.length;
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, position);
    if (found < 0 || found + part.length > end) return false;
    position = found + part.length;
  }
  return true;
}

/** True when the pattern matches the tool's id or, for a pattern without a colon, its name. */
export function matchTool(pattern: string, tool: { readonly id: string; readonly name: string }): boolean {
  return matchPattern(pattern, tool.id) || (!pattern.includes(':') && matchPattern(pattern, tool.name));
}
