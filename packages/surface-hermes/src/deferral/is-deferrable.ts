import { type ToolDescriptor } from '@toolrack/contracts';
import { coreTools, directToolsets } from '../settings/deferral-lists.js';
import { bridgeNames, hermesName, toolsetOf } from './tool-name.js';

/**
 * Whether a tool is replaced by the bridge; the first rule that applies decides: never a reserved name; always a name in `defer`;
 * never a core tool; never a tool without a tool set (one that the caller brings, one that cannot be classified); always a tool of a
 * server; never one of a tool set that a session turns on for itself; always one of any other tool set.
 */
export function isDeferrable(tool: Pick<ToolDescriptor, 'name' | 'source'>, defer: ReadonlySet<string>): boolean {
  const name = hermesName(tool);
  if (bridgeNames.has(name)) return false;
  if (defer.has(name)) return true;
  if (coreTools.has(name)) return false;
  const toolset = toolsetOf(tool);
  if (typeof toolset !== 'string') return false;
  return toolset.startsWith('mcp-') || !directToolsets.has(toolset);
}
