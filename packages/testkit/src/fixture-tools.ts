import type { JsonObject, ToolDescriptor } from '@toolrack/contracts';
import { fixtureTool } from './fixture-tool.js';
import { nouns, owners, parameters, purposes, qualifiers, verbs } from './fixture-words.js';
import { checkKeys } from './options.js';
import { seededRandom } from './random.js';

/** Options of `fixtureTools`. */
export interface FixtureToolsOptions {
  /** `mixed` (default): tools of `openclaw` owners are trusted, of `mcp` owners untrusted. Else all are as said. */
  readonly trust?: 'mixed' | 'trusted' | 'untrusted';
}

type Pick = <Value>(values: readonly Value[]) => Value;

function schemaOf(pick: Pick, random: () => number, noun: string): JsonObject {
  const properties: Record<string, JsonObject> = {
    [`${noun}Id`]: { type: 'string', description: `Identifier of the ${noun}` },
  };
  const count = 1 + Math.floor(random() * 5);
  for (let index = 0; index < count; index += 1) {
    const parameter = pick(parameters);
    properties[parameter.name] = {
      type: parameter.type,
      description: parameter.description,
      ...(parameter.type === 'array' ? { items: { type: 'string' } } : {}),
    };
  }
  return { type: 'object', properties, required: [`${noun}Id`], additionalProperties: false };
}

function toolAt(index: number, seed: number, trust: 'mixed' | 'trusted' | 'untrusted'): ToolDescriptor {
  const random = seededRandom(Math.imul(seed, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b));
  const pick: Pick = (values) => values[Math.floor(random() * values.length)] as (typeof values)[number];
  const [source, verb, noun, qualifier] = [pick(owners), pick(verbs), pick(nouns), pick(qualifiers)];
  const other = pick(nouns);
  const words = `${verb[0]?.toUpperCase() ?? ''}${verb.slice(1)}`;
  return fixtureTool({
    source,
    name: `${verb}_${qualifier}_${noun}_${String(index)}`,
    title: `${words} ${qualifier} ${noun}`,
    description: `${words} one ${qualifier} ${noun} of a ${other} ${pick(purposes)}, ${pick(purposes)}.`,
    trust: trust === 'mixed' ? (source.kind === 'openclaw' ? 'trusted' : 'untrusted') : trust,
    inputSchema: schemaOf(pick, random, noun),
  });
}

/**
 * `count` made-up but lifelike tools of eight owners, with about 40 words and two to six parameters each. The same seed
 * gives the same tools on every machine, and a longer list starts with the shorter one. Names are unique.
 */
export function fixtureTools(count: number, seed = 1, options: FixtureToolsOptions = {}): readonly ToolDescriptor[] {
  checkKeys('The options of fixtureTools', options, { required: [], optional: ['trust'] });
  return Array.from({ length: count }, (_, index) => toolAt(index, seed, options.trust ?? 'mixed'));
}
