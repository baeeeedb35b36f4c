import type { Run } from '@toolrack/contracts';

import type { Terminal } from '../terminal/terminal.js';

/** Says on standard error which sources are not there, so that a short list is not taken for a whole one. */
export function noteSourceProblems(run: Run, terminal: Terminal): void {
  for (const source of run.catalog.sources) {
    if (source.state === 'started' || source.state === 'known') continue;
    terminal.note(`toolrack: source ${source.id} is ${source.state}${source.reason === undefined ? '' : `: ${source.reason}`}`);
  }
}
