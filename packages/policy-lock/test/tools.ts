import type { ToolDescriptor } from '@toolrack/contracts';
import { fixtureTool } from '@toolrack/testkit';

import { definitionDigest, definitionOf, type Lock, type SourceOrigin } from '../src/index.js';

/** A tool with the digest that the runtime gives it. */
export function toolOf(id: string, facts: Partial<Omit<ToolDescriptor, 'id' | 'digest'>> = {}): ToolDescriptor {
  const tool = fixtureTool({ id, ...facts });
  return Object.freeze({ ...tool, digest: definitionDigest(tool) });
}

/** A lock in which these tools are reviewed. */
export function lockOf(tools: readonly ToolDescriptor[], sources: Readonly<Record<string, SourceOrigin>> = {}): Lock {
  return {
    sources: new Map(Object.entries(sources)),
    tools: new Map(tools.map((tool) => [tool.id, { digest: tool.digest, definition: definitionOf(tool) }])),
  };
}
