import { rename, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';

import { documentsDigest, type RankIndex, type Scope } from '@toolrack/contracts';

import type { CommandContext } from '../command-context.js';
import { withSubject } from '../evaluation/evaluation-subject.js';
import { UsageError } from '../usage-error.js';

/** What `toolrack index` takes. */
export interface SaveIndexOptions {
  readonly scope: Scope;
  readonly catalog: string | undefined;
  readonly out: string;
}

/** An index that can be written down for the catalog of that digest. */
interface SavableIndex extends RankIndex {
  save(digest: string): Uint8Array;
}

/** `toolrack index`: builds the index of the configured ranker and saves it, keyed by the digest of what it holds. */
export async function saveIndex(context: CommandContext, options: SaveIndexOptions): Promise<number> {
  const file = resolve(options.out);
  return withSubject(context, { ...options, rankers: [] }, async ({ documents, rankers: [ranker] }) => {
    if (ranker === undefined) throw new UsageError('there is no ranker');
    const started = performance.now();
    const digest = documentsDigest(documents);
    const bytes = await ranker.use(async (one) => {
      const index = await one.index(documents);
      if (isSavable(index)) return index.save(digest);
      throw new UsageError(`the index of ${ranker.plugin} cannot be saved; @toolrack/ranker-lexical makes one that can`);
    });
    await writeFile(`${file}.tmp`, bytes);
    await rename(`${file}.tmp`, file);
    const result = { file, ranker: ranker.plugin, tools: documents.length, digest, bytes: bytes.length, ms: performance.now() - started };
    if (context.isJson) context.terminal.printJson(result);
    else
      context.terminal.note(
        `${file}: ${documents.length} tools, ${bytes.length} bytes, ${result.ms.toFixed(0)} ms, digest ${digest.slice(0, 12)}`,
      );
    return 0;
  });
}

function isSavable(index: RankIndex): index is SavableIndex {
  return typeof (index as Partial<SavableIndex>).save === 'function';
}
