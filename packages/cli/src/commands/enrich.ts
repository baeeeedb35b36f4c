import { resolve } from 'node:path';

import type { Scope } from '@toolrack/contracts';
import type { Enrichments } from '@toolrack/ranker-enriched';

import type { CommandContext } from '../command-context.js';
import { withSubject } from '../evaluation/evaluation-subject.js';
import { UsageError } from '../usage-error.js';

/** What `toolrack enrich` takes. */
export interface EnrichCommandOptions {
  readonly scope: Scope;
  readonly catalog: string | undefined;
  readonly file: string | undefined;
  readonly url: string | undefined;
  readonly model: string | undefined;
  readonly apiKey: string | undefined;
  readonly isCheck: boolean;
  readonly prune: boolean;
}

/** Definitions after which the file is saved, so that an interruption loses little. */
const saveEvery = 20;

/** `toolrack enrich`: asks a language model about definitions without phrases. Exit code 1 when some are left without. */
export async function enrich(context: CommandContext, options: EnrichCommandOptions): Promise<number> {
  const { definitionDigest, enrichDefinitions, enrichmentsFile, readEnrichmentsIfAny, writeEnrichments } =
    await import('@toolrack/ranker-enriched');
  const file = resolve(options.file ?? enrichmentsFile);
  const { terminal } = context;
  return withSubject(context, { ...options, rankers: [] }, async ({ documents }) => {
    const digests = new Set(documents.map(definitionDigest));
    const kept = await readEnrichmentsIfAny(file);
    const known: Enrichments = options.prune ? new Map([...kept].filter(([digest]) => digests.has(digest))) : kept;
    const missing = [...digests].filter((digest) => !known.has(digest)).length;
    const unused = [...kept.keys()].filter((digest) => !digests.has(digest)).length;
    if (options.isCheck) {
      if (context.isJson) terminal.printJson({ file, definitions: digests.size, missing, unused });
      else terminal.note(`${file}: ${missing} of ${digests.size} definitions have no phrases, ${unused} entries are unused.`);
      return missing === 0 ? 0 : 1;
    }
    if (known.size !== kept.size) await writeEnrichments(file, known);
    const endpoint = missing === 0 ? undefined : endpointOf(options);
    if (endpoint === undefined) return done(context, { file, added: 0, known: digests.size, failures: [], isGivenUp: false });
    let unsaved = 0;
    const result = await enrichDefinitions(documents, known, {
      endpoint,
      signal: context.signal,
      onProgress: async ({ done: count, total, enrichments }) => {
        terminal.progress(`${count} of ${total} definitions …`);
        unsaved += 1;
        if (unsaved < saveEvery && !context.signal.aborted) return;
        unsaved = 0;
        await writeEnrichments(file, enrichments);
      },
    });
    terminal.progress('');
    await writeEnrichments(file, result.enrichments);
    const { added, failures, isGivenUp } = result;
    return done(context, { file, added, known: result.known, failures, isGivenUp });
  });
}

function endpointOf({ url, model, apiKey }: EnrichCommandOptions): { url: string; model: string; apiKey?: string } {
  if (url === undefined || url === '') throw new UsageError('enrich needs the address of a language model: --url, or OPENAI_BASE_URL');
  if (!/^https?:\/\//u.test(url)) throw new UsageError('--url must start with http:// or https://');
  if (model === undefined || model === '') throw new UsageError('enrich needs a model: --model, or OPENAI_MODEL');
  return { url, model, ...(apiKey === undefined || apiKey === '' ? {} : { apiKey }) };
}

interface Outcome {
  readonly file: string;
  readonly added: number;
  readonly known: number;
  readonly failures: readonly { readonly tool: string; readonly reason: string }[];
  readonly isGivenUp: boolean;
}

function done({ terminal, isJson }: CommandContext, outcome: Outcome): number {
  const { file, added, known, failures, isGivenUp } = outcome;
  if (isJson) terminal.printJson(outcome);
  else {
    for (const { tool, reason } of failures.slice(0, 10)) terminal.note(`${tool}: no phrases, as ${reason}`);
    if (isGivenUp) terminal.note('The language model only failed, so it was given up. Correct --url, --model or OPENAI_API_KEY.');
    terminal.note(`${file}: ${added} definitions asked for, ${known} known before, ${failures.length} failed.`);
  }
  return failures.length === 0 && !isGivenUp ? 0 : 1;
}
