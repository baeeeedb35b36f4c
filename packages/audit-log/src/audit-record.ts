import type { JsonValue, Scope } from '@toolrack/contracts';

/** Who did something, in which run. */
interface Actor {
  readonly runId: string;
  readonly scope: Scope;
}

/** One call of a real tool, never of a control. */
interface CallFacts extends Actor {
  readonly callId: string;
  /** The model's call that led to it, when that is another one. */
  readonly parentCallId?: string;
  readonly tool: string;
  /** Digest of the definition that was called; absent when it is not known. */
  readonly digest?: string;
}

/** What happened; the log adds `seq`, `at`, `previous` and perhaps `mac`. */
export type AuditRecord =
  /**
   * The chain begins, goes on in a new file, or goes on after a restart; `keyId` names the key of the codes. `unfit`: the lines before it do not
   * end where the head file said, or (empty) there was no head file.
   */
  | {
      readonly type: 'opened' | 'continued' | 'resumed';
      readonly version: 1;
      readonly pid: number;
      readonly keyId?: string;
      readonly unfit?: { readonly seq?: number; readonly hash?: string };
    }
  | { readonly type: 'closed' }
  /** The line before was cut off when the process died; these are its bytes. */
  | { readonly type: 'recovered'; readonly torn: { readonly bytes: number; readonly sha256: string } }
  /** Records that could not be written. */
  | { readonly type: 'lost'; readonly records: number }
  | (Actor & { readonly type: 'run'; readonly tools: number; readonly digest: string })
  | (Actor & { readonly type: 'end'; readonly searches: number; readonly describes: number; readonly calls: number })
  | (Actor & { readonly type: 'search'; readonly hits: number; readonly durationMs: number })
  | (Actor & { readonly type: 'describe'; readonly tool: string; readonly digest?: string })
  /** Somebody refuses: a policy, a rule about arguments, an approver. */
  | (CallFacts & {
      readonly type: 'denied';
      readonly code: string;
      readonly rule?: string;
      readonly plugin?: string;
      readonly reason: string;
    })
  /** A name that leads to no tool of the run, or to one that is denied: `called` is what the model called, `reason` names what it asked for. */
  | (Actor & { readonly type: 'unknown'; readonly callId: string; readonly called: string; readonly reason: string })
  | (CallFacts & { readonly type: 'asked'; readonly approvalId: string; readonly reasons: readonly string[] })
  | (CallFacts & {
      readonly type: 'answered';
      readonly approvalId: string;
      readonly decision: 'allow' | 'deny';
      readonly edited: boolean;
      readonly by?: string;
      readonly reason?: string;
    })
  /** The call is about to be made; written before it is. */
  | (CallFacts & { readonly type: 'call'; readonly arguments?: JsonValue })
  /** The call is over; written before its answer is given. */
  | (CallFacts & {
      readonly type: 'outcome';
      readonly outcome: 'ok' | 'tool-error' | 'failed';
      readonly code?: string;
      readonly reason?: string;
      readonly durationMs: number;
    })
  /** A plugin failed at a decision; the runtime decided as its table says. */
  | {
      readonly type: 'fault';
      readonly plugin: string;
      readonly hook: string;
      readonly reason: string;
      readonly runId?: string;
      readonly tool?: string;
    };
