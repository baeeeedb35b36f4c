import { createHash } from 'node:crypto';
import { canonicalJson, compareCodeUnits, type JsonValue, type RankDocument } from '@toolrack/contracts';

/** SHA-256 over everything that a ranker sees of a catalog, in hexadecimal; the order of the documents does not matter. */
export function documentsDigest(documents: readonly RankDocument[]): string {
  const hash = createHash('sha256');
  const sorted = [...documents].sort((left, right) => compareCodeUnits(left.id, right.id));
  for (const document of sorted) hash.update(canonicalJson(document as unknown as JsonValue)).update('\n');
  return hash.digest('hex');
}
