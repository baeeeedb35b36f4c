import type { ApprovalRequest, Events, ToolrackEvent } from '@toolrack/contracts';

/** How long an edit's answer waits for what becomes of the call, in milliseconds: the arguments are looked at at once, a free slot is not waited for. */
const longestWaitMs = 250;

type CallEvent = Extract<ToolrackEvent, { readonly runId: string; readonly callId: string }>;

/** What becomes of calls whose arguments an approver has edited. */
export class EditOutcomes {
  private readonly waiting = new Map<string, (problem: string | undefined) => void>();

  constructor(events: Pick<Events, 'on'>) {
    const settle = ({ runId, callId }: CallEvent, problem?: string): void => this.waiting.get(keyOf(runId, callId))?.(problem);
    events.on('call:failed', (event) => settle(event, event.code === 'ERR_CALL_ARGUMENTS' ? event.reason : undefined));
    events.on('call:denied', (event) => settle(event, 'a rule denies the call with these arguments'));
    for (const name of ['call:started', 'call:completed'] as const) events.on(name, (event) => settle(event));
  }

  /** To be asked before the decision is handed over; resolves with why the call was not made, or `undefined`. */
  of({ run, callId }: ApprovalRequest): Promise<string | undefined> {
    const key = keyOf(run.runId, callId);
    return new Promise((resolve) => {
      const end = (problem?: string): void => {
        clearTimeout(timer);
        this.waiting.delete(key);
        resolve(problem);
      };
      const timer = setTimeout(end, longestWaitMs);
      this.waiting.set(key, end);
    });
  }
}

function keyOf(runId: string, callId: string): string {
  return JSON.stringify([runId, callId]);
}
