/**
 * Whether two words are at most `most` edits apart: insertion, deletion, replacement or exchange of neighbours
 * (optimal string alignment). Returns the distance, or `most + 1`.
 */
export function editDistance(left: string, right: string, most: number): number {
  const columns = right.length;
  if (Math.abs(left.length - columns) > most) return most + 1;
  let before: number[] = [];
  let previous = Array.from({ length: columns + 1 }, (_, column) => column);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    let lowest = row;
    for (let column = 1; column <= columns; column += 1) {
      const same = left.charCodeAt(row - 1) === right.charCodeAt(column - 1);
      let cost = Math.min(previous[column]! + 1, current[column - 1]! + 1, previous[column - 1]! + (same ? 0 : 1));
      const exchanged =
        row > 1 &&
        column > 1 &&
        left.charCodeAt(row - 1) === right.charCodeAt(column - 2) &&
        left.charCodeAt(row - 2) === right.charCodeAt(column - 1);
      if (exchanged) cost = Math.min(cost, before[column - 2]! + 1);
      current.push(cost);
      if (cost < lowest) lowest = cost;
    }
    if (lowest > most) return most + 1;
    before = previous;
    previous = current;
  }
  return Math.min(previous[columns] as number, most + 1);
}
