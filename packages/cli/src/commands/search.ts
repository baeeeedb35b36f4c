import type { Scope } from '@toolrack/contracts';

import { operatorSources } from '../catalog-tools.js';
import type { CommandContext } from '../command-context.js';
import { renderTable } from '../terminal/table.js';
import { withRun } from '../with-run.js';
import { noteSourceProblems } from './source-problems.js';

/** What `search` takes besides its query. */
export interface SearchOptions {
  readonly scope: Scope;
  readonly limit: number;
}

/** `toolrack search QUERY`: the tools that a search finds, best first. */
export function search(context: CommandContext, query: string, options: SearchOptions): Promise<number> {
  return withRun(context, options, async ({ run, runtime }) => {
    const { terminal } = context;
    const answer = await run.search({ text: query, limit: options.limit });
    if (context.isJson) {
      const hits = answer.hits.map(({ tool, score }) => ({ id: tool.id, name: tool.name, score, description: tool.description }));
      terminal.printJson({ ...answer, hits });
      return 0;
    }
    const rows = answer.hits.map(({ tool, score }) => [score.toFixed(3), tool.id, tool.description]);
    terminal.print(renderTable(['SCORE', 'ID', 'DESCRIPTION'], rows, terminal.width));
    if (rows.length === 0) terminal.note('No tool matches.');
    else if (answer.weak) terminal.note('These are weak matches; there is probably no tool for that.');
    if (answer.unmatched.length > 0) terminal.note(`Nothing matches: ${answer.unmatched.join(', ')}`);
    if (answer.fallback !== undefined) terminal.note(`Not as good as usual: ${answer.fallback}.`);
    noteSourceProblems(operatorSources({ run, runtime }), terminal);
    return 0;
  });
}
