import { createHash } from 'node:crypto';
import { shownName } from '@toolrack/contracts';

/** A prompt by the name that its source uses. */
export interface OwnPrompt {
  /** `<kind>:<owner>`. */
  readonly source: string;
  readonly owner: string;
  readonly name: string;
}

/** Most characters of a name; the bound that clients set for tools, which many show prompts beside. */
const mostCharacters = 64;

/**
 * The names under which clients see prompts, in the order given: `<owner>__<name>` with at most 64 characters of `[A-Za-z0-9_-]`, made
 * unique by a digest. With `keepNames` a prompt whose own name no other has keeps it, unless something in it is hidden.
 */
export function promptNames(prompts: readonly OwnPrompt[], keepNames: boolean): readonly string[] {
  const plain = prompts.map(({ owner, name }) => `${owner}__${name}`);
  const uses = count([...plain, ...(keepNames ? prompts.map(({ name }) => name) : [])]);
  const names = count(prompts.map(({ name }) => name));
  return prompts.map((prompt, index) => {
    if (keepNames && names.get(prompt.name) === 1 && shownName(prompt.name) === prompt.name) return prompt.name;
    const wanted = plain[index] as string;
    const isSafe = wanted.length <= mostCharacters && /^[A-Za-z0-9_-]+$/u.test(wanted);
    return isSafe && uses.get(wanted) === 1 ? wanted : withDigest(prompt, wanted);
  });
}

function withDigest({ source, name }: OwnPrompt, wanted: string): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([source, name]))
    .digest('hex')
    .slice(0, 8);
  return `${wanted.replace(/[^A-Za-z0-9_-]+/gu, '_').slice(0, mostCharacters - 9)}_${digest}`;
}

function count(values: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}
