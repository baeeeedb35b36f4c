import { createHash } from 'node:crypto';
import { type RankDocument } from '@toolrack/contracts';

/** Longest text that is embedded, in characters: about 500 tokens, which all common models take. */
const longestText = 2000;

/** What a definition says in words: source, name taken apart, title and description. Parameters would drown it. */
export function embeddedText({ source, name, title, description }: RankDocument): string {
  const words = name.replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2').replace(/[_\-./]+/gu, ' ');
  return `${source.label ?? source.owner}: ${words}. ${title === undefined ? '' : `${title}. `}${description}`.slice(0, longestText);
}

/** The key of a text's vector. */
export function textDigest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
