import { checkCallSize } from './call-size.js';

describe('checkCallSize', () => {
  it('lets pass what a call may hold, and refuses more with what to do', () => {
    const list = (length: number): unknown => ({ id: 'x', args: { rows: Array.from({ length }, () => ({ a: 1 })) } });
    expect(() => checkCallSize(list(5_000), 10_000)).not.toThrow();
    expect(() => checkCallSize(list(6_000), 10_000)).toThrow('hold more than 10000 values');
    for (const value of [undefined, null, 'text', 5, [], {}]) expect(() => checkCallSize(value, 1)).not.toThrow();
  });

  it('costs little for a million members, in breadth and in depth, and survives a circle', () => {
    const started = process.cpuUsage();
    expect(() => checkCallSize({ list: Array.from({ length: 1_000_000 }, () => []) }, 50_000)).toThrow('50000');
    let deep: unknown = [];
    for (let depth = 0; depth < 200_000; depth += 1) deep = [deep];
    expect(() => checkCallSize(deep, 50_000)).toThrow('50000');
    const circle: unknown[] = [];
    circle.push(circle);
    expect(() => checkCallSize(circle, 50_000)).toThrow('50000');
    // Mostly the making of the lists above.
    const { user, system } = process.cpuUsage(started);
    expect((user + system) / 1000).toBeLessThan(2_000);
  });
});
