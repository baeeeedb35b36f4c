import { isJsonObject, type RankDocument } from '@toolrack/contracts';

const prefix = 'mcp__';

/** The full name of a tool as Hermes has it: `mcp__<server>__<tool>` for tools of MCP servers. */
export function fullName({ name, source }: RankDocument): string {
  return source.kind === 'mcp' && !name.startsWith(prefix) ? `${prefix}${source.owner}__${name}` : name;
}

/** The one bag of a document: name, source label unless the name has it, description, names of top-level parameters; the title when `titles` is set. */
export function bagText(document: RankDocument, titles = false): string {
  const full = fullName(document);
  const words = (full.startsWith(prefix) ? full.slice(prefix.length) : full).replace(/[_.:-]/g, ' ');
  const label = (document.source.label ?? document.source.owner).replace(/^mcp-/, '');
  const named = words.split(/\s+/).includes(label);
  const inputSchema = document.trust === 'trusted' ? document.inputSchema : undefined;
  const properties = isJsonObject(inputSchema) ? inputSchema['properties'] : undefined;
  const parameters = isJsonObject(properties) ? Object.keys(properties).join(' ') : '';
  return `${words} ${named ? '' : label} ${document.description} ${parameters} ${titles ? (document.title ?? '') : ''}`;
}
