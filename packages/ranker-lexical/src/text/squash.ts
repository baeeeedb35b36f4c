import { foldAccents, isAscii, lowerCase } from './fold.js';

const plain = /^[a-z0-9]*$/;
const separators = /[^\p{L}\p{N}\p{M}]+/gu;
const asciiSeparators = /[^a-z0-9]+/g;

/** A name without separators, accents and case: `Repo.list`, `repo_list` and `repo-list` are one. */
export function squash(text: string): string {
  const lower = lowerCase(foldAccents(text));
  if (plain.test(lower)) return lower;
  if (isAscii(lower)) return lower.replace(asciiSeparators, '');
  return lower.replace(asciiSeparators, (run) => (isAscii(run) ? '' : run.replace(separators, '')));
}
