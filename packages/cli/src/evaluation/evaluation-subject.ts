import type { Plugin, RankDocument, Ranker, Scope } from '@toolrack/contracts';
import { readCatalogFile } from '@toolrack/evaluation';

import type { CommandContext } from '../command-context.js';
import { loadConfiguration } from '../config/load-configuration.js';
import { withRun } from '../with-run.js';
import { catalogDocuments } from './catalog-documents.js';
import { rankerProbe, withRanker } from './ranker-probe.js';
import { configuredRankerPlugin, rankerPlugin } from './ranker-plugins.js';

/** What is looked at: the tools of a run or of a file, and the rankers that were asked for. */
export interface EvaluationSubject {
  readonly documents: readonly RankDocument[];
  /** Where the tools come from: a file or the configuration. */
  readonly origin: string;
  /** Digest of the run's catalog; absent for a file. */
  readonly digest?: string;
  readonly rankers: readonly SubjectRanker[];
}

/** A ranker, booted when it is used. */
export interface SubjectRanker {
  /** Name of its plugin. */
  readonly plugin: string;
  use<Result>(act: (ranker: Ranker) => Promise<Result>): Promise<Result>;
}

/** What a command asks for. */
export interface SubjectRequest {
  readonly scope: Scope;
  /** A catalog file; then no server is started. */
  readonly catalog: string | undefined;
  /** Names; none means the ranker of the configuration. */
  readonly rankers: readonly string[];
}

/** Finds tools and rankers and hands them over while they live. A file needs a configuration only for the options of its rankers. */
export async function withSubject<Result>(
  context: CommandContext,
  request: SubjectRequest,
  act: (subject: EvaluationSubject) => Promise<Result>,
): Promise<Result> {
  const booted = (plugin: Plugin): SubjectRanker => ({
    plugin: plugin.name,
    use: (use) => withRanker(plugin, context.logger, use),
  });
  if (request.catalog !== undefined) {
    const file = context.configurationFile;
    const configuration = file === undefined ? undefined : await loadConfiguration({ file });
    const names = request.rankers.map((name) => rankerPlugin(name, configuration));
    const plugins = await Promise.all(names.length > 0 ? names : [configuredRankerPlugin(configuration)]);
    const documents = await readCatalogFile(request.catalog);
    return act({ documents, origin: request.catalog, rankers: plugins.map(booted) });
  }
  const probe = rankerProbe();
  return withRun(context, { scope: request.scope, plugins: [probe.plugin] }, async ({ configuration, runtime, run }) => {
    const named = await Promise.all(request.rankers.map((name) => rankerPlugin(name, configuration)));
    const provider = runtime.inspect().services.find(({ id }) => id === 'kernel.ranker')?.provider ?? 'unknown';
    const own: SubjectRanker = { plugin: provider, use: (use) => use(probe.ranker()) };
    const rankers = named.length > 0 ? named.map(booted) : [own];
    return act({ documents: catalogDocuments(run), origin: configuration.file, digest: run.catalog.digest, rankers });
  });
}
