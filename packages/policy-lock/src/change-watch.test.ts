import { jest } from '@jest/globals';

import { ChangeWatch } from './change-watch.js';

const open = new AbortController().signal;

describe('ChangeWatch', () => {
  let asked = 0;
  let watch: ChangeWatch;
  beforeEach(() => {
    jest.useFakeTimers();
    asked = 0;
    watch = new ChangeWatch(() => void (asked += 1));
  });
  afterEach(() => {
    watch.close();
    expect(jest.getTimerCount()).toBe(0);
    jest.useRealTimers();
  });

  /** Whether a promise has settled by now. */
  async function isOver(promise: Promise<unknown> | undefined): Promise<boolean> {
    let over = promise === undefined;
    void promise?.then(() => (over = true));
    await jest.advanceTimersByTimeAsync(0);
    return over;
  }

  it('asks for a new list at once, and lets calls of that source alone wait until it is there', async () => {
    watch.announced('mcp:a');
    expect(asked).toBe(1);
    const waiting = watch.settled('mcp:a', open);
    expect([await isOver(waiting), await isOver(watch.settled('mcp:b', open))]).toEqual([false, true]);
    watch.listed('mcp:b');
    expect(await isOver(waiting)).toBe(false);
    watch.listed('mcp:a');
    expect([await isOver(waiting), await isOver(watch.settled('mcp:a', open))]).toEqual([true, true]);
  });

  it('asks again for what was told of while the list was under way, and waits for that too', async () => {
    watch.announced('mcp:a');
    watch.announced('mcp:a');
    const waiting = watch.settled('mcp:a', open);
    expect(asked).toBe(1);
    watch.listed('mcp:a');
    await jest.advanceTimersByTimeAsync(100);
    expect([asked, await isOver(waiting)]).toEqual([2, false]);
    watch.listed('mcp:a');
    expect(await isOver(waiting)).toBe(true);
  });

  it('does not list a source without end that tells of a change with every list', async () => {
    const always = new ChangeWatch(() => {
      asked += 1;
      always.announced('mcp:a');
      queueMicrotask(() => always.listed('mcp:a'));
    });
    always.announced('mcp:a');
    await jest.advanceTimersByTimeAsync(1_000);
    expect(asked).toBeLessThanOrEqual(11);
    expect(asked).toBeGreaterThan(5);
    always.close();
  });

  it('lets one call wait two seconds for a source that does not answer, and no other after it', async () => {
    watch.announced('mcp:a');
    const waiting = watch.settled('mcp:a', open);
    await jest.advanceTimersByTimeAsync(1_999);
    expect(await isOver(waiting)).toBe(false);
    await jest.advanceTimersByTimeAsync(1);
    expect([await isOver(waiting), watch.settled('mcp:a', open)]).toEqual([true, undefined]);
    watch.listed('mcp:a');
    watch.announced('mcp:a');
    expect(await isOver(watch.settled('mcp:a', open))).toBe(false);
  });

  it('ends the wait with its call, and all waits with itself', async () => {
    const call = new AbortController();
    watch.announced('mcp:a');
    const [cancelled, waiting] = [watch.settled('mcp:a', call.signal), watch.settled('mcp:a', open)];
    call.abort();
    expect([await isOver(cancelled), await isOver(waiting), watch.settled('mcp:a', call.signal)]).toEqual([true, false, undefined]);
    watch.close();
    expect(await isOver(waiting)).toBe(true);
  });
});
