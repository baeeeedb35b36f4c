import { foldAccents, isAscii } from './fold.js';

const plain = /^[a-z0-9]*$/;
const separators = /[^\p{L}\p{N}]+/gu;
const asciiSeparators = /[^a-z0-9]+/g;

/** A name without separators, accents and case: `Repo.list`, `repo_list` and `repo-list` are one. */
export function squash(text: string): string {
  const lower = foldAccents(text).toLowerCase();
  return plain.test(lower) ? lower : lower.replace(asciiSeparators, (run) => (isAscii(run) ? '' : run.replace(separators, '')));
}
