import type { JsonSchema, RankDocument, ToolDescriptor, ToolSourceIdentity } from '@toolrack/contracts';
import { canonicalDigest } from './canonical-json.js';

/** What differs from the defaults of `fixtureTool`. */
export type FixtureToolInput = Partial<Omit<ToolDescriptor, 'id' | 'digest'>> & {
  /** `<kind>:<owner>:<name>`; made from `source` and `name` when absent. */
  readonly id?: string;
};

function identityOf(id: string | undefined): { source?: ToolSourceIdentity; name?: string } {
  const match = /^([^:]+):([^:]+):(.+)$/su.exec(id ?? '');
  if (match === null) return {};
  return { source: { kind: match[1] as string, owner: match[2] as string }, name: match[3] ?? '' };
}

/**
 * A frozen, complete descriptor. A string is taken as an id. `openclaw` tools are trusted by default, all others untrusted.
 * The digest never reads a schema that was handed in for an untrusted tool, so it may be a `throwingSchema`.
 */
export function fixtureTool(input: FixtureToolInput | string = {}): ToolDescriptor {
  const given: FixtureToolInput = typeof input === 'string' ? { id: input } : input;
  const fromId = identityOf(given.id);
  const source = given.source ?? fromId.source ?? { kind: 'openclaw', owner: 'core' };
  const name = given.name ?? fromId.name ?? 'example_tool';
  const trust = given.trust ?? (source.kind === 'openclaw' ? 'trusted' : 'untrusted');
  const inputSchema: JsonSchema = given.inputSchema ?? { type: 'object', properties: {} };
  const facts = {
    id: given.id ?? `${source.kind}:${source.owner}:${name}`,
    name,
    ...(given.title === undefined ? {} : { title: given.title }),
    description: given.description ?? '',
    source: Object.freeze({ ...source }),
    trust,
    exposure: given.exposure ?? 'catalog',
    execution: given.execution ?? 'parallel',
    ...(given.outputSchema === undefined ? {} : { outputSchema: given.outputSchema }),
    ...(given.annotations === undefined ? {} : { annotations: given.annotations }),
  } as const;
  const digest = canonicalDigest(trust === 'trusted' ? { ...facts, inputSchema } : { ...facts, outputSchema: undefined });
  return Object.freeze({ ...facts, inputSchema, digest });
}

/** What a ranker may see of a tool: the schema of trusted tools only. */
export function rankDocument(tool: ToolDescriptor): RankDocument {
  return Object.freeze({
    id: tool.id,
    name: tool.name,
    ...(tool.title === undefined ? {} : { title: tool.title }),
    description: tool.description,
    source: tool.source,
    trust: tool.trust,
    ...(tool.trust === 'trusted' ? { inputSchema: tool.inputSchema } : {}),
  });
}
