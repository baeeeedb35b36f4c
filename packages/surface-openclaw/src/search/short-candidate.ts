import { collapsed, firstUnits } from '../text/bounded-text.js';
import { type CompactCandidate } from './compact-candidate.js';

/** Bounds of one candidate in a batch's answer, in UTF-16 code units (OpenClaw 2026.9.6). */
export const candidateBudget = Object.freeze({
  /** What is looked at of a description. */
  descriptionRead: 720,
  /** Longest description that is shown. */
  descriptionShown: 180,
  /** Longest sum of the fields other than the description. */
  metadata: 2_000,
});

function shortDescription(description: string): string {
  const text = collapsed(firstUnits(description, candidateBudget.descriptionRead));
  if (description.length <= candidateBudget.descriptionRead && text.length <= candidateBudget.descriptionShown) {
    return text;
  }
  return `${firstUnits(text, candidateBudget.descriptionShown - 3).trimEnd()}...`;
}

/** A candidate within the metadata allowance; `undefined` when what it must carry does not fit. */
export function shortCandidate(candidate: CompactCandidate): CompactCandidate | undefined {
  const { id, source, name, input, sourceName, label, mcp, output } = candidate;
  let room = candidateBudget.metadata - (id.length + source.length + name.length + input.length);
  if (room < 0) return undefined;
  const fits = (texts: readonly string[]): boolean => {
    const length = texts.reduce((sum, text) => sum + text.length, 0);
    if (length > room) return false;
    room -= length;
    return true;
  };
  const keeps = {
    sourceName: sourceName !== undefined && fits([sourceName]),
    label: label !== undefined && fits([label]),
    mcp: mcp !== undefined && fits([mcp.serverName, mcp.safeServerName, mcp.toolName, mcp.operation]),
    output: output !== undefined && fits([output]),
  };
  return {
    id,
    source,
    ...(keeps.sourceName ? { sourceName } : {}),
    ...(keeps.mcp ? { mcp } : {}),
    name,
    ...(keeps.label ? { label } : {}),
    description: shortDescription(candidate.description),
    input,
    ...(keeps.output ? { output } : {}),
  };
}
