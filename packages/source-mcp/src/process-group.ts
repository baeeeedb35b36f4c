import type { ChildProcess } from 'node:child_process';
import process from 'node:process';

/** How long a server may take to leave after its input ended, and again after SIGTERM, in milliseconds. */
const graceMs = 1_000;

const running = new Set<ChildProcess>();

/** Ends whatever is left when this process exits without disposing; only synchronous work is possible here. */
function killRunning(): void {
  for (const child of running) signalGroup(child, 'SIGKILL');
}

/** Remembers a started child, which leads its own process group, until it is forgotten. */
export function trackProcess(child: ChildProcess): void {
  if (running.size === 0) process.once('exit', killRunning);
  running.add(child);
}

/** The child and everything it started are gone. */
export function forgetProcess(child: ChildProcess): void {
  running.delete(child);
  if (running.size === 0) process.removeListener('exit', killRunning);
}

/** Sends a signal to the whole group of a child; to the child alone on Windows, which has no groups. */
export function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // Nobody is left in the group.
  }
}

/**
 * Ends a child and its group: end of input, then SIGTERM, then SIGKILL, each after a second at most; what the child
 * started is killed even when the child itself left in good order. Resolves within about two seconds.
 */
export async function endProcess(child: ChildProcess): Promise<void> {
  const exited = new Promise<void>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) resolve();
    else child.once('exit', () => resolve());
  });
  child.stdin?.end();
  if (!(await settlesWithin(exited, graceMs))) {
    signalGroup(child, 'SIGTERM');
    await settlesWithin(exited, graceMs);
  }
  signalGroup(child, 'SIGKILL');
  await settlesWithin(exited, graceMs);
  child.stdout?.destroy();
  child.stderr?.destroy();
  forgetProcess(child);
}

/** True when the promise settles in time. */
export async function settlesWithin(promise: Promise<unknown>, timeoutMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), timeoutMs);
  });
  const settled = promise.then(
    () => true,
    () => true,
  );
  try {
    return await Promise.race([settled, late]);
  } finally {
    clearTimeout(timer);
  }
}
