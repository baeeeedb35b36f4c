import { existsSync, readFileSync } from 'node:fs';

import { isJsonObject, reasonOf } from '@toolrack/contracts';

import { chainStart, codeOf, hashOf, parseHead, splitCode } from './chain.js';
import { fileOfProcess } from './process-file.js';

/** Where a log is not what was written. */
export interface AuditFault {
  readonly file: string;
  /** Number of the first bad line, from 1; absent when the fault is in no line. */
  readonly line?: number;
  readonly problem: string;
}

/** What a check found. */
export interface AuditVerdict {
  readonly files: readonly string[];
  readonly lines: number;
  /** Numbers of the first and the last good record. */
  readonly from?: number;
  readonly to?: number;
  /** Absent when every line is as it was written and nothing is missing at the end. */
  readonly fault?: AuditFault;
  /** What was not checked, and what an operator may want to know. */
  readonly notes: readonly string[];
}

/** What `verifyAudit` needs to know. */
export interface VerifyOptions {
  /** Key of the codes; without it a log that somebody wrote anew as a whole cannot be told from the real one. */
  readonly key?: string;
}

/** The parts of one log, oldest first: `FILE.1`, `FILE.2`, …, `FILE`. */
export function partsOf(file: string): readonly string[] {
  const parts: string[] = [];
  for (let number = 1; existsSync(`${file}.${number}`); number += 1) parts.push(`${file}.${number}`);
  return existsSync(file) ? [...parts, file] : parts;
}

/** The logs of all processes that were given this name. */
export function logsOf(file: string): readonly string[] {
  const logs: string[] = [];
  for (let number = 1; number === 1 || partsOf(fileOfProcess(file, number)).length > 0; number += 1) logs.push(fileOfProcess(file, number));
  return logs;
}

/** Checks the parts of one log, oldest first, up to the first bad line. The end is checked when the last part has its head file beside it. */
export function verifyAudit(files: readonly string[], options: VerifyOptions = {}): AuditVerdict {
  const check = new ChainCheck(options.key);
  for (const file of files) {
    check.file(file);
    if (check.fault !== undefined) break;
  }
  if (check.fault === undefined) check.end(files.at(-1));
  const { lines, from, to, fault, notes } = check;
  const range = from === undefined || to === undefined ? {} : { from, to };
  return { files, lines, ...range, ...(fault === undefined ? {} : { fault }), notes };
}

class ChainCheck {
  lines = 0;
  from: number | undefined;
  to: number | undefined;
  fault: AuditFault | undefined;
  readonly notes: string[] = [];
  /** Hash of the last good line; `undefined` before the first. */
  private previous: string | undefined;
  private beforePrevious: string | undefined;
  private torn: { readonly line: number; readonly hash: string } | undefined;
  private isClosed = false;
  private hasCodes = false;

  constructor(private readonly key: string | undefined) {}

  file(file: string): void {
    let bytes: Buffer;
    try {
      bytes = readFileSync(file);
    } catch (error) {
      this.fault = { file, problem: `cannot be read: ${reasonOf(error)}` };
      return;
    }
    let number = 0;
    for (let start = 0; start < bytes.length && this.fault === undefined;) {
      const end = bytes.indexOf(10, start);
      const line = bytes.subarray(start, end < 0 ? bytes.length : end);
      number += 1;
      this.line(file, number, line, end < 0);
      start = end < 0 ? bytes.length : end + 1;
    }
    if (this.torn !== undefined && this.fault === undefined && bytes.at(-1) === 10) {
      this.fault = { file, line: this.torn.line, problem: 'it is no record' };
    }
  }

  /** Says whether the log ends where its head file says. */
  end(file: string | undefined): void {
    if (file === undefined || this.lines === 0) {
      this.fault = { file: file ?? '', problem: 'holds no records' };
      return;
    }
    const isPart = /\.\d+$/u.test(file);
    if (isPart) return void this.notes.push(`${file} is not the last part, so the end of the log was not checked`);
    if (this.torn !== undefined) this.notes.push(`${file}: the last line is cut off, as when the process died`);
    if (!existsSync(`${file}.head`)) {
      this.fault = { file, problem: `its head file ${file}.head is missing, so records may be missing at the end` };
      return;
    }
    const head = parseHead(readFileSync(`${file}.head`, 'utf8'), this.key);
    if (head === undefined)
      this.fault = { file: `${file}.head`, problem: `it is no head file${this.key === undefined ? '' : ' of this key'}` };
    else if (head.seq > (this.to as number)) {
      this.fault = {
        file,
        problem: `${head.seq - (this.to as number)} records are missing at the end: the last one written is ${head.seq}`,
      };
    } else if (head.hash !== (head.seq === this.to ? this.previous : this.beforePrevious) || head.seq < (this.to as number) - 1) {
      this.fault = { file, problem: 'its end does not fit its head file' };
    }
    if (this.key === undefined) {
      const reason = this.hasCodes ? 'no key was given' : 'the log was written without a key';
      this.notes.push(`${reason}: whoever could write to the folder could also have written the whole log anew`);
    }
    if (!this.isClosed) this.notes.push(`${file}: the log was not closed: its process still runs, or it died`);
  }

  private line(file: string, number: number, bytes: Buffer, isLast: boolean): void {
    const fail = (problem: string): void => void (this.fault = { file, line: number, problem });
    const { text, mac } = splitCode(bytes.toString());
    const record = read(text);
    if (record === undefined) {
      // Only the line before a record that accounts for it, or the very end, may be cut off.
      if (this.torn !== undefined) fail('it is no record');
      else this.torn = { line: number, hash: hashOf(bytes) };
      return;
    }
    if (this.torn !== undefined) {
      const torn = record['torn'];
      if (record['type'] !== 'recovered' || !isJsonObject(torn) || torn['sha256'] !== this.torn.hash) {
        this.fault = { file, line: this.torn.line, problem: 'it is no record' };
        return;
      }
      this.notes.push(`${file}: line ${this.torn.line} was cut off when a process died`);
      this.torn = undefined;
    }
    if (isLast) return fail('it does not end with a line break');
    if (this.key !== undefined && mac === undefined) return fail('it has no message authentication code');
    if (this.key !== undefined && mac !== codeOf(this.key, text))
      return fail('its message authentication code does not fit: it was changed, or the key is another one');
    this.hasCodes ||= mac !== undefined;
    const { seq, previous } = record;
    if (typeof seq !== 'number' || typeof previous !== 'string') return fail('it has no number or no hash of the line before');
    if (this.previous === undefined) {
      const isStart = previous === chainStart && seq === 1;
      if (!isStart && record['type'] !== 'continued')
        return fail('it is not the beginning of a log or of a part: lines before it are missing');
      this.begin(file, seq, previous);
    } else if (previous !== this.previous)
      return fail('it does not follow the line before: that one was changed, or lines are missing or moved');
    else if (seq !== (this.to as number) + 1) return fail(`its number is ${seq} where ${(this.to as number) + 1} is due`);
    this.beforePrevious = this.previous;
    this.previous = hashOf(bytes);
    this.to = seq;
    this.lines += 1;
    this.isClosed = record['type'] === 'closed';
    if (record['type'] === 'lost') this.notes.push(`${file}: line ${number}: ${String(record['records'])} records could not be written`);
  }

  private begin(file: string, seq: number, previous: string): void {
    this.from = seq;
    if (previous !== chainStart) this.notes.push(`${file} begins with record ${seq}; the parts before it were not checked`);
  }
}

function read(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
