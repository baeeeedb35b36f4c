import { createHash } from 'node:crypto';
import { canonicalJson, type RankDocument } from '@toolrack/contracts';

/**
 * The key of a definition's phrases: 32 hexadecimal digits over source, name, title and description, which is what the language model was
 * shown. The id is left out, so that the same definition keeps its phrases in another catalog; so is the schema, which untrusted tools do
 * not show.
 */
export function definitionDigest({ source, name, title, description }: RankDocument): string {
  const text = canonicalJson({ source: source.owner, name, title: title ?? '', description });
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
