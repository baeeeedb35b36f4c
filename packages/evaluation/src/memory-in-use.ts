import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

let collect: (() => void) | undefined;

/** Bytes of the heap and of typed arrays that are in use after a garbage collection. */
export function memoryInUse(): number {
  if (collect === undefined) {
    // Without the flag on the command line, this is the only way to the collector.
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as () => void;
  }
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
