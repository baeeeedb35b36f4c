import { ToolrackError, type CatalogEntry, type Run } from '@toolrack/contracts';

import { didYouMean } from '../config/did-you-mean.js';

/** The tool with that id, call name or name. Throws `ERR_TOOL_UNKNOWN` or `ERR_TOOL_AMBIGUOUS` with what to write instead. */
export function findTool(run: Run, wanted: string): CatalogEntry {
  const byId = run.entries.find((entry) => entry.tool.id === wanted);
  if (byId !== undefined) return byId;
  const byName = run.entries.filter((entry) => entry.tool.name === wanted || entry.callName === wanted);
  if (byName.length === 1) return byName[0] as CatalogEntry;
  if (byName.length > 1) {
    const ids = byName.map((entry) => entry.tool.id).join(', ');
    throw new ToolrackError('ERR_TOOL_AMBIGUOUS', `Several tools are named "${wanted}". Use one of the ids ${ids}.`);
  }
  const names = run.entries.flatMap((entry) => [entry.tool.id, entry.tool.name]);
  const missing = run.catalog.sources.filter(({ state }) => state !== 'started' && state !== 'known');
  const own = missing.find(({ id }) => wanted.startsWith(`${id}:`));
  if (own !== undefined) {
    const reason = own.reason === undefined ? '' : `: ${own.reason}`;
    throw new ToolrackError(
      'ERR_TOOL_UNKNOWN',
      `The tool "${wanted}" cannot be found, because its source ${own.id} is ${own.state}${reason}.`,
    );
  }
  // Those that the command itself left out, because they cannot have the tool, are no news.
  const away = missing.filter(({ state }) => state !== 'skipped');
  const note = away.length === 0 ? '' : ` Sources that are not there: ${away.map(({ id, state }) => `${id} (${state})`).join(', ')}.`;
  const hint = didYouMean(wanted, names) || ' "toolrack list" shows all ids.';
  throw new ToolrackError('ERR_TOOL_UNKNOWN', `There is no tool "${wanted}", or it is not allowed.${hint}${note}`);
}
