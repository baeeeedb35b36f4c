import type { RankDocument, Ranker } from '@toolrack/contracts';
import { LexicalIndex } from './lexical-index.js';
import { makeLexicon, type Lexicon } from './lexicon/lexicon.js';
import { defaultSettings, type LexicalSettings } from './settings.js';

/** The lexical ranker: one recipe over any number of indexes. */
export class LexicalRanker implements Ranker {
  readonly name = 'lexical';
  private readonly lexicon: Lexicon;

  constructor(
    private readonly settings: LexicalSettings = defaultSettings,
    extraSynonyms: readonly (readonly string[])[] = [],
  ) {
    this.lexicon = makeLexicon(settings, extraSynonyms);
  }

  index(documents: readonly RankDocument[]): LexicalIndex {
    const index = new LexicalIndex(this.settings, this.lexicon);
    index.build(documents);
    return index;
  }

  /**
   * An index from the bytes of `LexicalIndex.save`, for the documents whose `documentsDigest` is `digest`.
   * Throws `ERR_INDEX_FILE` when the bytes are damaged or belong to another catalog, recipe or format.
   */
  load(bytes: Uint8Array, digest: string): LexicalIndex {
    const index = new LexicalIndex(this.settings, this.lexicon);
    index.restore(bytes, digest);
    return index;
  }
}
