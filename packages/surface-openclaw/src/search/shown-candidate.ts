import { shownName, textForModel } from '@toolrack/contracts';
import { type CompactCandidate } from './compact-candidate.js';

/**
 * A candidate as the text of an answer shows it: nothing in it is hidden, and an id or name that had to be cleaned still leads to its tool alone.
 * The same object when it is clean, as nearly all are.
 */
export function shownCandidate(candidate: CompactCandidate): CompactCandidate {
  const { id, name, sourceName, label, mcp, description, input, output } = candidate;
  const shown = {
    ...candidate,
    id: shownName(id),
    name: shownName(name),
    description: textForModel(description),
    input: textForModel(input),
    ...(sourceName === undefined ? {} : { sourceName: textForModel(sourceName) }),
    ...(label === undefined ? {} : { label: textForModel(label) }),
    ...(output === undefined ? {} : { output: textForModel(output) }),
    ...(mcp === undefined ? {} : { mcp: shownProvenance(mcp) }),
  };
  return isSame(shown, candidate) ? candidate : shown;
}

function shownProvenance(mcp: NonNullable<CompactCandidate['mcp']>): NonNullable<CompactCandidate['mcp']> {
  const shown = {
    ...mcp,
    serverName: textForModel(mcp.serverName),
    safeServerName: textForModel(mcp.safeServerName),
    toolName: shownName(mcp.toolName),
  };
  return isSame(shown, mcp) ? mcp : shown;
}

function isSame<Value extends object>(one: Value, other: Value): boolean {
  return (Object.keys(one) as (keyof Value)[]).every((key) => one[key] === other[key]);
}
