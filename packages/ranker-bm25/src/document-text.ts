import type { RankDocument } from '@toolrack/contracts';

/** Owners and kinds that say nothing about what a tool does. */
const genericOwners: ReadonlySet<string> = new Set(['core', 'openclaw', 'mcp', 'client', 'bundle-mcp', 'default', 'server']);

/** The part of an id behind kind and owner: their words would be terms of every tool. */
export function localId({ id, source }: RankDocument): string {
  const prefix = `${source.kind}:${source.owner}:`;
  return id.startsWith(prefix) ? id.slice(prefix.length) : id.slice(id.indexOf(':') + 1);
}

/** The words that stand for the owner of a tool; `""` when they would say nothing. They are searched apart from its text. */
export function ownerText(source: RankDocument['source']): string {
  const owner = genericOwners.has(source.owner.toLowerCase()) || source.owner === source.kind ? '' : source.owner;
  return `${owner} ${source.label ?? ''}`.trim();
}
