import type { Scope } from '@toolrack/contracts';

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
      return 0;
    }
    const rows = run.entries.map(({ tool, direct }) => [tool.id, tool.trust, direct ? 'direct' : 'search', tool.description]);
    terminal.print(renderTable(['ID', 'TRUST', 'FOUND BY', 'DESCRIPTION'], rows, terminal.width));
    noteSourceProblems(run, terminal);
    terminal.note(`${run.entries.length} tools of ${run.catalog.sources.length} sources`);
    return 0;
  });
}
