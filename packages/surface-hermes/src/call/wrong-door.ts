import { compareCodeUnits, type SurfaceView, ToolrackError } from '@toolrack/contracts';
import { deferredCatalog, isDeferred } from '../deferral/deferred-catalog.js';
import { foldName } from '../deferral/tool-name.js';
import { coreTools } from '../settings/deferral-lists.js';
import { nearNames } from './near-names.js';

/** Most names that an answer suggests. */
const mostSuggestions = 5;
const longestName = 128;

/** Why a name does not lead to a deferred tool. */
export interface WrongDoor {
  readonly kind: 'direct' | 'unavailable' | 'unknown';
  readonly message: string;
}

const quoted = (name: string): string => JSON.stringify(name.length > longestName ? `${name.slice(0, longestName)}…` : name);

const foldedCore = new Set([...coreTools].map(foldName));

/** Deferred tools that the name may stand for: another spelling of the whole name, what follows `mcp__<server>__`, or else one that is near. */
export function suggestions(name: string, view: SurfaceView): readonly string[] {
  const folded = foldName(name);
  if (folded === '') return [];
  const { folded: byFolded, entries } = deferredCatalog(view);
  const same = byFolded.get(folded);
  if (same !== undefined && isDeferred(same)) return [same.callName];
  const names: string[] = [];
  for (const [candidate, entry] of byFolded) {
    if (candidate.endsWith(`__${folded}`) && isDeferred(entry)) names.push(entry.callName);
  }
  return names.length > 0 ? names.sort(compareCodeUnits).slice(0, mostSuggestions) : nearNames(name, entries);
}

/**
 * The answer for a name that is no deferred tool, after folding its spelling: shown directly; known but not in this session; unknown,
 * with what it may have meant. It never advises to call directly what the model is not shown.
 */
export function wrongDoor(name: string, view: SurfaceView): WrongDoor {
  const folded = foldName(name);
  const entry = view.called(name) ?? deferredCatalog(view).folded.get(folded);
  if (entry?.direct === true) {
    const message = `${quoted(entry.callName)} is directly listed: call it directly by that name, not through the tool_search bridge.`;
    return { kind: 'direct', message };
  }
  if (foldedCore.has(folded)) {
    const message = `${quoted(name)} is not available in this session. Do not retry it; use another tool or tool_search.`;
    return { kind: 'unavailable', message };
  }
  const similar = suggestions(name, view).filter((suggestion) => suggestion !== name);
  const search = 'find a tool with tool_search and use an exact name from its answer.';
  const advice = similar.length > 0 ? `did you mean ${similar.map(quoted).join(' or ')}? Otherwise ${search}` : search;
  return { kind: 'unknown', message: `${quoted(name)} is an unknown tool name, not available in this session: ${advice}` };
}

const codes = { direct: 'ERR_TOOL_DIRECT', unavailable: 'ERR_TOOL_UNKNOWN', unknown: 'ERR_TOOL_UNKNOWN' } as const;

/** The same as the error of a call. */
export function wrongDoorError(name: string, view: SurfaceView): ToolrackError {
  const { kind, message } = wrongDoor(name, view);
  return new ToolrackError(codes[kind], message, { fields: { name: name.slice(0, 256) } });
}
