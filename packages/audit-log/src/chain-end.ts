import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

import { isJsonObject } from '@toolrack/contracts';

import { chainStart, codeOf, hashOf, keyIdOf, parseHead, splitCode, type ChainHead } from './chain.js';

/** Longest line; a record is bounded far below that. */
const mostLineBytes = 4 * 1024 * 1024;

/** Where a chain stands: its last whole line. */
export interface ChainEnd {
  /** 0 when there is no line. */
  readonly seq: number;
  /** Hash of the last line. */
  readonly hash: string;
  /** Hash of the line before it, as it says itself. */
  readonly before?: string;
  readonly text: string;
  readonly mac?: string;
  /** What follows it without a line break. */
  readonly torn: Buffer;
}

/** The last whole line of an open file, and what was cut off after it. */
export function endOf(handle: number): ChainEnd {
  const { size } = fstatSync(handle);
  const tail = Buffer.alloc(Math.min(size, mostLineBytes));
  readSync(handle, tail, 0, tail.length, size - tail.length);
  const end = tail.lastIndexOf(10);
  const torn = tail.subarray(end + 1);
  if (end < 0) return { seq: 0, hash: chainStart, text: '', torn };
  const last = tail.subarray(tail.lastIndexOf(10, end - 1) + 1, end);
  return { ...numbersOf(last.toString()), hash: hashOf(last), ...splitCode(last.toString()), torn };
}

/** The last whole line of a part that was set aside. */
export function endOfPart(file: string): ChainEnd {
  const handle = openSync(file, 'r');
  try {
    return endOf(handle);
  } finally {
    closeSync(handle);
  }
}

/** A line that is none has the number 0 and is found by whoever verifies the log. */
function numbersOf(line: string): { readonly seq: number; readonly before?: string } {
  try {
    const record: unknown = JSON.parse(line);
    if (!isJsonObject(record) || typeof record['seq'] !== 'number') return { seq: 0 };
    return { seq: record['seq'], ...(typeof record['previous'] === 'string' ? { before: record['previous'] } : {}) };
  } catch {
    return { seq: 0 };
  }
}

/** Whether the last line was written under this key, or, without one, without any. */
export function isUnder({ seq, text, mac }: ChainEnd, key: string | undefined): boolean {
  return seq === 0 || mac === (key === undefined ? undefined : codeOf(key, text));
}

/** What an open head file says. One that names our key, or stands beside a line under it, must have its code. */
export function headOf(handle: number, end: ChainEnd, key: string | undefined): ChainHead | undefined {
  const buffer = Buffer.alloc(512);
  const text = buffer.subarray(0, readSync(handle, buffer, 0, buffer.length, 0)).toString();
  const head = parseHead(text, undefined);
  const isOurs = key !== undefined && (head?.keyId === keyIdOf(key) || (end.seq > 0 && isUnder(end, key)));
  return isOurs ? parseHead(text, key) : head;
}

/** Whether a chain ends where its head says. A process may have died between a line and its head, which then is one line behind. */
export function fitsHead({ seq, hash, before }: ChainEnd, head: ChainHead | undefined): boolean {
  if (head === undefined) return seq <= 1;
  return head.seq === seq ? head.hash === hash : head.seq === seq - 1 && head.hash === before;
}
