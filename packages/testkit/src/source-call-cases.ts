import assert from 'node:assert/strict';
import { canonicalText } from './canonical-json.js';
import { assertErrorCode, assertJsonSafe, assertResult } from './source-checks.js';
import type { SourceCases } from './source-suite.js';
import { outcome, pause, within } from './timeouts.js';

const callCodes = ['ERR_TOOL_UNAVAILABLE', 'ERR_CALL_TIMEOUT', 'ERR_CALL_INTERRUPTED', 'ERR_CALL_FAILED'];

function registerFailures({ options, timeoutMs, prepare, withSource }: SourceCases): void {
  const { failure } = options.calls;
  if (failure !== undefined) {
    withSource("resolves with isError for a tool's own failure", async (source) => {
      const call = await prepare(source, failure);
      const result = await within(timeoutMs, 'the failing call', source.call(call));
      assertResult(result);
      assert.equal(result.isError, true);
    });
  }
  withSource('answers the call of a tool that it does not have with an error of the contract', async (source) => {
    const call = await prepare(source, options.calls.success);
    const name = 'no_such_tool_qqzzxjkvw';
    const gone = { ...call, name, tool: { ...call.tool, id: `${source.kind}:${source.owner}:${name}`, name } };
    const ended = await within(
      timeoutMs,
      'the call of an unknown tool',
      outcome(() => source.call(gone)),
    );
    if (ended.status === 'rejected') assertErrorCode(ended.reason, callCodes, 'the call of an unknown tool');
    else {
      assertResult(ended.value);
      assert.equal(ended.value.isError, true, 'it does not succeed');
    }
  });
}

function registerCancellation({ options, timeoutMs, prepare, withSource }: SourceCases): void {
  withSource('rejects a call that was cancelled before with ERR_CALL_INTERRUPTED', async (source) => {
    const call = await prepare(source, options.calls.success, AbortSignal.abort());
    const ended = await within(
      timeoutMs,
      'the cancelled call',
      outcome(() => source.call(call)),
    );
    assert.equal(ended.status, 'rejected', 'the call rejects');
    if (ended.status === 'rejected') assertErrorCode(ended.reason, ['ERR_CALL_INTERRUPTED'], 'the cancelled call');
  });
  const { slow } = options.calls;
  if (slow === undefined) return;
  withSource('rejects a running call with ERR_CALL_INTERRUPTED soon after it is cancelled', async (source) => {
    const controller = new AbortController();
    const call = await prepare(source, slow, controller.signal);
    const pending = outcome(() => source.call(call));
    await pause(50);
    controller.abort();
    const ended = await within(Math.min(timeoutMs, 900), 'the cancelled call', pending);
    assert.equal(ended.status, 'rejected', 'the call rejects');
    if (ended.status === 'rejected') assertErrorCode(ended.reason, ['ERR_CALL_INTERRUPTED'], 'the cancelled call');
  });
  withSource('leaves other calls alone when one is cancelled', async (source) => {
    const controller = new AbortController();
    const cancelled = await prepare(source, slow, controller.signal);
    const other = await prepare(source, options.calls.success);
    const pending = outcome(() => source.call(cancelled));
    const healthy = source.call(other);
    controller.abort();
    assertResult(await within(timeoutMs, 'the other call', healthy));
    await within(timeoutMs, 'the cancelled call', pending);
  });
  withSource('does not leave a running call unsettled when it is disposed', async (source) => {
    const call = await prepare(source, slow);
    const pending = outcome(() => source.call(call));
    await pause(30);
    await within(timeoutMs, 'dispose', Promise.resolve(source.dispose?.()));
    await within(timeoutMs, 'the call that was running at disposal', pending);
  });
}

/** Cases about calls. */
export function registerSourceCalls(cases: SourceCases): void {
  const { options, timeoutMs, prepare, withSource } = cases;
  const { success } = options.calls;
  withSource('answers a call with a result of the promised shape', async (source) => {
    const result = await within(timeoutMs, 'the call', source.call(await prepare(source, success)));
    assertResult(result);
    assert.notEqual(result.isError, true, 'the call of the case success succeeds');
    assertJsonSafe(result.content, 'content');
  });
  withSource('does not change the arguments of a call', async (source) => {
    const call = await prepare(source, success);
    const before = canonicalText(call.arguments);
    await within(timeoutMs, 'the call', source.call(call));
    assert.equal(canonicalText(call.arguments), before);
  });
  withSource('carries out frozen arguments', async (source) => {
    const call = await prepare(source, success);
    const frozen = { ...call, arguments: Object.freeze({ ...call.arguments }) };
    assertResult(await within(timeoutMs, 'the call', source.call(Object.freeze(frozen))));
  });
  withSource('carries out calls and lists at the same time', async (source) => {
    const calls = [await prepare(source, success), await prepare(source, success)];
    const all = Promise.all([...calls.map((call) => source.call(call)), source.list({ signal: new AbortController().signal })] as const);
    for (const result of (await within(timeoutMs * 2, 'calls beside a list', all)).slice(0, 2)) {
      assertResult(result as Parameters<typeof assertResult>[0]);
    }
  });
  registerFailures(cases);
  registerCancellation(cases);
}
