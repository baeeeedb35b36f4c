import { InvalidArgumentError } from 'commander';
import { scopeKeys, type Scope } from '@toolrack/contracts';

import type { DefineCommand } from './upkeep-commands.js';
import { UsageError } from './usage-error.js';

type Values = Readonly<Record<string, unknown>>;

/** The commands that judge and prepare the search: `eval`, `index`, `enrich`. */
export function defineEvaluationCommands(define: DefineCommand, environment: Readonly<Record<string, string | undefined>>): void {
  define('eval [init]', 'measure rankers on queries with known answers; eval init: draft such queries from the activity log', evaluate)
    .option('--queries <file>', 'one { "query", "gold": [ids or names], "any"? } a line')
    .option('--unanswerable <file>', 'queries that no tool answers, one a line')
    .option('--catalog <file>', 'one { "id", "name", "source", "description", "inputSchema"? } a line; no server is started')
    .option('--ranker <name>', 'package, short name (bm25, lexical) or path; may be repeated (default: the configured one)', collect, [])
    .option('--limit <count>', 'most tools in an answer', positive, 10)
    .option('--min-recall5 <share>', 'exit code 1 when recall at 5 of the first ranker is below, 0 to 1 or per cent', share)
    .option('--answers', 'with --json: the ranked ids of each query')
    .option('--activity <file>', 'eval init: the log (default: that of @toolrack/activity-log in the configuration)')
    .option('--out <file>', 'eval init: where to write (default: standard output)');
  define('index', 'build the index of the catalog and save it', async (context, options) => {
    const { saveIndex } = await import('./commands/save-index.js');
    return saveIndex(context, {
      scope: scopeOf(options),
      catalog: text(options, 'catalog'),
      out: text(options, 'out') ?? 'toolrack.index',
    });
  })
    .option('--catalog <file>', 'a catalog file instead of the configured sources')
    .option('--out <file>', 'where to write (default: toolrack.index)');
  define('enrich', 'ask a language model how people would ask for each tool, and keep the answers', async (context, options) => {
    const { enrich } = await import('./commands/enrich.js');
    return enrich(context, {
      scope: scopeOf(options),
      catalog: text(options, 'catalog'),
      file: text(options, 'file'),
      url: text(options, 'url') ?? environment['OPENAI_BASE_URL'],
      model: text(options, 'model') ?? environment['OPENAI_MODEL'],
      apiKey: environment['OPENAI_API_KEY'],
      isCheck: options['check'] === true,
      prune: options['prune'] === true,
    });
  })
    .option('--catalog <file>', 'a catalog file instead of the configured sources')
    .option('--file <file>', 'where answers are kept (default: toolrack.enrichments.json)')
    .option('--url <address>', 'base address of an OpenAI-compatible interface (default: OPENAI_BASE_URL); OPENAI_API_KEY is the key')
    .option('--model <name>', 'the model (default: OPENAI_MODEL)')
    .option('--check', 'ask nothing; exit code 1 when definitions have no phrases')
    .option('--prune', 'drop phrases of definitions that the catalog no longer has');
}

const evaluate: Parameters<DefineCommand>[2] = async (context, options, [what]) => {
  if (what === 'init') {
    const { draftQueryFile } = await import('./commands/draft-query-file.js');
    return draftQueryFile(context, { activity: text(options, 'activity'), out: text(options, 'out') });
  }
  if (what !== undefined) throw new UsageError(`eval takes no "${what}"; "toolrack eval init" drafts a query file`);
  const queries = text(options, 'queries');
  if (queries === undefined) throw new UsageError('eval needs --queries FILE; "toolrack eval init" drafts one from the activity log');
  const { evaluateRankers } = await import('./commands/evaluate-rankers.js');
  return evaluateRankers(context, {
    scope: scopeOf(options),
    queries,
    unanswerable: text(options, 'unanswerable'),
    catalog: text(options, 'catalog'),
    rankers: options['ranker'] as readonly string[],
    limit: options['limit'] as number,
    minRecall5: options['minRecall5'] as number | undefined,
    answers: options['answers'] === true,
  });
};

function text(options: Values, key: string): string | undefined {
  return options[key] as string | undefined;
}

function scopeOf(options: Values): Scope {
  return Object.fromEntries(scopeKeys.flatMap((key) => (options[key] === undefined ? [] : [[key, options[key]]])));
}

function collect(value: string, before: readonly string[]): readonly string[] {
  return [...before, value];
}

function positive(value: string): number {
  const number = Number(value);
  if (Number.isInteger(number) && number > 0 && number <= 1000) return number;
  throw new InvalidArgumentError('It must be a whole number from 1 to 1000.');
}

function share(value: string): number {
  const number = Number(value);
  if (value.trim() !== '' && number >= 0 && number <= 100) return number > 1 ? number / 100 : number;
  throw new InvalidArgumentError('It must be a share from 0 to 1, or per cent up to 100.');
}
