import type { Scope } from '@toolrack/contracts';

import { catalogTools, operatorSources, sourceView, summariseCatalog, withServers, type OperatorSource } from '../catalog-tools.js';
import type { CommandContext } from '../command-context.js';
import { renderTable } from '../terminal/table.js';
import { withRun } from '../with-run.js';
import { quarantineNotes } from './quarantine-notes.js';
import { noteSourceProblems } from './source-problems.js';

/** Most quarantined tools that are named; the log counts them all. */
const mostNotes = 10;

/** `toolrack list`: every visible tool, sorted by id. */
export function list(context: CommandContext, options: { readonly scope: Scope; readonly full?: boolean }): Promise<number> {
  return withRun(context, options, async ({ run, runtime }) => {
    const { terminal } = context;
    const sources = operatorSources({ run, runtime });
    const quarantined = await quarantineNotes(runtime);
    if (context.isJson) {
      const kept = quarantined.length === 0 ? {} : { quarantined: quarantined.map(({ id, status }) => ({ id, status })) };
      const catalog = { ...summariseCatalog(run.catalog), sources: withServers(sources.map(sourceView), runtime) };
      terminal.printJson({ tools: catalogTools(run, options.full ?? false), catalog, ...kept });
      return exitCode(sources);
    }
    const { showLookAlikes } = await import('@toolrack/text-guard');
    const rows = run.entries.map(({ tool, direct }) => [
      showLookAlikes(tool.id),
      tool.trust,
      direct ? 'direct' : 'search',
      tool.description,
    ]);
    terminal.print(renderTable(['ID', 'TRUST', 'FOUND BY', 'DESCRIPTION'], rows, terminal.width));
    noteSourceProblems(sources, terminal);
    for (const { id, message } of quarantined.slice(0, mostNotes)) terminal.note(`toolrack: ${id} is ${message}`);
    terminal.note(`${run.entries.length} tools of ${sources.length} sources`);
    return exitCode(sources);
  });
}

/** An empty list because nothing could be listed is no success. */
function exitCode(sources: readonly OperatorSource[]): number {
  const present = sources.filter((source) => source.state === 'started' || source.state === 'known');
  return sources.length > 0 && present.length === 0 ? 1 : 0;
}
