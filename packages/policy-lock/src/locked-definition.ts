import { createHash } from 'node:crypto';

import { canonicalJson, type JsonObject, type ToolDescriptor } from '@toolrack/contracts';

/** The parts of a tool that its digest covers; trust and source are not among them. */
export type LockedDefinition = Pick<
  ToolDescriptor,
  'name' | 'title' | 'description' | 'exposure' | 'execution' | 'inputSchema' | 'outputSchema' | 'annotations'
>;

/** Keys of a definition, in the order in which a lock file and a difference show them. */
export const definitionKeys = Object.freeze([
  'name',
  'title',
  'description',
  'exposure',
  'execution',
  'inputSchema',
  'outputSchema',
  'annotations',
] as const satisfies readonly (keyof LockedDefinition)[]);

/** The reviewed part of a tool; members that it does not have are left out. */
export function definitionOf(tool: LockedDefinition): LockedDefinition {
  return Object.fromEntries(
    definitionKeys.flatMap((key) => (tool[key] === undefined ? [] : [[key, tool[key]]])),
  ) as unknown as LockedDefinition;
}

/** `ToolDescriptor.digest` of a definition: SHA-256 over its canonical JSON, so that key order and white space do not count. */
export function definitionDigest(definition: LockedDefinition): string {
  return createHash('sha256')
    .update(canonicalJson(definitionOf(definition) as unknown as JsonObject))
    .digest('hex');
}
