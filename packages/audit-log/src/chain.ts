import { createHash, createHmac } from 'node:crypto';

import type { AuditRecord } from './audit-record.js';

/** What the first line of a chain follows: 64 zeros. */
export const chainStart = '0'.repeat(64);

/** SHA-256 in hexadecimal. */
export function hashOf(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** HMAC-SHA-256 (RFC 2104) in hexadecimal. */
export function codeOf(key: string, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex');
}

/** Names a key without telling anything about it: eight hexadecimal digits of a code over a fixed text. */
export function keyIdOf(key: string): string {
  return codeOf(key, 'toolrack audit key').slice(0, 8);
}

/** One line: the record, its number and time, the hash of the line before, and a code over all of that when there is a key. */
export function lineOf(record: AuditRecord, place: { readonly seq: number; readonly previous: string; readonly key?: string }): string {
  const { type, ...facts } = record;
  const text = JSON.stringify({ seq: place.seq, at: new Date().toISOString(), type, ...facts, previous: place.previous });
  return place.key === undefined ? text : `${text.slice(0, -1)},"mac":"${codeOf(place.key, text)}"}`;
}

/** A line without its code, and the code. */
export function splitCode(line: string): { readonly text: string; readonly mac?: string } {
  const found = /,"mac":"([0-9a-f]{64})"\}$/u.exec(line);
  return found === null ? { text: line } : { text: `${line.slice(0, found.index)}}`, mac: found[1] };
}

/** The end of a log as its head file tells it; a log that ends before it was cut. */
export interface ChainHead {
  readonly seq: number;
  /** Hash of the last line. */
  readonly hash: string;
  readonly keyId?: string;
}

/** Bytes of a head file: always the same number, so that writing it never leaves half of an old one behind. */
const headBytes = 320;

/** The text of a head file. */
export function headText(head: ChainHead, key: string | undefined): string {
  const text = JSON.stringify(head);
  const full = key === undefined ? text : `${text.slice(0, -1)},"mac":"${codeOf(key, text)}"}`;
  return `${full.padEnd(headBytes - 1)}\n`;
}

/** Reads a head file; `undefined` when it is none, or when its code does not fit the key. */
export function parseHead(file: string, key: string | undefined): ChainHead | undefined {
  const { text, mac } = splitCode(file.trim());
  if (key !== undefined && mac !== codeOf(key, text)) return undefined;
  try {
    const head = JSON.parse(text) as Partial<ChainHead>;
    return typeof head.seq === 'number' && typeof head.hash === 'string' ? (head as ChainHead) : undefined;
  } catch {
    return undefined;
  }
}
