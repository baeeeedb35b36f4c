import { textContent, type ApprovalRequest, type CallView, type ClientCall } from '@toolrack/contracts';

import { CallTable } from './call-table.js';

const view = (runId: string, parentCallId: string, callId: string) => ({ run: { runId }, parentCallId, callId }) as unknown as CallView;

const clientCall = (callId: string, signal = new AbortController().signal): ClientCall => ({
  callId,
  toolId: 'client:client:pick',
  name: 'pick',
  arguments: { a: 1 },
  signal,
});

const request = (runId: string, parentCallId: string, approvalId: string, signal = new AbortController().signal) =>
  ({
    run: { runId },
    parentCallId,
    approvalId,
    reasons: ['because'],
    tool: { id: 'mcp:a:b' },
    arguments: {},
    signal,
  }) as unknown as ApprovalRequest;

const done = (text: string) => ({ content: textContent(text), isError: false });

describe('CallTable', () => {
  it('hands a client call out and brings its result back', async () => {
    const table = new CallTable();
    const call = table.open('run-1', 'c1');
    table.note(view('run-1', 'c1', 'c1/1'));
    const result = table.handOut('run-1', clientCall('c1/1'));
    expect(await call.next()).toEqual({
      pending: { kind: 'client', callId: 'c1/1', toolId: 'client:client:pick', arguments: { a: 1 } },
    });
    expect(table.giveResult('c1/1', done('x'))).toBe(call);
    expect(await result).toEqual(done('x'));
    table.end(call, done('final'));
    expect(await call.next()).toEqual({ answer: done('final') });
    expect(table.giveResult('c1/1', done('again'))).toBeUndefined();
  });

  it('takes the id of the caller for a result as long as one tool waits', async () => {
    const table = new CallTable();
    const call = table.open('run-1', 'c1');
    table.note(view('run-1', 'c1', 'c1/1'));
    table.note(view('run-1', 'c1', 'c1/2'));
    void table.handOut('run-1', clientCall('c1/1'));
    expect(table.giveResult('c1', done('x'))).toBe(call);
    void table.handOut('run-1', clientCall('c1/1'));
    void table.handOut('run-1', clientCall('c1/2'));
    expect(table.giveResult('c1', done('x'))).toBeUndefined();
  });

  it('keeps calls of two runs apart that have the same id', async () => {
    const table = new CallTable();
    const [first, second] = [table.open('run-1', 'c'), table.open('run-2', 'c')];
    for (const runId of ['run-1', 'run-2']) table.note(view(runId, 'c', 'c/1'));
    void table.handOut('run-1', clientCall('c/1'));
    const result = table.handOut('run-2', clientCall('c/1'));
    expect(await first.next()).toMatchObject({ pending: { callId: 'c/1' } });
    expect(await second.next()).toMatchObject({ pending: { callId: 'run-2/c/1' } });
    table.giveResult('run-2/c/1', done('two'));
    expect(await result).toEqual(done('two'));
    expect(() => table.cancel('c', undefined)).toThrow(/give "run" too/u);
    expect(table.cancel('c', 'run-2')).toBe(true);
    expect([first.signal.aborted, second.signal.aborted]).toEqual([false, true]);
  });

  it('puts an approval to the caller and brings the decision back with edited arguments', async () => {
    const table = new CallTable();
    const call = table.open('run-1', 'c1');
    const decision = table.ask(request('run-1', 'c1', 'a1'));
    expect(await call.next()).toEqual({
      pending: { kind: 'approval', approvalId: 'a1', toolId: 'mcp:a:b', arguments: {}, reasons: ['because'] },
    });
    expect(table.decide('a1', 'allow', { x: 1 })).toBe(call);
    expect(await decision).toMatchObject({ decision: 'allow', arguments: { x: 1 }, by: 'caller' });
    expect(table.decide('a1', 'deny', undefined)).toBeUndefined();
  });

  it('leaves approvals of calls that are not the caller’s to others', async () => {
    expect(await new CallTable().ask(request('run-1', 'c1', 'a1'))).toBeUndefined();
  });

  it('gives the end of a call to a result that comes too late', async () => {
    const table = new CallTable();
    const call = table.open('run-1', 'c1');
    const controller = new AbortController();
    table.note(view('run-1', 'c1', 'c1/1'));
    const result = table.handOut('run-1', clientCall('c1/1', controller.signal));
    await call.next();
    expect(table.cancel('c1/1', undefined)).toBe(true);
    expect(call.signal.aborted).toBe(true);
    controller.abort();
    await expect(result).rejects.toMatchObject({ code: 'ERR_CALL_INTERRUPTED' });
    table.end(call, done('interrupted'));
    expect(await table.giveResult('c1/1', done('late'))?.next()).toEqual({ answer: done('interrupted') });
  });

  it('hands the steps of several waiting tools out one by one', async () => {
    const table = new CallTable();
    const call = table.open('run-1', 'c');
    for (const callId of ['c/1', 'c/2']) {
      table.note(view('run-1', 'c', callId));
      void table.handOut('run-1', clientCall(callId));
    }
    expect(await call.next()).toMatchObject({ pending: { callId: 'c/1' } });
    expect(await table.giveResult('c/1', done('1'))?.next()).toMatchObject({ pending: { callId: 'c/2' } });
    const last = table.giveResult('c/2', done('2'))?.next();
    table.end(call, done('both'));
    expect(await last).toEqual({ answer: done('both') });
  });

  it('refuses an id that is in use and frees it at the end', () => {
    const table = new CallTable();
    const call = table.open('run-1', 'c');
    expect(() => table.open('run-1', 'c')).toThrow(/still running/u);
    table.end(call, done('x'));
    expect(table.open('run-1', 'c')).not.toBe(call);
  });

  it('makes ids that are not in use', () => {
    const table = new CallTable();
    table.open('run-1', 'call-1');
    expect(table.open('run-1', undefined).callId).toBe('call-2');
  });

  it('knows ended calls, so that a late cancel is no mistake', () => {
    const table = new CallTable();
    table.end(table.open('run-1', 'c'), done('x'));
    expect(table.cancel('c', undefined)).toBe(true);
    expect(table.cancel('c', 'run-2')).toBe(false);
    expect(table.cancel('never', undefined)).toBe(false);
  });
});
