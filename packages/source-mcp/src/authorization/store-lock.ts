import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, link, unlink, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { AuthorizationError } from './authorization-error.js';

/** A lock older than this is left over: everything done under it has a shorter time limit. */
export const staleLockMs = 120_000;
/** A lock without an owner for longer than this was left by a process that died as it made it. */
const unwrittenLockMs = 5_000;
/** Longest wait for a lock, in milliseconds. */
const longestWaitMs = 30_000;
const pollMs = 40;

interface LockOwner {
  readonly id: string;
  readonly pid: number;
  readonly host: string;
}

/**
 * Runs `work` while no other call of this function, in this process or another one, holds the same lock file. A lock whose owner has
 * died is taken over. Rejects with an `AuthorizationError` when the lock cannot be had.
 */
export async function withLock<Value>(file: string, work: () => Promise<Value>): Promise<Value> {
  const owner: LockOwner = { id: randomUUID(), pid: process.pid, host: hostname() };
  await acquire(file, owner);
  try {
    return await work();
  } finally {
    const current = await readOwner(file);
    if (current?.id === owner.id) await unlink(file).catch(() => undefined);
  }
}

async function acquire(file: string, owner: LockOwner): Promise<void> {
  const deadline = Date.now() + longestWaitMs;
  await mkdir(dirname(file), { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    throw unusable(file, error);
  });
  for (;;) {
    if (await create(file, owner)) return;
    if (await isLeftOver(file)) await takeAway(file);
    else if (Date.now() > deadline) throw new AuthorizationError('temporary', 'another process keeps the token store locked');
    else await new Promise((resolve) => setTimeout(resolve, pollMs * (0.5 + Math.random())));
  }
}

async function create(file: string, owner: LockOwner): Promise<boolean> {
  try {
    const handle = await open(file, 'wx', 0o600);
    try {
      await handle.writeFile(JSON.stringify(owner));
    } finally {
      await handle.close();
    }
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Windows answers EPERM for a file that is just being removed.
    if (code === 'EEXIST' || (code === 'EPERM' && process.platform === 'win32')) return false;
    throw unusable(file, error);
  }
}

async function isLeftOver(file: string): Promise<boolean> {
  const age = await stat(file).then(
    ({ mtimeMs }) => Date.now() - mtimeMs,
    () => 0,
  );
  if (age > staleLockMs) return true;
  const owner = await readOwner(file);
  if (owner === undefined) return age > unwrittenLockMs;
  return owner.host === hostname() && !isAlive(owner.pid);
}

/** Removes a lock by renaming it, which only one of several processes can do; a lock that is held after all is put back. */
async function takeAway(file: string): Promise<void> {
  const aside = `${file}.${randomUUID()}`;
  try {
    await rename(file, aside);
  } catch {
    return;
  }
  if (!(await isLeftOver(aside))) await link(aside, file).catch(() => undefined);
  await unlink(aside).catch(() => undefined);
}

async function readOwner(file: string): Promise<LockOwner | undefined> {
  try {
    const owner = JSON.parse(await readFile(file, 'utf8')) as Partial<LockOwner>;
    return typeof owner.pid === 'number' && typeof owner.id === 'string' ? (owner as LockOwner) : undefined;
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

function unusable(file: string, error: unknown): AuthorizationError {
  const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
  return new AuthorizationError('store', `the token store ${dirname(file)} cannot be written (${code})`, { cause: error });
}
