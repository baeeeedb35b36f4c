import { foldAccents, isAscii } from './fold.js';

const plain = /^[a-z0-9]*$/;
const separators = /[^\p{L}\p{N}]+/gu;
const asciiSeparators = /[^a-z0-9]+/g;

/** A name without separators, accents and case: `Repo.list`, `repo_list` and `repo-list` are one. */
export function squash(text: string): string {
  const lower = foldAccents(text).toLowerCase();
  if (plain.test(lower)) return lower;
  if (isAscii(lower)) return lower.replace(asciiSeparators, '');
  return lower.replace(asciiSeparators, (run) => (isAscii(run) ? '' : run.replace(separators, '')));
}
