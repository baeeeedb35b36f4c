import { readFileSync } from 'node:fs';

import { isJsonObject } from '@toolrack/contracts';

import { hashOf, splitCode } from './chain.js';

/** One line of a log, as it stands in its file. */
export interface LogLine {
  readonly file: string;
  /** From 1. */
  readonly number: number;
  readonly hash: string;
  /** Without its code. */
  readonly text: string;
  readonly mac?: string;
  readonly bytes: number;
  /** The file ends without a line break after it. */
  readonly isCut: boolean;
  /** The record; `undefined` when the line is none, byte for byte as the log writes one. */
  readonly record?: Readonly<Record<string, unknown>>;
}

/** Every line of the files, in order. Throws what the disk says. */
export function* linesOf(files: readonly string[]): Generator<LogLine> {
  for (const file of files) {
    const bytes = readFileSync(file);
    let number = 0;
    for (let start = 0; start < bytes.length;) {
      const found = bytes.indexOf(10, start);
      const end = found < 0 ? bytes.length : found;
      number += 1;
      yield lineOf(bytes.subarray(start, end), { file, number, isCut: found < 0 });
      start = end + 1;
    }
  }
}

function lineOf(bytes: Buffer, place: Pick<LogLine, 'file' | 'number' | 'isCut'>): LogLine {
  const { text, mac } = splitCode(bytes.toString());
  const record = recordOf(text);
  return {
    ...place,
    hash: hashOf(bytes),
    text,
    bytes: bytes.length,
    ...(mac === undefined ? {} : { mac }),
    ...(record === undefined ? {} : { record }),
  };
}

/** A log writes JSON in one way: blanks, other escapes or a key that is there twice show that something else has written. */
function recordOf(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) && JSON.stringify(value) === text ? value : undefined;
  } catch {
    return undefined;
  }
}

/** What is wrong with a line that is no record, in words. */
export function strangeLine({ text }: LogLine): string {
  if (text === '') return 'it is empty';
  return text.endsWith('\r') ? 'it ends with a carriage return, which the log does not write' : 'it is no record';
}

const head = /^\{"seq":(\d+),"at":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z","type":"([a-z]+)"/u;

/**
 * True for the beginning of a line with that number, as it is left when a process dies or the disk is full: what was written of it, perhaps
 * followed by zero bytes. `type`: the only one that can stand there. A part whose beginning is not known takes any number.
 */
export function isBeginning({ text, mac, bytes }: LogLine, due: { readonly seq: number | undefined; readonly type?: string }): boolean {
  // With its code the line is whole but for its end.
  const written = text.replace(/\0+$/u, '');
  if (bytes > 0 && written === '') return true;
  if (mac === undefined && /[\u0000-\u001F\uFFFD]/u.test(written)) return false; // eslint-disable-line no-control-regex -- what no JSON line holds
  const seq = due.seq ?? /^\{"seq":(\d+)/u.exec(written)?.[1] ?? 1;
  const model = `{"seq":${seq},"at":"2000-01-01T00:00:00.000Z","type":"${due.type ?? 'call'}"`;
  const whole = written.length < model.length ? written + model.slice(written.length) : written;
  const found = head.exec(whole);
  if (found === null || Number(found[1]) !== Number(seq)) return isTypeCut(written, seq, due.type);
  return due.type === undefined || found[2] === due.type;
}

/** A line that ends inside the name of its type. */
function isTypeCut(written: string, seq: number | string, type: string | undefined): boolean {
  const found = /^(\{"seq":\d+,"at":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z","type":")([a-z]*)$/u.exec(written);
  return found !== null && written.startsWith(`{"seq":${seq},`) && (type === undefined || type.startsWith(found[2] as string));
}
