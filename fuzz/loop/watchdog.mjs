import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';

/**
 * Runs beside the program and ends it when one input takes too long: 5 s of processor time (a machine under load makes the wall clock
 * useless), or 60 s in which it never answers. The parent finds the input in the file that was written before it ran.
 */
const state = new Int32Array(workerData.state);
let sequence = -1;
let usedBefore = 0;
let since = 0;
setInterval(() => {
  const { user, system } = process.cpuUsage();
  const now = Date.now();
  const current = Atomics.load(state, 0);
  if (current !== sequence || current % 2 === 0) {
    sequence = current;
    usedBefore = user + system;
    since = now;
    return;
  }
  const isBusy = user + system - usedBefore > 5_000_000;
  if (!isBusy && now - since < 60_000) return;
  writeSync(2, `watchdog: ${isBusy ? 'more than 5 s of processor time' : 'no answer within 60 s'}\n`);
  process.kill(process.pid, 'SIGKILL');
}, 100);
