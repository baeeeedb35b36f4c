import { resolve } from 'node:path';

import { documentsDigest, type Scope } from '@toolrack/contracts';

import type { CommandContext } from '../command-context.js';
import { withSubject } from '../evaluation/evaluation-subject.js';
import { recordedRanker, type RecordedIndex } from '../evaluation/recorded-ranker.js';
import { UsageError } from '../usage-error.js';
import { withRun } from '../with-run.js';
import { writeOutput } from '../write-output.js';

/** What `toolrack index` takes. */
export interface SaveIndexOptions {
  readonly scope: Scope;
  readonly catalog: string | undefined;
  readonly out: string;
}

/** An index, and the plugin whose ranker made it. */
interface MadeIndex extends RecordedIndex {
  readonly plugin: string;
}

/** `toolrack index`: builds the index of the configured ranker and saves it, keyed by the digest of what it holds. */
export async function saveIndex(context: CommandContext, options: SaveIndexOptions): Promise<number> {
  const save = (made: MadeIndex): Promise<void> => writeIndex(context, resolve(options.out), made);
  if (options.catalog === undefined) await indexOfRuntime(context, options.scope, save);
  else {
    await withSubject(context, { ...options, rankers: [] }, async ({ documents, rankers: [ranker] }) => {
      if (ranker === undefined) throw new UsageError('there is no ranker');
      await ranker.use(async (one) => save({ documents, index: await one.index(documents), plugin: ranker.plugin }));
    });
  }
  return 0;
}

/**
 * A runtime indexes all tools of its sources once, also those that no single run may see, so the documents are taken from the runtime itself
 * when it asks its ranker for the index.
 */
async function indexOfRuntime(context: CommandContext, scope: Scope, save: (made: MadeIndex) => Promise<void>): Promise<void> {
  const recorded: MadeIndex[] = [];
  const record = (plugin: Parameters<typeof recordedRanker>[0]): typeof plugin =>
    recordedRanker(plugin, (made) => recorded.push({ ...made, plugin: plugin.name }));
  await withRun(context, { scope, replace: record }, async ({ run }) => {
    await run.search({ text: 'tool', limit: 1 });
    const largest = recorded.sort((left, right) => right.documents.length - left.documents.length)[0];
    if (largest === undefined || largest.documents.length === 0) throw new UsageError('no source has a tool, so there is nothing to index');
    await save(largest);
  });
}

async function writeIndex(context: CommandContext, file: string, { documents, index, plugin }: MadeIndex): Promise<void> {
  if (index.save === undefined) {
    throw new UsageError(`the index of ${plugin} cannot be saved; @toolrack/ranker-lexical makes one that can`);
  }
  const started = performance.now();
  const bytes = index.save(documents);
  await writeOutput(file, bytes);
  const digest = documentsDigest(documents);
  const result = { file, ranker: plugin, tools: documents.length, digest, bytes: bytes.length, ms: performance.now() - started };
  if (context.isJson) context.terminal.printJson(result);
  else {
    const what = `${documents.length} tools, ${bytes.length} bytes, digest ${digest.slice(0, 12)}`;
    context.terminal.note(`${file}: ${what}. The option "indexFile" of ${plugin} loads it at boot.`);
  }
}
