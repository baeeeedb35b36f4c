import type { Run, Scope } from '@toolrack/contracts';

import { catalogTools, summariseCatalog, withServers } from '../catalog-tools.js';
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
    const quarantined = await quarantineNotes(runtime);
    if (context.isJson) {
      const kept = quarantined.length === 0 ? {} : { quarantined: quarantined.map(({ id, status }) => ({ id, status })) };
      const summary = summariseCatalog(run.catalog);
      const catalog = { ...summary, sources: withServers(summary.sources, runtime) };
      terminal.printJson({ tools: catalogTools(run, options.full ?? false), catalog, ...kept });
      return exitCode(run);
    }
    const rows = run.entries.map(({ tool, direct }) => [tool.id, tool.trust, direct ? 'direct' : 'search', tool.description]);
    terminal.print(renderTable(['ID', 'TRUST', 'FOUND BY', 'DESCRIPTION'], rows, terminal.width));
    noteSourceProblems(run, terminal);
    for (const { id, message } of quarantined.slice(0, mostNotes)) terminal.note(`toolrack: ${id} is ${message}`);
    terminal.note(`${run.entries.length} tools of ${run.catalog.sources.length} sources`);
    return exitCode(run);
  });
}

/** An empty list because nothing could be listed is no success. */
function exitCode({ catalog }: Run): number {
  const present = catalog.sources.filter((source) => source.state === 'started' || source.state === 'known');
  return catalog.sources.length > 0 && present.length === 0 ? 1 : 0;
}
