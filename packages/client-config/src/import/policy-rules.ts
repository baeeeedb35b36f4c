import type { JsonObject } from '@toolrack/contracts';

import type { ServerExtras } from '../client-dialect.js';

/**
 * Lists of tools as rules of `@toolrack/policy`. "Only these" becomes a denial of all others and no `allow` rule: an `allow` rule would
 * shut out the tools of every other server.
 */
export function policyRules(server: string, client: string, lists: Omit<ServerExtras, 'disabled'>): JsonObject[] {
  const id = (tool: string): string => `mcp:${server}:${tool}`;
  const ids = (tools: readonly string[]): string[] => [...new Set(tools.filter((tool) => tool.trim() === tool && tool !== ''))].map(id);
  const rules: JsonObject[] = [];
  if (lists.enabledTools !== undefined) {
    const except = ids(lists.enabledTools);
    rules.push({ deny: id('*'), ...(except.length === 0 ? {} : { except }), reason: `${client} had only these tools enabled` });
  }
  const denied = ids(lists.disabledTools ?? []);
  if (denied.length > 0) rules.push({ deny: denied, reason: `${client} had these tools disabled` });
  const asked = ids(lists.askTools ?? []);
  const free = ids(lists.freeTools ?? []);
  if (asked.length > 0)
    rules.push({ ask: asked, ...(free.length === 0 ? {} : { except: free }), reason: `${client} asked before these tools` });
  return rules;
}
