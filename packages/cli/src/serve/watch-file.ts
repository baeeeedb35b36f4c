import { createHash } from 'node:crypto';
import { readFileSync, watch, type FSWatcher } from 'node:fs';
import { dirname } from 'node:path';

/** Saves that follow each other this quickly are one, in milliseconds. */
const settleMs = 300;
/** How often files are looked at where the system reports no changes (network drives, containers), in milliseconds. */
const pollMs = 2_000;

/**
 * Calls `onChange` when the content of one of the files has changed, once for several quick saves. Folders are watched rather than files, so
 * editors and mounts that replace a file are noticed; content is compared, so that touching a file is no change. Returns what ends the watch.
 */
export function watchFiles(files: readonly string[], onChange: () => void): () => void {
  let known = digestOf(files);
  let timer: NodeJS.Timeout | undefined;
  const look = (): void => {
    timer = undefined;
    const now = digestOf(files);
    if (now === known) return;
    known = now;
    onChange();
  };
  const soon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(look, settleMs);
  };
  const poll = setInterval(() => {
    if (timer === undefined && digestOf(files) !== known) soon();
  }, pollMs);
  const watchers = [...new Set(files.map((file) => dirname(file)))].flatMap((folder) => watchFolder(folder, soon));
  return () => {
    clearTimeout(timer);
    clearInterval(poll);
    for (const watcher of watchers) watcher.close();
  };
}

function watchFolder(folder: string, onEvent: () => void): readonly FSWatcher[] {
  try {
    const watcher = watch(folder, onEvent);
    watcher.on('error', () => watcher.close());
    return [watcher];
  } catch {
    // Looking from time to time is enough.
    return [];
  }
}

/** A file that is being replaced is missing for a moment; it counts as empty until it is back. */
function digestOf(files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files) {
    try {
      hash.update('+').update(readFileSync(file));
    } catch {
      hash.update('-');
    }
  }
  return hash.digest('hex');
}
