import type { Scope } from '@toolrack/contracts';

import type { CommandContext } from '../command-context.js';
import { promptSize } from '../prompt-size.js';
import { renderTable } from '../terminal/table.js';
import { withRun } from '../with-run.js';

/** `toolrack directory`: what a model sees, the text for its prompt and the tools it is shown. */
export function directory(context: CommandContext, options: { readonly scope: Scope }): Promise<number> {
  return withRun(context, options, async ({ run }) => {
    const { terminal } = context;
    if (context.isJson) {
      terminal.printJson({ prompt: run.prompt, tools: run.tools, size: promptSize(run) });
      return 0;
    }
    terminal.print(run.prompt === '' ? '' : `${run.prompt.replace(/\n$/u, '')}\n\n`);
    const rows = run.tools.map((tool) => [tool.name, tool.description]);
    terminal.print(renderTable(['TOOL SHOWN', 'DESCRIPTION'], rows, terminal.width));
    const { shownBytes, allBytes } = promptSize(run);
    terminal.note(`${shownBytes} bytes in the prompt; all ${run.catalog.total} definitions would take ${allBytes}`);
    return 0;
  });
}
