import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { fileOfProcess } from './process-file.js';

/** The numbers of the parts of a log that were set aside, ascending; archived ones leave gaps. */
export function partNumbers(file: string): readonly number[] {
  const name = `${basename(file)}.`;
  let entries: readonly string[];
  try {
    entries = readdirSync(dirname(file));
  } catch {
    return [];
  }
  const numbers = entries.flatMap((entry) => {
    const number = entry.startsWith(name) ? entry.slice(name.length) : '';
    return /^[1-9]\d{0,8}$/u.test(number) ? [Number(number)] : [];
  });
  return numbers.sort((left, right) => left - right);
}

/** The parts of one log, oldest first: `FILE.1`, `FILE.2`, …, `FILE`. Parts that were archived elsewhere are not among them. */
export function partsOf(file: string): readonly string[] {
  const parts = partNumbers(file).map((number) => `${file}.${number}`);
  return existsSync(file) ? [...parts, file] : parts;
}

/** The logs of all processes that were given this name. */
export function logsOf(file: string): readonly string[] {
  const logs: string[] = [];
  const exists = (log: string): boolean => partsOf(log).length > 0 || existsSync(`${log}.head`);
  for (let number = 1; number === 1 || exists(fileOfProcess(file, number)); number += 1) logs.push(fileOfProcess(file, number));
  return logs;
}

/** The name for the next part: after every one that is there, so that parts keep their order when old ones are archived. */
export function nextPart(file: string): string {
  return join(dirname(file), `${basename(file)}.${(partNumbers(file).at(-1) ?? 0) + 1}`);
}
