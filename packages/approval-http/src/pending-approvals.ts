import {
  approval,
  approverView,
  Redactor,
  type ApprovalDecision,
  type ApprovalRequest,
  type JsonObject,
  type JsonValue,
  type RememberOptions,
  visibleJson,
  visibleText,
} from '@toolrack/contracts';

/** A request as approvers see it, without secrets. */
export interface ShownApproval {
  readonly id: string;
  readonly tool: JsonObject;
  readonly reasons: readonly string[];
  /** Redacted, with hidden characters shown as `\u{…}`. */
  readonly arguments: JsonValue;
  /** SHA-256 over the canonical JSON of the true arguments; a decision must name it. */
  readonly argumentsDigest: string;
  readonly scope: JsonObject;
  readonly runId: string;
  readonly callId: string;
  /** Milliseconds since the epoch. */
  readonly requestedAt: number;
  readonly deadline: number;
}

/** What an approver sends. */
export interface Verdict {
  readonly action: 'allow' | 'deny' | 'edit';
  readonly by: string;
  readonly argumentsDigest: string;
  readonly reason?: string;
  /** With `edit`: the whole arguments, or a JSON merge patch (RFC 7396) on the true ones, so that nobody has to see their secrets. */
  readonly arguments?: JsonObject;
  readonly merge?: JsonObject;
  readonly remember?: RememberOptions;
}

interface Pending {
  readonly request: ApprovalRequest;
  readonly shown: ShownApproval;
  readonly settle: (decision: ApprovalDecision, verdict?: Verdict) => void;
}

/** How a verdict was taken; `refused` says why edited arguments cannot be used, and that the approval goes on waiting. */
export type Outcome = { readonly how: 'decided' | 'unknown' | 'other-arguments' } | { readonly how: 'refused'; readonly problem: string };

/** What an edit makes of the arguments, or what is wrong with it, in words. */
export type ReadEdit = (verdict: Verdict, request: ApprovalRequest) => JsonObject | string;

const redactor = new Redactor();

function show(request: ApprovalRequest): ShownApproval {
  const { tool, run } = request;
  const { reasons, arguments: given } = approverView(request);
  return {
    id: request.approvalId,
    tool: { id: visibleText(tool.id), digest: tool.digest, trust: tool.trust, description: visibleText(redactor.text(tool.description)) },
    reasons,
    arguments: visibleJson(given),
    argumentsDigest: request.argumentsDigest,
    scope: { ...run.scope },
    runId: run.runId,
    callId: request.callId,
    requestedAt: Date.now(),
    deadline: request.deadline,
  };
}

/** The requests that wait for an approver. Each is settled exactly once: by a verdict, its deadline, its call's end, or `close`. */
export class PendingApprovals {
  private readonly pending = new Map<string, Pending>();
  private closed = false;

  constructor(
    private readonly most: number,
    private readonly readEdit: ReadEdit,
  ) {}

  list(): readonly ShownApproval[] {
    return [...this.pending.values()].map(({ shown }) => shown);
  }

  get(id: string): ShownApproval | undefined {
    return this.pending.get(id)?.shown;
  }

  /** `onVerdict` learns who decided what; a request that cannot wait is denied at once. */
  ask(request: ApprovalRequest, onVerdict: (decision: ApprovalDecision, verdict: Verdict | undefined) => void): Promise<ApprovalDecision> {
    const refusal = this.refusalOf(request);
    if (refusal !== undefined) return Promise.resolve(approval('deny', { by: 'queue', reason: refusal }));
    return new Promise((resolve) => {
      const settle = (decision: ApprovalDecision, verdict?: Verdict): void => {
        if (!this.pending.delete(request.approvalId)) return;
        clearTimeout(timer);
        request.signal.removeEventListener('abort', cancel);
        onVerdict(decision, verdict);
        resolve(decision);
      };
      const deny = (reason: string): void => settle(approval('deny', { by: 'queue', reason }));
      const cancel = (): void => deny('the call was cancelled');
      const timer = setTimeout(() => deny('nobody decided in time'), Math.min(request.deadline - Date.now(), 2 ** 31 - 1));
      request.signal.addEventListener('abort', cancel, { once: true });
      this.pending.set(request.approvalId, { request, shown: show(request), settle });
    });
  }

  /** The digest binds a verdict to the arguments that the approver saw. `onEdit` is told of an edit right before the call goes on with it. */
  decide(id: string, verdict: Verdict, onEdit: (request: ApprovalRequest) => void): Outcome {
    const found = this.pending.get(id);
    if (found === undefined) return { how: 'unknown' };
    const { request } = found;
    if (request.argumentsDigest !== verdict.argumentsDigest) return { how: 'other-arguments' };
    const edited = verdict.action === 'edit' ? this.readEdit(verdict, request) : undefined;
    if (typeof edited === 'string') return { how: 'refused', problem: edited };
    if (edited !== undefined) onEdit(request);
    found.settle(decisionOf(verdict, edited), verdict);
    return { how: 'decided' };
  }

  close(): void {
    this.closed = true;
    for (const { settle } of [...this.pending.values()]) settle(approval('deny', { by: 'queue', reason: 'Toolrack is shutting down' }));
  }

  private refusalOf(request: ApprovalRequest): string | undefined {
    if (this.closed) return 'Toolrack is shutting down';
    if (request.signal.aborted) return 'the call was cancelled';
    if (request.deadline <= Date.now()) return 'nobody decided in time';
    if (this.pending.size >= this.most) return 'too many requests wait for an approval';
    return undefined;
  }
}

function decisionOf({ action, by, reason }: Verdict, edited: JsonObject | undefined): ApprovalDecision {
  const told = { by, ...(reason === undefined ? {} : { reason }) };
  return approval(action === 'deny' ? 'deny' : 'allow', { ...told, ...(edited === undefined ? {} : { arguments: edited }) });
}
