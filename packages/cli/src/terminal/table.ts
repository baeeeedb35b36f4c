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

/** No column but the last is wider, so that one long name does not push the others away. */
const widestColumn = 48;
/** A longer cell is cut even in the row that it fills; names of tools are shorter. */
const longestCell = 160;

/**
 * Rows as aligned columns under a heading. Cells are made safe for a terminal. A cell that is too long for its column stands out in its own row
 * alone; the last column is cut to the width of the terminal when there is one. Ends with a line break; no rows give `""`.
 */
export function renderTable(heading: readonly string[], rows: readonly (readonly string[])[], width?: number): string {
  if (rows.length === 0) return '';
  const cells = [heading, ...rows].map((row) => row.map(sanitiseLine));
  const last = heading.length - 1;
  const widths = heading.map((_, column) => {
    const fitting = cells.map((row) => columnsOf(row[column] ?? '')).filter((columns) => columns <= widestColumn);
    return Math.max(0, ...fitting);
  });
  const lines = cells.map((row) => {
    const shown = row.slice(0, last).map((cell, column) => {
      const text = fit(cell, longestCell);
      return text + ' '.repeat(Math.max(0, (widths[column] as number) - columnsOf(text)));
    });
    const before = shown.reduce((sum, cell) => sum + columnsOf(cell) + 2, 0);
    const lastWidth = width === undefined ? Infinity : Math.max(16, width - before);
    return [...shown, fit(row[last] ?? '', lastWidth)].join('  ').trimEnd();
  });
  return `${lines.join('\n')}\n`;
}
