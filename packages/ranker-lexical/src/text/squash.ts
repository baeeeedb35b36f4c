import { foldAccents } from './fold.js';

const separators = /[^\p{L}\p{N}]+/gu;
const asciiSeparators = /[^a-z0-9]+/g;

/** A name without separators, accents and case: `Repo.list`, `repo_list` and `repo-list` are one. */
export function squash(text: string): string {
  const lower = foldAccents(text).toLowerCase();
  return lower.replace(asciiSeparators, (run) => run.replace(separators, ''));
}
