import { isJsonObject, type RankDocument } from '@toolrack/contracts';
import { parseJsonLines, readText, wrong, type JsonLine } from './json-lines.js';

/**
 * Reads a catalog file: one `{ id, name, source?, description?, title?, inputSchema? }` a line. Its tools count as trusted, so that their
 * parameters are indexed. Rejects with `ERR_CONFIG_FILE`, which names the line.
 */
export async function readCatalogFile(file: string): Promise<readonly RankDocument[]> {
  return parseCatalog(await readText(file), file);
}

/** Parses the text of a catalog file; `file` is for messages. */
export function parseCatalog(text: string, file: string): readonly RankDocument[] {
  const places = new Map<string, string>();
  return parseJsonLines(text, file).map((line) => {
    const document = toDocument(line);
    const before = places.get(document.id);
    if (before !== undefined) throw wrong(line.place, `the id ${JSON.stringify(document.id)} occurs at ${before} already`);
    places.set(document.id, line.place);
    return document;
  });
}

function toDocument({ place, value }: JsonLine): RankDocument {
  const text = (key: string): string | undefined => {
    const member = value[key];
    if (member === undefined || member === null) return undefined;
    if (typeof member !== 'string') throw wrong(place, `"${key}" must be a string`);
    return member;
  };
  const id = text('id');
  if (id === undefined || id === '') throw wrong(place, 'a tool needs a non-empty "id"');
  const title = text('title');
  const schema = value['inputSchema'];
  if (schema !== undefined && schema !== null && !isJsonObject(schema)) throw wrong(place, '"inputSchema" must be an object');
  return {
    id,
    name: text('name') ?? id,
    ...(title === undefined ? {} : { title }),
    description: text('description') ?? '',
    source: { kind: 'mcp', owner: text('source') ?? 'catalog' },
    trust: 'trusted',
    ...(isJsonObject(schema) ? { inputSchema: schema } : {}),
  };
}
