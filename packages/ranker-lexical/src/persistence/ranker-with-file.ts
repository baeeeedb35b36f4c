import { readFile } from 'node:fs/promises';
import { documentsDigest, reasonOf, ToolrackError, type Logger, type RankDocument, type Ranker } from '@toolrack/contracts';
import type { LexicalIndex } from '../lexical-index.js';
import type { LexicalRanker } from '../lexical-ranker.js';
import { readIdentity, unusableIndex } from './binary-file.js';

/**
 * A ranker that loads its index from a file instead of building it, when the file was saved for just these documents. Otherwise it builds, and
 * says why once: a missing, stale or broken file costs time, never an answer.
 */
export function rankerWithFile(ranker: LexicalRanker, file: string, logger: Logger): Ranker {
  /** The catalog that the file was made for; `''` when it is of no use, `undefined` before it was looked at. */
  let savedFor: string | undefined;
  const load = async (documents: readonly RankDocument[]): Promise<LexicalIndex | undefined> => {
    if (savedFor === '') return undefined;
    const digest = documentsDigest(documents);
    if (savedFor !== undefined && savedFor !== digest) return undefined;
    const bytes = await readFile(file);
    savedFor = readIdentity(bytes)['catalog'] ?? '';
    const index = ranker.load(bytes, digest);
    if (index.size !== documents.length) throw unusableIndex('it holds other tools than it says');
    return index;
  };
  return {
    name: ranker.name,
    async index(documents) {
      // With no documents a ranker is only asked what it can do.
      if (documents.length === 0) return ranker.index(documents);
      try {
        return (await load(documents)) ?? ranker.index(documents);
      } catch (error) {
        if (savedFor !== '') logger.warn(reasonFor(file, error));
        savedFor = '';
        return ranker.index(documents);
      }
    },
  };
}

function reasonFor(file: string, error: unknown): string {
  if (ToolrackError.is(error)) return `${error.code}: ${file}: ${error.message} ${error.hint ?? ''}`.trim();
  const isMissing = (error as { code?: unknown }).code === 'ENOENT';
  const problem = isMissing ? 'The saved index does not exist' : `The saved index cannot be read: ${reasonOf(error)}`;
  return `ERR_INDEX_FILE: ${file}: ${problem}. The index is built; "toolrack index" saves it.`;
}
