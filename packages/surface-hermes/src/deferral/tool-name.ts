import { type ToolDescriptor } from '@toolrack/contracts';

/** Names of the three controls. */
export const controlNames = Object.freeze({ search: 'tool_search', describe: 'tool_describe', call: 'tool_call' });

/** The three names as a set. */
export const bridgeNames: ReadonlySet<string> = new Set(Object.values(controlNames));

type Named = Pick<ToolDescriptor, 'name' | 'source'>;

/** The name of a tool in Hermes: `mcp__<server>__<tool>` for tools of servers, its own name otherwise. */
export function hermesName({ name, source }: Named): string {
  return source.kind === 'mcp' ? `mcp__${source.owner}__${name}` : name;
}

/** The tool set in Hermes: `mcp-<server>`, the owner for plugins, none for tools that the caller brings. */
export function toolsetOf({ source }: Pick<Named, 'source'>): string | undefined {
  if (source.kind === 'client') return undefined;
  return source.kind === 'mcp' ? `mcp-${source.owner}` : source.owner;
}

/** Label of a source among others: its tool set without `mcp-`. */
export function sourceLabel(source: ToolDescriptor['source']): string {
  return (source.kind === 'client' ? '' : source.owner.replace(/^mcp-/u, '')) || 'other';
}

/** Folds spellings that models mix up: white space around it, case, hyphens and spaces for underscores. */
export function foldName(name: string): string {
  return name.trim().toLowerCase().replace(/[- ]/gu, '_');
}
