import {
  compareScores,
  readQueryFile,
  readUnanswerableFile,
  resolveGold,
  runRanker,
  scoreAnswers,
  summariseRun,
  type EvaluationQuery,
  type QueryScores,
  type RankedQuery,
  type RankerFigures,
  type RankerRun,
} from '@toolrack/evaluation';

import type { CommandContext } from '../command-context.js';
import { renderComparisons, renderFigures, type NamedComparisons } from '../evaluation/render-evaluation.js';
import { withSubject, type EvaluationSubject, type SubjectRequest } from '../evaluation/evaluation-subject.js';
import { UsageError } from '../usage-error.js';

/** What `toolrack eval` takes. */
export interface EvaluateOptions extends SubjectRequest {
  readonly queries: string;
  readonly unanswerable: string | undefined;
  readonly limit: number;
  /** 0..1 */
  readonly minRecall5: number | undefined;
  readonly answers: boolean;
}

interface Evaluated {
  readonly ranker: string;
  readonly plugin: string;
  readonly figures: RankerFigures;
  readonly scores: readonly QueryScores[];
  readonly run: RankerRun;
}

/** `toolrack eval`: figures of rankers on queries with known answers. Exit code 1 below `--min-recall5`. */
export async function evaluateRankers(context: CommandContext, options: EvaluateOptions): Promise<number> {
  if (options.answers && !context.isJson) throw new UsageError('--answers needs --json, which is where the ids are given');
  const written = await readQueryFile(options.queries);
  const unanswerable = options.unanswerable === undefined ? [] : await readUnanswerableFile(options.unanswerable);
  if (!written.some(({ gold }) => gold.length > 0)) throw new UsageError(`${options.queries} holds no query with a gold tool`);
  return withSubject(context, options, async (subject) => {
    const { queries: answerable, problems } = resolveGold(written, subject.documents);
    for (const problem of problems) context.terminal.note(problem);
    const queries = [...answerable, ...unanswerable];
    const evaluated: Evaluated[] = [];
    for (const ranker of subject.rankers) {
      context.terminal.progress(`measuring ${ranker.plugin} …`);
      evaluated.push(await ranker.use((one) => evaluate(one, ranker.plugin, subject, queries, options.limit, context.signal)));
    }
    context.terminal.progress('');
    const reached = evaluated[0]?.figures.recallAt5 ?? 0;
    const isOk = options.minRecall5 === undefined || reached >= options.minRecall5;
    report(context, options, { subject, queries, problems, evaluated, isOk });
    if (!isOk) context.terminal.note(`Recall at 5 is ${reached.toFixed(3)}, below --min-recall5 ${options.minRecall5}.`);
    return isOk ? 0 : 1;
  });
}

async function evaluate(
  ranker: Parameters<typeof runRanker>[0],
  plugin: string,
  { documents }: EvaluationSubject,
  queries: readonly EvaluationQuery[],
  limit: number,
  signal: AbortSignal,
): Promise<Evaluated> {
  const texts = queries.map(({ query }) => query);
  const run = await runRanker(ranker, documents, texts, { limit, signal });
  return { ranker: ranker.name, plugin, figures: summariseRun(queries, run), scores: scoreAnswers(queries, run.answers), run };
}

/** Figures need ten ids; what is shown of them was asked for. */
function shownAnswer(query: EvaluationQuery | undefined, answer: RankedQuery, limit: number): unknown {
  return { ...query, ...answer, ids: answer.ids.slice(0, limit) };
}

interface Outcome {
  readonly subject: EvaluationSubject;
  readonly queries: readonly EvaluationQuery[];
  readonly problems: readonly string[];
  readonly evaluated: readonly Evaluated[];
  readonly isOk: boolean;
}

function report({ terminal, isJson }: CommandContext, options: EvaluateOptions, outcome: Outcome): void {
  const { subject, queries, problems, evaluated, isOk } = outcome;
  const [first, ...others] = evaluated;
  const comparisons: NamedComparisons[] = others.map((other) => ({
    first: first?.plugin ?? '',
    second: other.plugin,
    measures: compareScores(first?.scores ?? [], other.scores),
  }));
  const counts = { answerable: first?.scores.length ?? 0, unanswerable: queries.length - (first?.scores.length ?? 0) };
  const { origin, documents, digest } = subject;
  if (!isJson) {
    terminal.print(
      `${origin}: ${documents.length} tools, ${counts.answerable} answerable and ${counts.unanswerable} unanswerable queries\n\n`,
    );
    terminal.print(renderFigures(evaluated, terminal.width));
    terminal.print(renderComparisons(comparisons, terminal.width));
    return;
  }
  terminal.printJson({
    ok: isOk,
    catalog: { origin, tools: documents.length, ...(digest === undefined ? {} : { digest }) },
    queries: { ...counts, problems },
    limit: options.limit,
    rankers: evaluated.map(({ ranker, plugin, figures, run }) => ({
      ranker,
      plugin,
      ...figures,
      ...(options.answers ? { answers: run.answers.map((answer, index) => shownAnswer(queries[index], answer, options.limit)) } : {}),
    })),
    comparisons,
  });
}
