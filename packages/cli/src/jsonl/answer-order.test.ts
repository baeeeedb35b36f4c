import { ToolrackError, type JsonValue } from '@toolrack/contracts';

import { AnswerOrder, type AnswerBody } from './answer-order.js';

interface Deferred {
  readonly promise: Promise<AnswerBody>;
  resolve(body: AnswerBody): void;
}

function deferred(): Deferred {
  let resolve: (body: AnswerBody) => void = () => undefined;
  const promise = new Promise<AnswerBody>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

function create(): { order: AnswerOrder; answers: (AnswerBody & { id: JsonValue })[]; log: string[] } {
  const answers: (AnswerBody & { id: JsonValue })[] = [];
  return { order: new AnswerOrder(async (answer) => void answers.push(answer)), answers, log: [] };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('AnswerOrder', () => {
  it('carries requests out one after the other and answers in the order asked', async () => {
    const { order, answers, log } = create();
    const first = deferred();
    order.add(1, false, { run: () => (log.push('first'), first.promise) });
    order.add(2, false, { run: () => (log.push('second'), { b: 2 }) });
    await settle();
    expect(log).toEqual(['first']);
    expect(order.outstanding).toBe(2);
    first.resolve({ a: 1 });
    await settle();
    expect(answers).toEqual([
      { id: 1, a: 1 },
      { id: 2, b: 2 },
    ]);
    expect(order.outstanding).toBe(0);
  });

  it('runs an async request at once and answers it whenever it is done', async () => {
    const { order, answers } = create();
    const [slow, fast] = [deferred(), deferred()];
    order.add('slow', false, { run: () => slow.promise });
    order.add('fast', true, { run: () => fast.promise });
    fast.resolve({});
    await settle();
    expect(answers.map(({ id }) => id)).toEqual(['fast']);
    slow.resolve({});
    await settle();
    expect(answers.map(({ id }) => id)).toEqual(['fast', 'slow']);
  });

  it('lets a request that others wait for act at once, and answers it in its turn', async () => {
    const { order, answers, log } = create();
    const call = deferred();
    order.add('call', false, { run: () => call.promise });
    order.add('cancel', false, {
      runAtOnce: () => {
        log.push('cancelled');
        call.resolve({ interrupted: true });
        return {};
      },
      run: () => ({ never: true }),
    });
    expect(log).toEqual(['cancelled']);
    await settle();
    expect(answers).toEqual([{ id: 'call', interrupted: true }, { id: 'cancel' }]);
  });

  it('tries again in its turn what could not be done at once', async () => {
    const { order, answers } = create();
    let isThere = false;
    const call = deferred();
    order.add(1, false, { run: () => call.promise });
    order.add(2, false, { runAtOnce: () => (isThere ? { done: true } : undefined), run: () => ({ done: false }) });
    isThere = true;
    call.resolve({});
    await settle();
    expect(answers[1]).toEqual({ id: 2, done: true });
  });

  it('turns a failure into an error answer and goes on', async () => {
    const { order, answers } = create();
    const fail = (error: Error) => ({ run: () => Promise.reject(error) });
    order.add(1, false, fail(new ToolrackError('ERR_RUN_REQUEST', 'no', { hint: 'do this' })));
    order.add(2, false, fail(new Error('boom')));
    order.add(3, false, {
      runAtOnce: () => {
        throw new ToolrackError('ERR_PROTOCOL', 'twice');
      },
      run: () => ({}),
    });
    order.add(4, false, { run: () => ({}) });
    await settle();
    expect(answers).toEqual([
      { id: 1, error: { code: 'ERR_RUN_REQUEST', message: 'no', hint: 'do this' } },
      { id: 2, error: { code: 'ERR_PROTOCOL', message: 'The request failed: boom' } },
      { id: 3, error: { code: 'ERR_PROTOCOL', message: 'twice' } },
      { id: 4 },
    ]);
  });

  it('waits for the reader before it starts the next request', async () => {
    const reader = deferred();
    const written: JsonValue[] = [];
    const log: number[] = [];
    const order = new AnswerOrder(async ({ id }) => {
      written.push(id);
      await reader.promise;
    });
    for (const id of [1, 2]) order.add(id, false, { run: () => (log.push(id), {}) });
    await settle();
    expect([written, log]).toEqual([[1], [1]]);
    reader.resolve({});
    await settle();
    expect([written, log]).toEqual([
      [1, 2],
      [1, 2],
    ]);
  });

  it('survives a reader that has gone', async () => {
    const order = new AnswerOrder(() => Promise.reject(new Error('EPIPE')));
    const settled = order.nextSettled();
    order.add(1, false, { run: () => ({}) });
    await settled;
    expect(order.outstanding).toBe(0);
  });
});
