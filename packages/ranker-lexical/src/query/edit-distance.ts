/** Rows of the table of distances, for words of the usual lengths; a search works on one pair at a time. */
const usualLength = 96;
const usualRows = [0, 1, 2].map(() => new Int32Array(usualLength + 1));

/**
 * Whether two words are at most `most` edits apart: insertion, deletion, replacement or exchange of neighbours
 * (optimal string alignment). Returns the distance, or `most + 1`. Only the places near the diagonal are worked out, as all others are further.
 */
export function editDistance(left: string, right: string, most: number): number {
  const rows = left.length;
  const columns = right.length;
  if (Math.abs(rows - columns) > most) return most + 1;
  const beyond = most + 1;
  let [before, previous, current] = (columns <= usualLength ? usualRows : usualRows.map(() => new Int32Array(columns + 1))) as [
    Int32Array,
    Int32Array,
    Int32Array,
  ];
  for (let column = 0; column <= Math.min(columns, beyond); column += 1) previous[column] = column;
  for (let row = 1; row <= rows; row += 1) {
    const first = Math.max(1, row - most);
    const last = Math.min(columns, row + most);
    current[first - 1] = first === 1 ? row : beyond;
    let lowest = current[first - 1] as number;
    const letter = left.charCodeAt(row - 1);
    for (let column = first; column <= last; column += 1) {
      const same = letter === right.charCodeAt(column - 1);
      let cost = (previous[column - 1] as number) + (same ? 0 : 1);
      cost = Math.min(cost, (current[column - 1] as number) + 1);
      // Above the last place of the band lies one that is too far.
      if (column < row + most) cost = Math.min(cost, (previous[column] as number) + 1);
      const isExchanged =
        row > 1 && column > 1 && letter === right.charCodeAt(column - 2) && left.charCodeAt(row - 2) === right.charCodeAt(column - 1);
      if (isExchanged) cost = Math.min(cost, (before[column - 2] as number) + 1);
      current[column] = cost;
      if (cost < lowest) lowest = cost;
    }
    if (lowest > most) return beyond;
    [before, previous, current] = [previous, current, before];
  }
  return Math.min(previous[columns] as number, beyond);
}
