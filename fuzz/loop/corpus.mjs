import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folderOf = (target) => join(import.meta.dirname, '..', 'corpus', target);
const nameOf = (input) => createHash('sha256').update(input).digest('hex').slice(0, 12);

/** The kept inputs of a target: seeds under names of their own, found ones under the beginning of their SHA-256. */
export function readCorpus(target) {
  const folder = folderOf(target);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .sort()
    .map((name) => readFileSync(join(folder, name)));
}

/** Replaces the found inputs of a target; seeds and inputs that once failed stay. */
export function writeCorpus(target, inputs) {
  const folder = folderOf(target);
  mkdirSync(folder, { recursive: true });
  const names = readdirSync(folder);
  const named = names.filter((name) => !/^[\da-f]{12}$/u.test(name)).map((name) => nameOf(readFileSync(join(folder, name))));
  for (const name of names) if (/^[\da-f]{12}$/u.test(name)) rmSync(join(folder, name));
  for (const input of inputs) if (!named.includes(nameOf(input))) writeFileSync(join(folder, nameOf(input)), input);
}

/** Keeps an input that failed, outside the repository's files. Answers its path. */
export function writeFinding(target, input) {
  const folder = join(import.meta.dirname, '..', 'findings');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${target}-${nameOf(input)}`);
  writeFileSync(file, input);
  return file;
}
