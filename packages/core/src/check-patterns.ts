import { ToolrackError } from '@toolrack/contracts';

/** A frozen copy of the patterns that a run is narrowed to; `undefined` is no narrowing. Throws `ERR_RUN_REQUEST` for anything else. */
export function checkPatterns(allow: unknown): readonly string[] | undefined {
  if (allow === undefined) return undefined;
  if (Array.isArray(allow) && allow.every((pattern) => typeof pattern === 'string')) return Object.freeze([...allow]);
  throw new ToolrackError('ERR_RUN_REQUEST', 'A run is narrowed by a list of patterns, each a text, or by undefined.', {
    hint: 'Give undefined to lift the narrowing.',
  });
}
