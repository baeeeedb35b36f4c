import type { Scope } from '@toolrack/contracts';

import type { ActivityRecord, CallRecord } from './activity-record.js';

/** What one run did. */
export interface RunActivity {
  readonly scopeId: string;
  readonly runId: string;
  readonly scope: Scope;
  readonly startedAt: number;
  /** Absent while the run goes on, or when its process was killed. */
  readonly endedAt?: number;
  /** Tools of the catalog; absent when the start of the run is not in the file. */
  readonly tools?: number;
  /** Tool schemas that the model saw at the start. */
  readonly visible?: number;
  readonly searches: number;
  readonly describes: number;
  readonly calls: number;
  /** Calls that failed or were denied. */
  readonly failedCalls: number;
  /** Calls by the kind of source that they were for. */
  readonly callsBySource: Readonly<Record<string, number>>;
  readonly callRecords: readonly CallRecord[];
}

type Draft = { -readonly [Key in keyof RunActivity]: RunActivity[Key] } & {
  callRecords: CallRecord[];
  callsBySource: Record<string, number>;
};

/** Groups records by run, in the order in which the runs first appear. */
export function summariseActivity(records: readonly ActivityRecord[]): readonly RunActivity[] {
  const runs = new Map<string, Draft>();
  for (const record of records) {
    if (record.type === 'loss') continue;
    const { scopeId, runId, at } = record;
    const run = runs.get(scopeId) ?? draft(scopeId, runId, at);
    runs.set(scopeId, run);
    count(run, record);
  }
  return [...runs.values()];
}

function draft(scopeId: string, runId: string, startedAt: number): Draft {
  const counters = { searches: 0, describes: 0, calls: 0, failedCalls: 0 };
  return {
    scopeId,
    runId,
    scope: {},
    startedAt,
    ...counters,
    callsBySource: Object.create(null) as Record<string, number>,
    callRecords: [],
  };
}

function count(run: Draft, record: Exclude<ActivityRecord, { type: 'loss' }>): void {
  switch (record.type) {
    case 'run':
      run.scope = record.scope;
      run.startedAt = record.at;
      run.tools = record.tools;
      run.visible = record.visible;
      break;
    case 'search':
      run.searches += 1;
      break;
    case 'describe':
      run.describes += 1;
      break;
    case 'call':
      run.calls += 1;
      run.failedCalls += record.isError ? 1 : 0;
      run.callsBySource[record.source] = (run.callsBySource[record.source] ?? 0) + 1;
      run.callRecords.push(record);
      break;
    case 'end':
      run.endedAt = record.at;
      // The run counts what never reached a hook too: blank searches, look-ups of unknown tools.
      run.searches = Math.max(run.searches, record.searches);
      run.describes = Math.max(run.describes, record.describes);
      run.calls = Math.max(run.calls, record.calls);
  }
}
