import assert from 'node:assert/strict';
import { type ApprovalDecision, type ApprovalRequest, type CallPeer, isApprovalDecision, type Plugin } from '@toolrack/contracts';
import { canonicalDigest } from './canonical-json.js';
import { fixtureRun } from './fixture-run.js';
import { fixtureTool } from './fixture-tool.js';
import { checkFunction, checkKeys, checkText } from './options.js';
import { resolveRunner, type SuiteRunner } from './runner.js';
import { createTestHost, type TestHost } from './test-host.js';
import { outcome, pause, type Settled, within } from './timeouts.js';

/** An approval channel with a person at its other end. */
export interface ApprovalHarness {
  readonly plugin: Plugin;
  /** The client behind the calls, for a channel that asks through it. */
  readonly peer?: CallPeer;
  /** Plays the person: waits until the request is shown, then answers it. */
  readonly answer: (decision: 'allow' | 'deny', request: ApprovalRequest) => void | Promise<void>;
  readonly dispose?: () => void | Promise<void>;
}

/** What `testApproval` takes. */
export interface ApprovalSuiteOptions {
  /** Name of the `describe` block. */
  readonly name: string;
  /** Makes a fresh channel; called once a case. */
  readonly create: () => ApprovalHarness | Promise<ApprovalHarness>;
  /** Longest real time of one answered request in milliseconds (5,000). */
  readonly timeoutMs?: number;
  readonly runner?: SuiteRunner;
}

type Decided = ApprovalDecision | undefined;
type Ask = (request: ApprovalRequest) => Promise<Decided>;
type Body = (harness: ApprovalHarness, ask: Ask, host: TestHost) => Promise<void>;

let counter = 0;

function requestWith(extra: Partial<ApprovalRequest> = {}): ApprovalRequest {
  counter += 1;
  const callArguments = { repository: 'toolrack', number: counter };
  return Object.freeze({
    run: fixtureRun(),
    callId: `call-${String(counter)}`,
    parentCallId: `parent-${String(counter)}`,
    tool: fixtureTool({ id: 'mcp:tracker:close_issue', description: 'Close an issue.' }),
    arguments: Object.freeze(callArguments),
    signal: new AbortController().signal,
    approvalId: `approval-${String(counter)}`,
    reasons: Object.freeze(['a rule asks for it']),
    argumentsDigest: canonicalDigest(callArguments),
    deadline: Date.now() + 60_000,
    ...extra,
  });
}

/** Asks the taps in order, as the kernel does: the first answer that is not `undefined` counts. */
async function askTaps(host: TestHost, request: ApprovalRequest): Promise<Decided> {
  for (const { tap } of host.taps('approve')) {
    const decision = await tap(request);
    if (decision !== undefined) return decision;
  }
  return undefined;
}

function assertDecision(decision: Decided, wanted: 'allow' | 'deny'): void {
  assert.ok(isApprovalDecision(decision), `the answer is no value of approval(): ${JSON.stringify(decision)}`);
  assert.equal(decision.decision, wanted);
  if (decision.arguments !== undefined) {
    assert.ok(typeof decision.arguments === 'object' && !Array.isArray(decision.arguments), 'edited arguments are an object');
  }
}

function assertNotAllowed(ended: Settled<Decided>, when: string): void {
  if (ended.status === 'fulfilled') assert.notEqual(ended.value?.decision, 'allow', `allowed ${when}`);
}

/** What is written to standard output while the body runs. */
async function standardOutputOf(body: () => Promise<void>): Promise<string> {
  const { stdout } = process;
  const write = stdout.write.bind(stdout);
  let written = '';
  stdout.write = (chunk: unknown, ...rest: unknown[]) => {
    written += typeof chunk === 'string' ? chunk : '';
    return (write as (...all: unknown[]) => boolean)(chunk, ...rest);
  };
  try {
    await body();
  } finally {
    stdout.write = write;
  }
  return written;
}

