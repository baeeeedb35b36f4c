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
  /** Good records before the fault, or all of them. */
  readonly lines: number;
  /** Numbers of the first and the last good record. */
  readonly from?: number;
  readonly to?: number;
  /** Absent when every line is as it was written and nothing is missing at the end. */
  readonly fault?: AuditFault;
  /** What was not checked, and what an operator may want to know. */
  readonly notes: readonly string[];
}
