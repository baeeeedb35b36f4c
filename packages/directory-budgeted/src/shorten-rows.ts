import { cutText } from './compact-text.js';
import { rowDescription, type DirectoryRow } from './directory-row.js';

/** Descriptions by row id; a row without one shows its name alone. */
export type RowDescriptions = ReadonlyMap<string, string>;

/** How descriptions came out. */
export type DescriptionForm = 'full' | 'shortened' | 'mixed' | 'names';

/** Descriptions that fit and how they were made to fit. */
export interface ShortenedRows {
  readonly form: DescriptionForm;
  readonly descriptions: RowDescriptions;
}

/** Longest description of a row in characters, as in OpenClaw Tool Search. */
export const longestDescription = 180;
/** The second step of OpenClaw's ladder. */
export const shortDescription = 64;
/** A description cut shorter than this says too little to be worth its characters. */
const leastDescription = 40;
/** `: ` between name and description. */
const separator = 2;

/** OpenClaw's ladder: all descriptions at 180 characters, else all at 64, else none. */
export function shortenTogether(rows: readonly DirectoryRow[], room: number): ShortenedRows {
  for (const [most, form] of [
    [longestDescription, 'full'],
    [shortDescription, 'shortened'],
  ] as const) {
    const descriptions = new Map(rows.map((row) => [row.id, rowDescription(row, most)]));
    let characters = 0;
    for (const text of descriptions.values()) characters += separator + text.length;
    if (characters <= room) return { form, descriptions };
  }
  return { form: 'names', descriptions: new Map() };
}

/** The highest level at which all texts, each cut to it, fit into `room`; `undefined` when not even the least one does. */
function waterLevel(lengths: readonly number[], room: number): { level: number; rest: number } | undefined {
  const characters = (level: number): number => lengths.reduce((sum, length) => sum + separator + Math.min(length, level), 0);
  if (characters(leastDescription) > room) return undefined;
  let low = leastDescription;
  let high = longestDescription;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (characters(middle) <= room) low = middle;
    else high = middle - 1;
  }
  return { level: low, rest: room - characters(low) };
}

/**
 * Shares `room` like water: short descriptions stay whole and all longer ones are cut at the same level, which is as high as
 * fits. When not every row can have a useful description, rows get one in the given order while there is room.
 */
export function shortenRowByRow(order: readonly DirectoryRow[], room: number): ShortenedRows {
  if (room <= separator) return { form: 'names', descriptions: new Map() };
  const texts = order.map((row) => rowDescription(row, longestDescription));
  const water = waterLevel(
    texts.map((text) => text.length),
    room,
  );
  const descriptions = new Map<string, string>();
  if (water === undefined) {
    let left = room;
    for (const [index, row] of order.entries()) {
      const text = cutText(texts[index] as string, leastDescription);
      if (separator + text.length > left) continue;
      descriptions.set(row.id, text);
      left -= separator + text.length;
    }
    return { form: descriptions.size === 0 ? 'names' : 'mixed', descriptions };
  }
  let { rest } = water;
  let isCut = false;
  for (const [index, row] of order.entries()) {
    const text = texts[index] as string;
    const isLonger = text.length > water.level;
    const more = isLonger && rest > 0 ? 1 : 0;
    rest -= more;
    isCut ||= text.length > water.level + more;
    descriptions.set(row.id, cutText(text, water.level + more));
  }
  return { form: isCut ? 'shortened' : 'full', descriptions };
}
