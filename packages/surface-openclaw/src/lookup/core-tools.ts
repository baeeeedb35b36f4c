import { type ToolDescriptor } from '@toolrack/contracts';

/** Names of core tools that stay visible: the base coding family and the shell family. */
export const coreCodingNames: ReadonlySet<string> = new Set(['read', 'edit', 'write', 'ls', 'exec', 'process', 'apply_patch']);

/** True for a built-in tool, as opposed to one of a plugin, a server or the caller. */
export function isCoreTool(tool: ToolDescriptor): boolean {
  return tool.source.kind === 'openclaw' && tool.source.owner === 'core';
}

/** True for a tool that a visible name may be kept for: first-party and trusted. Servers and callers never qualify. */
export function isFirstParty(tool: ToolDescriptor): boolean {
  return tool.trust === 'trusted' && tool.source.kind !== 'mcp' && tool.source.kind !== 'client';
}
