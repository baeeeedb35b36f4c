import { sanitiseLine } from './sanitise.js';

/** Marks, joiners and the emoji selector take no column of their own. */
const withoutWidth = /^(?:\p{Mn}|\p{Me}|\u200C|\u200D|\uFE0F)$/u;
/** East Asian scripts and emoji (Unicode Standard Annex 11, wide and full width, by block). */
const wide =
  /^[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{1F300}-\u{1FAFF}\u{20000}-\u{3FFFD}]$/u;

/** Terminal columns of a text; wide characters take two. */
export function columnsOf(text: string): number {
  let columns = 0;
  for (const character of text) {
    if (!withoutWidth.test(character)) columns += wide.test(character) ? 2 : 1;
  }
  return columns;
}

/** Cuts a text to that many columns, with `…` at the end when something is missing. */
export function fit(text: string, width: number): string {
  if (columnsOf(text) <= width) return text;
  let cut = '';
  for (const character of text) {
    if (columnsOf(cut + character) > width - 1) break;
    cut += character;
  }
  return `${cut}…`;
}

/**
 * Rows as aligned columns under a heading. Cells are made safe for a terminal; the last column is cut to the width of the
 * terminal when there is one. Ends with a line break; no rows give `""`.
 */
export function renderTable(heading: readonly string[], rows: readonly (readonly string[])[], width?: number): string {
  if (rows.length === 0) return '';
  const cells = [heading, ...rows].map((row) => row.map(sanitiseLine));
  const widths = heading.map((_, column) => Math.max(...cells.map((row) => columnsOf(row[column] ?? ''))));
  const before = widths.slice(0, -1).reduce((sum, columns) => sum + columns + 2, 0);
  const lastWidth = width === undefined ? Infinity : Math.max(16, width - before);
  const lines = cells.map((row) =>
    row
      .map((cell, column) => {
        if (column === heading.length - 1) return fit(cell, lastWidth);
        return cell + ' '.repeat((widths[column] as number) - columnsOf(cell));
      })
      .join('  ')
      .trimEnd(),
  );
  return `${lines.join('\n')}\n`;
}
