import { isJsonObject } from '@toolrack/contracts';

import type { AuditFault } from './audit-verdict.js';
import { chainStart, codeOf, type ChainHead } from './chain.js';
import { isBeginning, strangeLine, type LogLine } from './log-lines.js';

/** A line that fits what stands before it. */
interface GoodLine {
  readonly line: LogLine;
  readonly seq: number;
  /** Hash of the line before it, as it says itself. */
  readonly previous: string;
  readonly type: unknown;
}

/** Follows a chain line by line, up to the first one that is not as it was written. */
export class ChainCheck {
  lines = 0;
  /** Numbers of the first and the last good record. */
  from: number | undefined;
  to: number | undefined;
  fault: AuditFault | undefined;
  /** The last line, when the file ends in the middle of it. */
  torn: LogLine | undefined;
  hasCodes = false;
  readonly notes: string[] = [];
  private last: GoodLine | undefined;
  /** The torn line that the next record must account for. */
  private owed: LogLine | undefined;

  /** `head`: where the log ends, when that is known; it tells which of the last two lines was changed. */
  constructor(
    private readonly key: string | undefined,
    private readonly head: ChainHead | undefined,
  ) {}

  get isClosed(): boolean {
    return this.last?.type === 'closed';
  }

  /** Whether the chain ends where a head file says; the head may be one line behind, when a process died between the two. */
  endsAt(head: ChainHead): boolean {
    const { last } = this;
    if (last === undefined) return false;
    return head.seq === last.seq ? head.hash === last.line.hash : head.seq === last.seq - 1 && head.hash === last.previous;
  }

  /** The last line does not fit what is known of the end. */
  failAtEnd(problem: string): void {
    const { last } = this;
    this.takeBack();
    if (last !== undefined) this.fail(last.line, problem);
  }

  /** `next` is the line after it. */
  take(line: LogLine, next: LogLine | undefined): void {
    if (isAccountFor(next, line)) return this.takeTorn(line);
    if (line.isCut) {
      if (next !== undefined) return this.fail(line, 'it does not end with a line break, and yet another part follows');
      if (!isBeginning(line, this.due)) return this.fail(line, 'it is no record, nor the beginning of one');
      this.torn = line;
      return;
    }
    const { record, text, mac } = line;
    if (record === undefined) return this.fail(line, strangeLine(line));
    if (this.key !== undefined && mac === undefined) return this.fail(line, 'it has no message authentication code');
    if (this.key !== undefined && mac !== codeOf(this.key, text))
      return this.fail(line, 'its message authentication code does not fit: it was changed, or the key is another one');
    const { seq, previous, type } = record;
    const before = this.last;
    if (typeof seq !== 'number' || typeof previous !== 'string') return this.fail(line, 'it has no number or no hash of the line before');
    if (!this.follows({ line, seq, previous, type }, next)) return;
    if ((type === 'recovered') !== (this.owed !== undefined))
      return this.fail(line, 'it accounts for a line that was cut off, and there is none before it');
    this.owed = undefined;
    // The account of a line that was cut off was written by the process that took the log up.
    const taken = before?.type === 'recovered' ? seq - 1 : seq;
    if (isJsonObject(record['unfit'])) return this.fail(line, unfitLog(record['unfit']['seq'], taken));
    this.hasCodes ||= mac !== undefined;
    this.last = { line, seq, previous, type };
    this.to = seq;
    this.lines += 1;
    if (type === 'lost') this.notes.push(`${line.file}: line ${line.number}: ${String(record['records'])} records could not be written`);
  }

  private get due(): { readonly seq: number | undefined; readonly type?: string } {
    return { seq: this.last === undefined ? undefined : this.last.seq + 1, ...(this.isClosed ? { type: 'resumed' } : {}) };
  }

  private takeTorn(line: LogLine): void {
    if (!isBeginning(line, this.due)) return this.fail(line, 'it is no record, nor the beginning of one');
    this.notes.push(`${line.file}: line ${line.number} was cut off when a process died`);
    this.owed = line;
  }

  private follows(found: GoodLine, next: LogLine | undefined): boolean {
    const { line, seq, previous, type } = found;
    const { last } = this;
    if (last === undefined) return this.begins(found);
    if (previous !== last.line.hash) return this.blame(found, last, next);
    if (seq !== last.seq + 1) this.fail(line, `its number is ${seq} where ${last.seq + 1} is due`);
    else if (last.type === 'closed' && !['resumed', 'continued', 'recovered'].includes(String(type)))
      this.fail(line, 'it follows the end of the log, and does not take it up again');
    return this.fault === undefined;
  }

  private begins({ line, seq, previous, type }: GoodLine): boolean {
    const isStart = previous === chainStart && seq === 1;
    if (!isStart && type !== 'continued') {
      this.fail(line, 'it is not the beginning of a log or of a part: lines before it are missing, or it was changed');
      return false;
    }
    this.from = seq;
    if (!isStart) this.notes.push(`${line.file} begins with record ${seq}; the parts before it were not checked`);
    return true;
  }

  /** Two lines do not fit together: says which of them is the one that is not as it was written. */
  private blame({ line, seq, previous }: GoodLine, last: GoodLine, next: LogLine | undefined): false {
    if (line.hash === last.line.hash) this.fail(line, 'it repeats the line before');
    else if (previous === last.previous && seq === last.seq && this.lines > 1) {
      this.takeBack();
      this.fail(last.line, 'the log has not written it: the line after it has its place');
    } else if (seq === last.seq + 1) {
      // The line after them tells which of the two was changed, or the head file when there is none.
      const known = next?.record?.['previous'] ?? (this.head?.seq === seq ? this.head.hash : undefined);
      const isIntact = known === line.hash;
      if (isIntact) this.takeBack();
      this.fail(isIntact ? last.line : line, 'it was changed: it does not fit the lines around it');
    } else if (seq > last.seq + 1) this.fail(line, `${seq - last.seq - 1} lines are missing before it, or it stood elsewhere`);
    else this.fail(line, 'it is not in its place, or the log has not written it');
    return false;
  }

  private takeBack(): void {
    this.lines -= 1;
    this.last = undefined;
    this.to = this.lines === 0 ? undefined : (this.to as number) - 1;
    if (this.lines === 0) this.from = undefined;
  }

  private fail({ file, number }: LogLine, problem: string): void {
    this.fault ??= { file, line: number, problem };
  }
}

/** What was wrong with a log that a process took up with the record of that number. */
function unfitLog(end: unknown, seq: number): string {
  if (typeof end !== 'number') return 'the log was taken up here without its head file, so records may be missing before it';
  const missing = end - seq + 1;
  if (missing < 1) return `lines before it were changed or added while no process wrote the log: it had ended at record ${end}`;
  return `${missing} ${missing === 1 ? 'record is' : 'records are'} missing before it: the log had ended at record ${end}`;
}

/** Whether the line after it is the record with which the log accounts for a torn line. */
function isAccountFor(next: LogLine | undefined, torn: LogLine): boolean {
  const account = next?.record?.['type'] === 'recovered' ? next.record['torn'] : undefined;
  return isJsonObject(account) && account['sha256'] === torn.hash && next?.file === torn.file;
}
