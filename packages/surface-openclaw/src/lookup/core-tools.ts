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

/**
 * True for a tool whose name in OpenClaw is `<server>__<name>`: that of a server, or of any stranger but the caller. Its bare name is a short form that
 * gives way wherever a tool of the host or of the caller has that name: nobody outside can hide such a tool or make it ambiguous.
 */
export function isServerTool({ source, trust }: ToolDescriptor): boolean {
  return source.kind === 'mcp' || (source.kind !== 'client' && trust !== 'trusted');
}
