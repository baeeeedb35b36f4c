import jsonc, { type Edit, type Node } from 'jsonc-parser';

/** The text without a property (given by its value) or an item; see `removalEdits`. */
export function removeElement(text: string, node: Node): string {
  return jsonc.applyEdits(text, removalEdits(text, node));
}

/** The edits that remove a property (given by its value) or an item with its comma, and its line when nothing else stands on it. Comments stay. */
export function removalEdits(text: string, node: Node): Edit[] {
  const element = node.parent?.type === 'property' ? node.parent : node;
  const end = element.offset + element.length;
  const comma = commaAfter(text, end);
  if (comma !== undefined) return [withLine(text, element.offset, comma + 1)];
  const siblings = element.parent?.children ?? [];
  const previous = siblings[siblings.indexOf(element) - 1];
  const before = previous === undefined ? undefined : commaAfter(text, previous.offset + previous.length);
  const removal = withLine(text, element.offset, end);
  return before === undefined ? [removal] : [{ offset: before, length: 1, content: '' }, removal];
}

/** Offset of the comma that follows, past blanks and comments. */
export function commaAfter(text: string, offset: number): number | undefined {
  const scanner = jsonc.createScanner(text, true);
  scanner.setPosition(offset);
  scanner.scan();
  return text[scanner.getTokenOffset()] === ',' ? scanner.getTokenOffset() : undefined;
}

function withLine(text: string, start: number, end: number): Edit {
  const lead = /[ \t]*$/u.exec(text.slice(0, start))?.[0].length ?? 0;
  const rest = /^[ \t]*(?:\r?\n)?/u.exec(text.slice(end))?.[0] ?? '';
  const isOwnLine = (start - lead === 0 || text[start - lead - 1] === '\n') && rest.endsWith('\n');
  const [from, to] = isOwnLine ? [start - lead, end + rest.length] : [start, end + rest.replace(/\r?\n$/u, '').length];
  return { offset: from, length: to - from, content: '' };
}
