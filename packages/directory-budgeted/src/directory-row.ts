import { compactText } from './compact-text.js';

/** What stands for the description of a tool that has none. */
export const noDescription = 'no description';

/** Names and owners that may appear in a prompt: no space, bracket or line break can imitate another row. */
const identifier = /^[A-Za-z0-9][A-Za-z0-9_.:-]{0,127}$/;

/** One tool that gets a row. */
export interface DirectoryRow {
  readonly id: string;
  readonly name: string;
  /** `<kind>:<owner>`. */
  readonly source: string;
  /** The owner as the row shows it; `""` when it is left out. */
  readonly owner: string;
  /** The tool's own text, not yet compacted. */
  readonly description: string;
}

/** True for what may stand in a prompt as it is. */
export function isIdentifier(text: string): boolean {
  return identifier.test(text);
}

/** The row without a description: `- name (owner)`. */
export function rowHead({ name, owner }: DirectoryRow): string {
  return owner === '' ? `- ${name}` : `- ${name} (${owner})`;
}

/** Characters of the bare row with its line break, without building it. */
export function rowLength({ name, owner }: DirectoryRow): number {
  return name.length + 3 + (owner === '' ? 0 : owner.length + 3);
}

/** The description as a row shows it, at most `most` characters. */
export function rowDescription(row: DirectoryRow, most: number): string {
  const text = compactText(row.description, most);
  return text === '' ? noDescription.slice(0, most) : text;
}

/** A whole row; `""` as description leaves the name alone. */
export function rowText(row: DirectoryRow, description: string): string {
  return description === '' ? rowHead(row) : `${rowHead(row)}: ${description}`;
}
