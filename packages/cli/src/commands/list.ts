import type { Run, Scope } from '@toolrack/contracts';

import { catalogTools, summariseCatalog } from '../catalog-tools.js';
import type { CommandContext } from '../command-context.js';
import { renderTable } from '../terminal/table.js';
import { withRun } from '../with-run.js';
import { noteSourceProblems } from './source-problems.js';

/** `toolrack list`: every visible tool, sorted by id. */
export function list(context: CommandContext, options: { readonly scope: Scope; readonly full?: boolean }): Promise<number> {
  return withRun(context, options, async ({ run }) => {
    const { terminal } = context;
    if (context.isJson) {
      terminal.printJson({ tools: catalogTools(run, options.full ?? false), catalog: summariseCatalog(run.catalog) });
      return exitCode(run);
    }
    const rows = run.entries.map(({ tool, direct }) => [tool.id, tool.trust, direct ? 'direct' : 'search', tool.description]);
    terminal.print(renderTable(['ID', 'TRUST', 'FOUND BY', 'DESCRIPTION'], rows, terminal.width));
    noteSourceProblems(run, terminal);
    terminal.note(`${run.entries.length} tools of ${run.catalog.sources.length} sources`);
    return exitCode(run);
  });
}

/** An empty list because nothing could be listed is no success. */
function exitCode({ catalog }: Run): number {
  const present = catalog.sources.filter((source) => source.state === 'started' || source.state === 'known');
  return catalog.sources.length > 0 && present.length === 0 ? 1 : 0;
}
