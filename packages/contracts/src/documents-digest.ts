import { createHash } from 'node:crypto';
import { canonicalJson, compareCodeUnits } from './canonical-json.js';
import type { JsonValue } from './json.js';
import type { RankDocument } from './ranker.js';

/** Characters that are hashed at a time; hashing each document alone takes twice as long. */
const batch = 1 << 20;

/**
 * SHA-256 over everything that a ranker sees of a catalog, in hexadecimal. Neither the order of the documents nor that of the keys of a
 * schema matters. A document with a `digest` of its own is not read any further than for its identity and the lengths of its texts.
 */
export function documentsDigest(documents: readonly RankDocument[]): string {
  const hash = createHash('sha256');
  let text = '';
  for (const document of inOrder(documents)) {
    text += `${document.digest === undefined ? canonicalJson(document as unknown as JsonValue) : outline(document, document.digest)}\n`;
    if (text.length < batch) continue;
    hash.update(text);
    text = '';
  }
  return hash.update(text).digest('hex');
}

function outline({ id, name, title, description, source, trust, inputSchema }: RankDocument, digest: string): string {
  const lengths = [name.length, title?.length ?? -1, description.length, inputSchema === undefined ? 0 : 1];
  return JSON.stringify([id, digest, trust, source.kind, source.owner, source.label ?? null, ...lengths]);
}

/** Sorted by id; a catalog mostly is already. */
function inOrder(documents: readonly RankDocument[]): readonly RankDocument[] {
  const isSorted = documents.every((document, place) => place === 0 || (documents[place - 1] as RankDocument).id < document.id);
  return isSorted ? documents : [...documents].sort((left, right) => compareCodeUnits(left.id, right.id));
}
