import { posix } from 'node:path';
import { type JsonObject } from '@toolrack/contracts';

/** A file that a call reads or writes. */
export interface PathUse {
  readonly path: string;
  readonly writes: boolean;
}

const readers: ReadonlySet<string> = new Set(['read_file']);
const writers: ReadonlySet<string> = new Set(['write_file', 'patch']);

/** The file that a file tool works on; `unknown` when its arguments do not tell; `undefined` for any other tool. */
export function reservedPath(name: string, callArguments: JsonObject): PathUse | 'unknown' | undefined {
  const writes = writers.has(name);
  if (!writes && !readers.has(name)) return undefined;
  const { path } = callArguments;
  if (typeof path !== 'string' || path.trim() === '') return 'unknown';
  return { path: posix.normalize(path.trim()).replace(/(?<=.)\/$/u, ''), writes };
}

function contains(outer: string, inner: string): boolean {
  return outer === inner || outer === '.' || inner.startsWith(outer.endsWith('/') ? outer : `${outer}/`);
}

/** True when two uses must not happen at the same time: one writes, and one path is the other or lies in it. */
export function overlaps(left: PathUse, right: PathUse): boolean {
  // Where a relative and an absolute path meet is not known here.
  const isComparable =
    left.path.startsWith('/') === right.path.startsWith('/') && !left.path.startsWith('..') && !right.path.startsWith('..');
  if (!left.writes && !right.writes) return false;
  return !isComparable || contains(left.path, right.path) || contains(right.path, left.path);
}
