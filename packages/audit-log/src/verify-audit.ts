import { existsSync, readFileSync } from 'node:fs';

import { reasonOf } from '@toolrack/contracts';

import type { AuditFault, AuditVerdict } from './audit-verdict.js';
import { parseHead, type ChainHead } from './chain.js';
import { ChainCheck } from './chain-check.js';
import { linesOf, type LogLine } from './log-lines.js';
import { partsOf } from './log-parts.js';

/** What `verifyAudit` needs to know. */
export interface VerifyOptions {
  /** Key of the codes; without it a log that somebody wrote anew as a whole cannot be told from the real one. */
  readonly key?: string;
}

/**
 * Checks the log `file` with every part of it that was set aside beside it. A log whose last part is gone while its head file or older parts are
 * there is not whole.
 */
export function verifyLog(file: string, options: VerifyOptions = {}): AuditVerdict {
  const verdict = verifyAudit(partsOf(file), options);
  if (verdict.fault !== undefined && verdict.files.length > 0) return verdict;
  if (existsSync(file)) return verdict;
  const head = existsSync(`${file}.head`) ? parseHead(readFileSync(`${file}.head`, 'utf8'), options.key) : undefined;
  const end = head === undefined ? '' : `: the last record written is ${head.seq}`;
  return { ...verdict, fault: { file, problem: `it is missing, and with it the end of the log${end}` } };
}

/** Checks the parts of one log, oldest first, up to the first bad line. The end is checked when the last part has its head file beside it. */
export function verifyAudit(files: readonly string[], options: VerifyOptions = {}): AuditVerdict {
  const lastFile = files.at(-1);
  const headFile = `${lastFile}.head`;
  const head = existsSync(headFile) ? parseHead(readFileSync(headFile, 'utf8'), options.key) : undefined;
  const check = new ChainCheck(options.key, head);
  let unreadable: AuditFault | undefined;
  try {
    let line: LogLine | undefined;
    for (const next of linesOf(files)) {
      if (line !== undefined) check.take(line, next);
      line = next;
      if (check.fault !== undefined) break;
    }
    if (line !== undefined && check.fault === undefined) check.take(line, undefined);
  } catch (error) {
    unreadable = { file: String((error as NodeJS.ErrnoException).path ?? lastFile), problem: `cannot be read: ${reasonOf(error)}` };
  }
  const fault = check.fault ?? unreadable ?? endFault(check, lastFile, head, options.key);
  const { lines, from, to, notes } = check;
  const range = from === undefined || to === undefined ? {} : { from, to };
  return { files, lines, ...range, ...(fault === undefined ? {} : { fault }), notes };
}

/** Whether the log ends where its head file says. */
function endFault(
  check: ChainCheck,
  file: string | undefined,
  head: ChainHead | undefined,
  key: string | undefined,
): AuditFault | undefined {
  const { notes, to } = check;
  if (file === undefined || to === undefined) return { file: file ?? '', problem: 'holds no records' };
  if (/\.\d+$/u.test(file)) return void notes.push(`${file} is not the last part, so the end of the log was not checked`);
  if (check.torn !== undefined) notes.push(`${file}: the last line is cut off, as when the process died`);
  if (!existsSync(`${file}.head`)) return { file, problem: `its head file ${file}.head is missing, so records may be missing at the end` };
  if (head === undefined) return { file: `${file}.head`, problem: `it is no head file${key === undefined ? '' : ' of this key'}` };
  if (head.seq > to) {
    const missing = head.seq - to;
    const many = missing === 1 ? '1 record is' : `${missing} records are`;
    return { file, problem: `${many} missing at the end: the last one written is ${head.seq}` };
  }
  if (!check.endsAt(head)) {
    check.failAtEnd('it was changed, or the log has not written it: it does not fit the head file');
    return check.fault;
  }
  if (key === undefined) {
    const reason = check.hasCodes ? 'no key was given' : 'the log was written without a key';
    notes.push(`${reason}: whoever could write to the folder could also have written the whole log anew`);
  }
  if (!check.isClosed) notes.push(`${file}: the log was not closed: its process still runs, or it died`);
  return undefined;
}