function registerAnswers(withChannel: (name: string, body: Body) => void, timeoutMs: number): void {
  for (const decision of ['allow', 'deny'] as const) {
    withChannel(`hands on the answer ${decision} with the brand of approval()`, async (harness, ask) => {
      const request = requestWith();
      const asked = ask(request);
      await within(timeoutMs, 'the answer', Promise.resolve(harness.answer(decision, request)));
      assertDecision(await within(timeoutMs, 'the decision', asked), decision);
    });
  }
  withChannel('gives each of two requests its own answer', async (harness, ask) => {
    const [first, second] = [requestWith(), requestWith()];
    const [one, other] = [ask(first), ask(second)];
    await within(timeoutMs, 'the answer', Promise.resolve(harness.answer('allow', first)));
    assertDecision(await within(timeoutMs, 'the first decision', one), 'allow');
    await within(timeoutMs, 'the answer', Promise.resolve(harness.answer('deny', second)));
    assertDecision(await within(timeoutMs, 'the second decision', other), 'deny');
  });
  withChannel('writes nothing to standard output', async (harness, ask) => {
    const written = await standardOutputOf(async () => {
      const request = requestWith();
      const asked = ask(request);
      await within(timeoutMs, 'the answer', Promise.resolve(harness.answer('deny', request)));
      await within(timeoutMs, 'the decision', asked);
    });
    assert.equal(written, '', 'standard output belongs to protocols');
  });
}

function registerSilence(withChannel: (name: string, body: Body) => void, timeoutMs: number): void {
  withChannel('does not allow without an answer and settles at the deadline', async (_harness, ask) => {
    const asked = outcome(() => ask(requestWith({ deadline: Date.now() + 200 })));
    assertNotAllowed(await within(200 + timeoutMs, 'a request past its deadline', asked), 'without an answer');
  });
  withChannel('does not allow a request whose deadline is over', async (_harness, ask) => {
    const asked = outcome(() => ask(requestWith({ deadline: Date.now() - 1000 })));
    assertNotAllowed(await within(timeoutMs, 'a request after its deadline', asked), 'after the deadline');
  });
  withChannel('settles without allowing when the call is cancelled', async (_harness, ask) => {
    const controller = new AbortController();
    const asked = outcome(() => ask(requestWith({ signal: controller.signal })));
    await pause(30);
    controller.abort();
    assertNotAllowed(await within(timeoutMs, 'a cancelled request', asked), 'after cancellation');
    const late = outcome(() => ask(requestWith({ signal: AbortSignal.abort() })));
    assertNotAllowed(await within(timeoutMs, 'a request that was cancelled before', late), 'after cancellation');
  });
  withChannel('can still ask after a request that nobody answered', async (harness, ask) => {
    const silent = outcome(() => ask(requestWith({ deadline: Date.now() + 50 })));
    await within(50 + timeoutMs, 'the request that nobody answered', silent);
    const request = requestWith();
    const asked = ask(request);
    await within(timeoutMs, 'the answer', Promise.resolve(harness.answer('allow', request)));
    assertDecision(await within(timeoutMs, 'the decision', asked), 'allow');
  });
  withChannel('settles what is being asked without allowing it when it is disposed', async (_harness, ask, host) => {
    const asked = outcome(() => ask(requestWith()));
    await pause(30);
    await within(timeoutMs, 'dispose', host.dispose());
    assertNotAllowed(await within(timeoutMs, 'the request that was open at disposal', asked), 'at disposal');
  });
}

/** Registers the contract suite of an approval channel: answers, silence, cancellation and disposal, as cases of their own. */
export function testApproval(options: ApprovalSuiteOptions): void {
  checkKeys('The options of testApproval', options, { required: ['name', 'create'], optional: ['timeoutMs', 'runner'] });
  checkText('name', options.name);
  checkFunction('create', options.create);
  const { describe, it } = resolveRunner(options.runner);
  const withChannel = (name: string, body: Body): void => {
    it(name, async () => {
      const harness = await options.create();
      checkKeys('What create returns', harness, { required: ['plugin', 'answer'], optional: ['peer', 'dispose'] });
      const host = await createTestHost(harness.plugin);
      try {
        assert.ok(host.taps('approve').length > 0, `${harness.plugin.name} taps approve`);
        const { peer } = harness;
        await body(harness, (request) => askTaps(host, peer === undefined ? request : { ...request, peer }), host);
      } finally {
        await host.dispose();
        await harness.dispose?.();
      }
    });
  };
  describe(`${options.name} keeps the contract of an approval channel`, () => {
    registerAnswers(withChannel, options.timeoutMs ?? 5000);
    registerSilence(withChannel, options.timeoutMs ?? 5000);
  });
}
