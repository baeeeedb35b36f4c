import { type CatalogEntry, compareCodeUnits } from '@toolrack/contracts';
import { foldName } from '../deferral/tool-name.js';

/** Most names that are suggested. */
const mostNames = 3;
/** Longest name that is compared, in characters; the comparison takes the product of both lengths. */
const longest = 64;

function wordsOf(name: string): readonly string[] {
  return name.split(/[^a-z0-9]+/u).filter((word) => word !== '');
}

/** Insertions, deletions and replacements between two words; more than `most` are not told apart. */
function distance(left: string, right: string, most: number): number {
  if (Math.abs(left.length - right.length) > most) return most + 1;
  let previous = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const replaced = (previous[column - 1] as number) + (left[row - 1] === right[column - 1] ? 0 : 1);
      current.push(Math.min(replaced, (previous[column] as number) + 1, (current[column - 1] as number) + 1));
    }
    if (Math.min(...current) > most) return most + 1;
    previous = current;
  }
  return previous[right.length] as number;
}

/** How near a name is, 1 for the same words in another order; 0 when nothing makes it alike. */
function nearness(wanted: string, words: readonly string[], name: string): number {
  const own = new Set(wordsOf(name));
  if (words.length > 1 && words.every((word) => own.has(word))) return words.length / own.size;
  const most = Math.floor(Math.min(wanted.length, name.length) / 4);
  const edits = most === 0 ? 1 : distance(wanted, name, most);
  return edits <= most ? 1 - edits / (most + 1) : 0;
}

/**
 * Call names of tools that a name without a tool may have meant: all its words in any order, or a few edits away, best first. What stands
 * before the last `__` (the server) is left out of the comparison.
 */
export function nearNames(name: string, entries: readonly CatalogEntry[]): readonly string[] {
  const leaf = (callName: string): string => foldName(callName).slice(-longest).split('__').at(-1) ?? '';
  const wanted = foldName(name).length > longest * 2 ? '' : leaf(name);
  const words = [...new Set(wordsOf(wanted))];
  if (words.length === 0) return [];
  return entries
    .map(({ callName }) => ({ callName, points: nearness(wanted, words, leaf(callName)) }))
    .filter(({ points }) => points > 0)
    .sort((left, right) => right.points - left.points || compareCodeUnits(left.callName, right.callName))
    .slice(0, mostNames)
    .map(({ callName }) => callName);
}
