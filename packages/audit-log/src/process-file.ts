import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, parse } from 'node:path';

/** Most processes that write logs of one name at once. */
const mostProcesses = 256;

/** A log file that this process alone writes. */
export interface ClaimedFile {
  readonly file: string;
  release(): void;
}

/** The name of a further process' log: `audit.jsonl`, `audit.2.jsonl`, `audit.3.jsonl`, … */
export function fileOfProcess(file: string, number: number): string {
  if (number === 1) return file;
  const { dir, name, ext } = parse(file);
  return join(dir, `${name}.${number}${ext}`);
}

/**
 * Claims the first log that no living process writes, by a file `FILE.lock` that holds the process id. A lock whose process has ended is taken
 * over. One whose number was given to another process counts as taken: then this process writes another file, which is harmless.
 */
export function claimFile(file: string): ClaimedFile {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  for (let number = 1; number <= mostProcesses; number += 1) {
    const candidate = fileOfProcess(file, number);
    const lock = `${candidate}.lock`;
    if (claim(lock)) return { file: candidate, release: () => rmSync(lock, { force: true }) };
  }
  throw new Error(`${mostProcesses} processes write logs named ${file}`);
}

/** Logs that this process writes itself: a runtime beside another one takes the next file. */
const own = new Set<string>();

function claim(lock: string): boolean {
  for (let attempt = 0; attempt < 2; attempt += 1) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx', mode: 0o600 });
      own.add(lock);
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    if (isHeld(lock) || !takeAway(lock)) return false;
  }
  return false;
}

/** Removes the lock of a process that has ended. Two that try it at once: the slower one finds a living owner in its hands and gives up. */
function takeAway(lock: string): boolean {
  const aside = `${lock}.${process.pid}`;
  try {
    renameSync(lock, aside);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT';
  }
  const isWrong = isHeld(aside);
  if (isWrong) linkSync(aside, lock);
  rmSync(aside, { force: true });
  return !isWrong;
}

function isHeld(lock: string): boolean {
  let pid: number;
  try {
    pid = Number(readFileSync(lock, 'utf8'));
  } catch {
    return false;
  }
  // A number of ours that this process did not write down is that of an earlier process.
  if (pid === process.pid) return own.has(lock);
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
