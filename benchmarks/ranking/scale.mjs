import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { table } from './measures.mjs';
import { rankers } from './peers.mjs';

const ms = (value) => (value < 10 ? value.toFixed(2) : value.toFixed(0));

function measure(file, request) {
  const script = join(import.meta.dirname, file);
  const run = spawnSync(process.execPath, ['--expose-gc', '--max-old-space-size=6000', script, JSON.stringify(request)], {
    encoding: 'utf8',
    maxBuffer: 1e8,
    timeout: 900_000,
  });
  return run.status === 0 ? JSON.parse(run.stdout) : undefined;
}

/** Build, memory and search times of every ranker, each size in a process of its own. Peers stop at `peerSize`. */
export function measureScale(sizes, peerSize, directory, log) {
  const rows = [];
  const own = [];
  for (const { name } of rankers) {
    for (const size of sizes) {
      if (size > peerSize && !name.startsWith('ranker-lexical')) continue;
      log(`scale: ${name}, ${size} tools`);
      const result = measure('scale-process.mjs', { name, size, directory });
      if (result === undefined) {
        rows.push([name, size, 'failed', '', '', '']);
        continue;
      }
      const pair = ([middle, high]) => `${ms(middle)} / ${ms(high)}`;
      rows.push([name, size, ms(result.build), result.memory.toFixed(0), pair(result.short), pair(result.long)]);
      if (result.change === undefined) continue;
      const { change, view, viewAnswer, viewMemory, load, saved } = result;
      own.push([size, ms(change), ms(view), ms(viewAnswer), viewMemory.toFixed(1), ms(load), saved.toFixed(1)]);
    }
  }
  const head = ['ranker', 'tools', 'build, ms', 'memory, MB', 'short queries p50 / p95, ms', 'all queries p50 / p95, ms'];
  const ownHead = [
    'tools',
    '100 tools changed, ms',
    'view made, ms',
    'view and its first answer, ms',
    'a view, KB',
    'load, ms',
    'file, MB',
  ];
  return `${table(head, rows)}\n\n${table(ownHead, own)}`;
}

/** Views that are live at once in one process. */
export function measureViews(sizes, count, directory, log) {
  const rows = sizes.map((size) => {
    log(`views: ${count} of ${size} tools`);
    const result = measure('views-process.mjs', { size, count, directory });
    if (result === undefined) return [size, count, 'failed', '', '', '', ''];
    const pair = ([middle, high]) => `${ms(middle)} / ${ms(high)}`;
    const { used, held, made, first, second } = result;
    return [size, count, used.toFixed(0), held.toFixed(0), pair(made), pair(first), pair(second)];
  });
  const head = ['tools', 'live views', 'memory of all, MB', "callers' bitmaps, MB", 'made, p50 / p95, ms', 'first answer, p50 / p95, ms', 'next answer, p50 / p95, ms']; // prettier-ignore
  return `A view sees a tenth of the tools.\n\n${table(head, rows)}`;
}
