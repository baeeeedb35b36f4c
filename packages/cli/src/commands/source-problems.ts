import { stateText, type OperatorSource } from '../catalog-tools.js';
import type { Terminal } from '../terminal/terminal.js';

/** Says on standard error which sources are not there, so that a short list is not taken for a whole one. */
export function noteSourceProblems(sources: readonly OperatorSource[], terminal: Terminal): void {
  for (const source of sources) {
    const isPresent = source.state === 'started' || source.state === 'known';
    if (isPresent && source.hidden !== true) continue;
    terminal.note(`toolrack: source ${source.id} is ${stateText(source)}${source.reason === undefined ? '' : `: ${source.reason}`}`);
  }
}
