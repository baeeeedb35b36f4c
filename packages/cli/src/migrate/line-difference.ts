interface Line {
  readonly mark: ' ' | '-' | '+';
  readonly text: string;
}

/** Longest stretch of changed lines that is compared line by line; a longer one is shown as a whole. */
const mostCompared = 2000;

/** Both texts as one list of lines with `-`, `+` or a space in front; unchanged lines further than `around` from a change become `…`. */
export function lineDifference(before: string, after: string, around = 2): string {
  if (before === after) return '';
  const lines = difference(before.split(/\r?\n/u), after.split(/\r?\n/u));
  const isNear = lines.map((_, index) => lines.slice(Math.max(0, index - around), index + around + 1).some((line) => line.mark !== ' '));
  const shown: string[] = [];
  for (const [index, line] of lines.entries()) {
    if (isNear[index] === true) shown.push(`${line.mark} ${line.text}`.trimEnd());
    else if (shown.at(-1) !== '…') shown.push('…');
  }
  return `${shown.join('\n')}\n`;
}

function difference(before: readonly string[], after: readonly string[]): Line[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < before.length - start && end < after.length - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const same = (text: string): Line => ({ mark: ' ', text });
  const middle = compare(before.slice(start, before.length - end), after.slice(start, after.length - end));
  return [...before.slice(0, start).map(same), ...middle, ...before.slice(before.length - end).map(same)];
}

/** The longest common subsequence, by the textbook table. */
function compare(before: readonly string[], after: readonly string[]): Line[] {
  const removed = before.map((text): Line => ({ mark: '-', text }));
  const added = after.map((text): Line => ({ mark: '+', text }));
  if (before.length > mostCompared || after.length > mostCompared) return [...removed, ...added];
  const lengths = Array.from({ length: before.length + 1 }, () => new Uint16Array(after.length + 1));
  const at = (row: number, column: number): number => lengths[row]?.[column] ?? 0;
  for (let row = before.length - 1; row >= 0; row -= 1) {
    for (let column = after.length - 1; column >= 0; column -= 1) {
      const isSame = before[row] === after[column];
      (lengths[row] as Uint16Array)[column] = isSame ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const lines: Line[] = [];
  let [row, column] = [0, 0];
  while (row < before.length && column < after.length) {
    if (before[row] === after[column]) {
      lines.push({ mark: ' ', text: before[row] as string });
      row += 1;
      column += 1;
    } else if (at(row + 1, column) >= at(row, column + 1)) lines.push(removed[row++] as Line);
    else lines.push(added[column++] as Line);
  }
  return [...lines, ...removed.slice(row), ...added.slice(column)];
}
