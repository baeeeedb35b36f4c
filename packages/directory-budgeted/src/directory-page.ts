import type { DirectoryRequest } from '@toolrack/contracts';

/** Stands alone when there is no deferred tool at all. */
export const noneLine = 'No tools are available through search.';
export const rowsHeading = 'Tools you can find with search:';
export const sourcesHeading = 'More tools, by source; search finds them:';
export const untrustedNotice = 'MCP and client tools that policy allows may exist too; search finds them.';

/** `3 additional tools omitted.` */
export function omittedText(count: number): string {
  return `${count} additional ${count === 1 ? 'tool' : 'tools'} omitted.`;
}

/** What a directory consists of, before it is one text. */
export interface DirectoryPage {
  readonly rows: readonly string[];
  readonly sources: readonly string[];
  readonly notice: boolean;
  /** Deferred tools without a row. */
  readonly omitted: number;
}

function footer(page: Pick<DirectoryPage, 'notice' | 'omitted'>, guidance: DirectoryRequest['guidance']): string {
  const hint = page.omitted > 0 ? [omittedText(page.omitted), guidance.partial] : [guidance.complete];
  const last = hint.filter((text) => text !== '').join(' ');
  return [page.notice ? untrustedNotice : '', last].filter((text) => text !== '').join('\n');
}

/** The text: rows, then sources, then notice and guidance, with a blank line between the parts. */
export function pageText(page: DirectoryPage, guidance: DirectoryRequest['guidance']): string {
  const parts: string[] = [];
  if (page.rows.length > 0) parts.push([rowsHeading, ...page.rows].join('\n'));
  if (page.sources.length > 0) parts.push([sourcesHeading, ...page.sources].join('\n'));
  parts.push(footer(page, guidance));
  return parts.filter((part) => part !== '').join('\n\n');
}

/** Sizes of the parts of a page: characters of all lines of a kind with one line break each, 0 for no line. */
export interface PageSize {
  readonly rows: number;
  readonly sources: number;
  readonly notice: boolean;
  readonly omitted: number;
}

/** The length of the text of such a page, without building it; at most two characters too many when the footer is empty. */
export function pageLength(size: PageSize, guidance: DirectoryRequest['guidance']): number {
  const rows = size.rows === 0 ? 0 : rowsHeading.length + size.rows + 2;
  const sources = size.sources === 0 ? 0 : sourcesHeading.length + size.sources + 2;
  return rows + sources + footer(size, guidance).length;
}
