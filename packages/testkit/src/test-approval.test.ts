import { approval, type ApprovalDecision, type ApprovalRequest, definePlugin } from '@toolrack/contracts';
import { collectSuite, testApproval, type ApprovalHarness, type SuiteRunner } from './index.js';

type Answered = ApprovalDecision | undefined;
interface Pending {
  readonly request: ApprovalRequest;
  readonly settle: (decision: Answered) => void;
}

/** A channel in memory. */
class Desk {
  readonly open = new Map<string, Pending>();
  ask(request: ApprovalRequest): Promise<Answered> {
    return new Promise((resolve) => {
      const settle = (decision: Answered): void => {
        clearTimeout(timer);
        this.open.delete(request.approvalId);
        resolve(decision);
      };
      const timer = setTimeout(() => settle(undefined), Math.max(0, request.deadline - Date.now())).unref();
      if (request.signal.aborted) settle(undefined);
      else request.signal.addEventListener('abort', () => settle(undefined), { once: true });
      this.open.set(request.approvalId, { request, settle });
    });
  }
  async answer(decision: 'allow' | 'deny', { approvalId }: ApprovalRequest): Promise<void> {
    while (!this.open.has(approvalId)) await new Promise((next) => setTimeout(next, 1));
    this.open.get(approvalId)?.settle(approval(decision));
  }
  close(): void {
    for (const { settle } of [...this.open.values()]) settle(undefined);
  }
}
type Tap = (desk: Desk, request: ApprovalRequest) => Answered | Promise<Answered>;

const harness = (tap: Tap = (desk, request) => desk.ask(request), closes = true): ApprovalHarness => {
  const desk = new Desk();
  const plugin = definePlugin({
    name: '@example/approval-desk',
    version: '1.0.0',
    api: '^1',
    apply: (host) => {
      host.hooks.approve.tap((request) => tap(desk, request));
      if (closes) host.onDispose(() => desk.close());
    },
  })();
  return { plugin, answer: (decision, request) => desk.answer(decision, request), dispose: () => desk.close() };
};

testApproval({ name: 'the desk', create: () => harness() });

describe('testApproval', () => {
  it.each<[string, () => ApprovalHarness, RegExp]>([
    [
      'answers plain objects',
      () =>
        harness(async (desk, request) => {
          const answer = await desk.ask(request);
          return answer && { decision: answer.decision };
        }),
      /no value of approval/u,
    ],
    ['allows what was denied', () => harness(async (desk, request) => (await desk.ask(request)) && approval('allow')), /'deny'/u],
    [
      'allows at the deadline',
      () => harness(async (desk, request) => (await desk.ask(request)) ?? approval('allow')),
      /allowed without an answer/u,
    ],
    [
      'waits past the deadline',
      () => harness((desk, request) => desk.ask({ ...request, deadline: request.deadline + 60_000 })),
      /did not settle/u,
    ],
    [
      'ignores cancellation',
      () => harness((desk, request) => desk.ask({ ...request, signal: new AbortController().signal })),
      /did not settle/u,
    ],
    [
      'writes to standard output',
      () =>
        harness((desk, request) => {
          process.stdout.write(' ');
          return desk.ask(request);
        }),
      /standard output belongs/u,
    ],
    [
      'ignores disposal',
      () => harness((desk, request) => desk.ask({ ...request, deadline: Date.now() + 60_000 }), false),
      /did not settle/u,
    ],
    [
      'taps nothing',
      () => ({ ...harness(), plugin: definePlugin({ name: '@example/none', version: '1.0.0', api: '^1', apply: () => undefined })() }),
      /taps approve/u,
    ],
    ['brings unknown keys', () => ({ ...harness(), timeout: 1 }) as never, /unknown key "timeout"/u],
  ])('fails a channel that %s', async (_name, create, message) => {
    const outcomes = await collectSuite((runner) => {
      testApproval({ name: 'mutant', create, timeoutMs: 120, runner });
    });
    expect(outcomes.map(({ error }) => String(error)).join('\n')).toMatch(message);
  });
  it.each([
    [{ retries: 1 }, /unknown key "retries"/u],
    [{ name: '' }, /non-blank/u],
    [{ create: 1 }, /function/u],
  ])('refuses the options %#', (options, message) => {
    const runner: SuiteRunner = { describe: (_name, body) => body(), it: () => undefined };
    expect(() => testApproval({ name: 'x', create: () => harness(), runner, ...options } as never)).toThrow(message);
  });
});
